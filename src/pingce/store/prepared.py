"""Statements that a server runs hundreds of times a second: compiled once, then given to the driver as they are.

SQLAlchemy finds a compiled statement again in its cache, but that and the objects it makes around every execution take
ten times as long as SQLite needs for the statement itself. ``Prepared`` keeps the text, the order of the parameters
and what converts them, for each kind of database, and runs inside the transaction of a session. Errors are those of
SQLAlchemy. A session does not know what is changed this way, so nothing it still holds may be about the same rows.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Float, Insert, Select, Table, Update, bindparam, insert, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session
from sqlalchemy.orm.instrumentation import manager_of_class

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import Dialect

    from .tables.base import Base

Convert = Callable[[Any], Any]
Entity = TypeVar("Entity", bound="Base")
Statement = Select[*tuple[Any, ...]] | Insert | Update


@dataclass(frozen=True, slots=True)
class _Compiled:
    text: str
    constants: Mapping[str, object]
    order: Sequence[str] | None
    """Names of the parameters, where the driver wants them by position."""
    given: Sequence[tuple[str, Convert]]
    """Parameters that the driver does not take as they are."""
    got: Sequence[tuple[int, Convert]]
    """Columns that the driver does not give as they are."""


class Prepared:
    """A statement with named parameters, and without ``IN``: its text would depend on how many values there are."""

    def __init__(self, statement: Statement, *, columns: Sequence[str] | None = None) -> None:
        """``columns``: what an insertion fills in."""
        self.statement, self.columns = statement, columns
        self._compiled: dict[str, _Compiled] = {}

    def rows(self, db: Session, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """Run it and read what it gives."""
        connection = db.connection()
        dialect = connection.dialect
        compiled = self._compiled.get(dialect.name)
        if compiled is None:
            compiled = self._compiled[dialect.name] = self._compile(dialect)
        bound = {**compiled.constants, **values} if compiled.constants else dict(values)
        for name, convert in compiled.given:
            bound[name] = convert(bound[name])
        parameters = bound if compiled.order is None else [bound[name] for name in compiled.order]
        driver: Any = connection.connection.driver_connection
        try:
            cursor = driver.execute(compiled.text, parameters)
            rows = cursor.fetchall() if cursor.description is not None else []
        except dialect.loaded_dbapi.Error as problem:
            raise DBAPIError.instance(
                compiled.text, None, problem, dialect.loaded_dbapi.Error, dialect=dialect
            ) from problem
        return [self._read(row, compiled.got) for row in rows] if compiled.got else rows

    def first(self, db: Session, values: Mapping[str, object]) -> tuple[Any, ...] | None:
        """Its first row, if there is one."""
        rows = self.rows(db, values)
        return rows[0] if rows else None

    @staticmethod
    def _read(row: Sequence[Any], got: Sequence[tuple[int, Convert]]) -> tuple[Any, ...]:
        values = list(row)
        for place, convert in got:
            values[place] = convert(values[place])
        return tuple(values)

    def _compile(self, dialect: "Dialect") -> _Compiled:
        compiled: Any = self.statement.compile(dialect=dialect, column_keys=self.columns)
        assert not compiled.post_compile_params, "IN, whose text depends on its values"
        types = {name: bind.type.dialect_impl(dialect) for name, bind in compiled.binds.items()}
        converts = {name: of.bind_processor(dialect) for name, of in types.items()}
        names = compiled.positiontup if compiled.positional else list(compiled.params)
        return _Compiled(
            compiled.string,
            {name: value for name, value in compiled.params.items() if value is not None},
            names if compiled.positional else None,
            [(name, convert) for name in dict.fromkeys(names) if (convert := converts.get(name)) is not None],
            self._reads(dialect),
        )

    def _reads(self, dialect: "Dialect") -> list[tuple[int, Convert]]:
        chosen = self.statement.selected_columns if isinstance(self.statement, Select) else None
        columns = self.statement.exported_columns if chosen is None else chosen
        types = [column.type.dialect_impl(dialect) for column in columns]
        # PostgreSQL's driver gives floats as they are; which number it was is known only afterwards.
        converts = [None if isinstance(of, Float) else of.result_processor(dialect, None) for of in types]
        return [(place, convert) for place, convert in enumerate(converts) if convert is not None]


def prepared_insert(table: Table, *, numbered: bool = True) -> Prepared:
    """A row with all its columns but the number, which the database gives and, if ``numbered``, tells."""
    columns = [column.key for column in table.columns if column.key != "id"]
    return Prepared(insert(table).returning(table.c.id) if numbered else insert(table), columns=columns)


class Detached:
    """Rows as objects that no session looks after: read and written here, changed by the same code as any other.

    Making and following them through a session costs more than all the statements about them.
    """

    def __init__(self) -> None:
        self._before: list[tuple[Base, dict[str, object]]] = []

    def take(self, kind: type[Entity], values: Mapping[str, object]) -> Entity:
        """A row that was read."""
        entity: Entity = manager_of_class(kind).new_instance()
        entity.__dict__.update(values)
        self._before.append((entity, dict(values)))
        return entity

    def write(self, db: Session) -> None:
        """Store what was changed since."""
        for entity, before in self._before:
            now = entity.__dict__
            changed = {name: now[name] for name, value in before.items() if now[name] != value}
            if changed:
                _update(entity.__table__, tuple(changed)).rows(db, {**changed, "row": before["id"]})  # type: ignore[arg-type] # a table
                before |= changed


_UPDATES: dict[tuple[str, tuple[str, ...]], Prepared] = {}


def _update(table: Table, columns: tuple[str, ...]) -> Prepared:
    """One for each set of columns that is ever changed at once; there are few."""
    prepared = _UPDATES.get((table.name, columns))
    if prepared is None:
        values = {name: bindparam(name, type_=table.c[name].type) for name in columns}
        statement = update(table).where(table.c.id == bindparam("row")).values(values)
        prepared = _UPDATES[table.name, columns] = Prepared(statement)
    return prepared

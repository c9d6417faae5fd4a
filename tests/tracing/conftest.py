from tests.annotate.conftest import (
    engine,
    light,
    postgres_engine,
    postgres_template,
    sqlite_engine,
    sqlite_template,
    world,
)

__all__ = ["engine", "light", "postgres_engine", "postgres_template", "sqlite_engine", "sqlite_template", "world"]

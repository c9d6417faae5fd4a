"""The benchmarks that a server has opened, by name; their files are read anew when they have changed."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from pingce.flow.benchmark import FILE, Benchmark, open_benchmark
from pingce.flow.registry import known_id, need_member, register
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import transaction
from pingce.store.errors import NotFound
from pingce.store.people import Actor


class OpenedBenchmarks:
    """Folders named at the start; nothing else on the machine can be reached by name."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self.folders: dict[str, Path] = {}
        self._numbers: dict[str, int] = {}
        self._read: dict[str, tuple[int, Benchmark]] = {}
        self._lock = threading.Lock()
        for folder in folders:
            benchmark = open_benchmark(folder.resolve())
            if benchmark.name in self.folders:
                raise UserError(
                    Words(f"有两个基准叫“{benchmark.name}”。", f"Two benchmarks are called '{benchmark.name}'."),
                    hint=Words("在其中一个的 benchmark.toml 里改 name。", "Change the name in one benchmark.toml."),
                    code="same-name",
                )
            self.folders[benchmark.name] = folder.resolve()

    def register(self, engine: Engine) -> None:
        """Before the server answers anybody."""
        for name in self.folders:
            with transaction(engine) as db:
                self._numbers[name] = register(db, self.read(name))

    def number(self, name: str) -> int | None:
        return self._numbers.get(name)

    def read(self, name: str) -> Benchmark:
        """As its file says now; one that has become unreadable stays as it was."""
        folder = self.folders[name]
        changed = (folder / FILE).stat().st_mtime_ns
        with self._lock:
            known = self._read.get(name)
            if known is None or known[0] != changed:
                benchmark = open_benchmark(folder)
                if benchmark.name != name:
                    raise UserError(
                        Words(
                            f"{folder} 现在叫“{benchmark.name}”；请重新启动服务器。",
                            f"{folder} is called '{benchmark.name}' now; start the server again.",
                        ),
                        code="other-benchmark",
                    )
                known = self._read[name] = (changed, benchmark)
            return known[1]

    def enter(self, db: Session, actor: Actor, name: str) -> tuple[Benchmark, int]:
        """The benchmark and its number; one that is not opened, or not theirs, does not exist."""
        number = self.number(name)
        if number is None:
            raise NotFound(Words(f"基准“{name}”", f"benchmark '{name}'"), code="no-benchmark")
        need_member(db, actor, number, name)
        return self.read(name), number

    def opened(self, db: Session) -> Iterator[tuple[Benchmark, int]]:
        for name in self.folders:
            number = self._numbers.get(name) or known_id(db, name)
            if number is not None:
                yield self.read(name), number

"""The benchmarks that a server has opened, by name; their files are read anew when they have changed."""

import logging
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from pingce.flow.benchmark import FILE, NAME, Benchmark, is_benchmark, open_benchmark
from pingce.flow.new import Like, new_benchmark
from pingce.flow.registry import add_member, known_id, need_member, register, removal_status
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import transaction
from pingce.store.errors import NotFound
from pingce.store.people import Actor

log = logging.getLogger("pingce.server")


class OpenedBenchmarks:
    """Folders named at the start, and those below one folder of the server; nothing else on the machine can be
    reached by name.
    """

    def __init__(self, folders: Sequence[Path] = (), home: Path | None = None) -> None:
        self.home = home.resolve() if home is not None else None
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
        self._look_at_home()

    def _look_at_home(self) -> None:
        """Benchmarks there are called as their folders; another process of this server may have made one just now."""
        if self.home is None or not self.home.is_dir():
            return
        for folder in sorted(self.home.iterdir()):
            if folder.name not in self.folders and NAME.fullmatch(folder.name) and not folder.is_symlink():
                self._open_home(folder)

    def _open_home(self, folder: Path) -> None:
        if not is_benchmark(folder):
            return
        try:
            if open_benchmark(folder).name == folder.name:
                self.folders[folder.name] = folder
        except UserError as problem:  # one that cannot be read must not keep the others from being served
            log.warning("%s", problem.say("en"))

    def make(self, db: Session, actor: Actor, name: str, like: Like) -> Benchmark:
        """A new benchmark below the server's folder, which belongs to whoever makes it."""
        if self.home is None:
            raise UserError(
                Words("这个服务器不能新建基准。", "This server makes no benchmarks."),
                hint=Words("它没有存放基准的文件夹。", "It has no folder for them."),
                code="no-home",
            )
        self._look_at_home()
        folder = self.home / name
        if not NAME.fullmatch(name) or folder.parent != self.home:
            raise UserError(
                Words(f"“{name}”不能作名字。", f"'{name}' cannot be a name."),
                hint=Words("用字母、数字、- 和 _。", "Use letters, digits, - and _."),
                code="bad-name",
            )
        if name in self.folders or known_id(db, name) is not None or folder.exists():
            raise UserError(
                Words(f"已经有基准“{name}”。", f"There is a benchmark '{name}' already."), code="already-a-benchmark"
            )
        benchmark = new_benchmark(folder, like)
        self._numbers[name] = number = register(db, benchmark)
        add_member(db, number, actor.id)
        self.folders[name] = folder
        return benchmark

    def enter(self, db: Session, actor: Actor, name: str) -> tuple[Benchmark, int]:
        """The benchmark and its number; one that the server has not opened, or that is not theirs, does not exist."""
        number = self.number(name)
        if number is None and self.home is not None:
            self._look_at_home()
            number = known_id(db, name) if name in self.folders else None
        if number is None:
            raise NotFound(Words(f"基准“{name}”", f"benchmark '{name}'"), code="no-benchmark")
        need_member(db, actor, number, name)
        return self.read(name), number

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

    def opened(self, db: Session) -> Iterator[tuple[Benchmark, int]]:
        """Those that nobody put away."""
        self._look_at_home()
        for name in list(self.folders):
            number = self._numbers.get(name) or known_id(db, name)
            if number is not None and removal_status(db, number) is None:
                yield self.read(name), number

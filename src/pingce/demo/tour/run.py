"""Tells the story: step by step, with a record that a broken-off run goes on from."""

import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path

import click
import msgspec

from pingce import __version__
from pingce.demo.filling import NAME, Filling, Kind, StepDone, read_filling, write_filling
from pingce.demo.start_filling import may_fill
from pingce.flow.layout import FOLDERS
from pingce.formats.examples import example_folder
from pingce.formats.write import write_text
from pingce.server.people.secrets import SECRET_FILE
from pingce.server.settings import data_folder, make_data_folder
from pingce.spec.errors import UserError, cannot_read, cannot_write
from pingce.spec.extras import missing_extra
from pingce.spec.words import Lang, Words

from .acts import LOG, free_address, remove, stop_server
from .building import BUILDING
from .competing import COMPETING
from .step import Console, Step, TourContext

STEPS = (*BUILDING, *COMPETING)
DATABASE = "pingce.db"
PAGE = "report.html"
MADE = (*FOLDERS, PAGE, LOG, NAME, SECRET_FILE, *(f"{DATABASE}{end}" for end in ("", "-wal", "-shm", "-queue")))
"""Everything a tour leaves in its folder, and what the next one clears away."""
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
KINDER = 10
"""How much a run in the background steps back behind the server."""


def steps_of(kind: Kind) -> list[Step]:
    return [step for step in STEPS if step.only in (None, kind)]


def tell(out: Path, console: Console, *, lang: Lang, lang_chosen: bool) -> None:
    """The whole story into a folder of its own."""
    examples = example_folder()
    _clear(out)
    context = TourContext(
        out, str(out / DATABASE), examples, lang if lang_chosen else None, console, address=free_address()
    )
    steps = steps_of("tour")
    _run(steps, context, Filling("tour", __version__, "running", len(steps)), lang)
    page = _write_report(out, "zh" if not lang_chosen else lang)
    click.secho(
        Words(f"\n都在 {out} 里；从 {page} 看起。", f"\nEverything is in {out}; begin with {page}.").say(lang),
        bold=True,
    )
    ready = f"pingce serve --demo --database {context.database}"
    click.echo(Words(f"在浏览器里看：{ready}", f"In the browser: {ready}").say(lang))


def fill_project(database: str, console: Console, *, lang: Lang) -> None:
    """The story around a demo, beside its running server if it has one; a new database becomes a demo first."""
    folder = data_folder(database)
    examples = example_folder()
    _make_demo(database, folder)
    os.nice(KINDER)
    steps = steps_of("demo")
    context = TourContext(folder, database, examples, lang, console)
    done = _still_true(read_filling(folder), steps, context)
    _run(steps, context, Filling("demo", __version__, "running", len(steps), done=done), lang)
    _write_report(folder, "zh")


def _make_demo(database: str, folder: Path) -> None:
    """Steps clear away what they are about to make: never in somebody's own project."""
    from pingce.demo.fill_database import fill_database
    from pingce.store.database import migrate, open_database

    if not may_fill(folder):
        raise UserError(
            Words(f"{folder} 里已有别的文件，或正在填。", f"There are other files in {folder}, or it is being filled."),
            hint=Words("--into 只用于演示的数据库。", "--into is for the database of a demo."),
            code="folder-not-empty",
        )
    make_data_folder(database)
    engine = open_database(database)
    try:
        migrate(engine)
        fill_database(engine)
    finally:
        engine.dispose()


def _still_true(earlier: Filling | None, steps: Sequence[Step], context: TourContext) -> tuple[StepDone, ...]:
    """What an earlier run has done, up to the first step that is another one by now."""
    if earlier is None or earlier.kind != "demo" or earlier.version != __version__:
        return ()
    words = context.shown_words(context.words())
    same = takewhile(lambda pair: pair[0].command == pair[1].shown(words), zip(earlier.done, steps, strict=False))
    return tuple(done for done, _ in same)


def _run(steps: Sequence[Step], context: TourContext, filling: Filling, lang: Lang) -> None:
    try:
        context.out.mkdir(parents=True, exist_ok=True)
        write_filling(context.out, filling)  # first of all: from now on the folder is known to be ours
        for name in FOLDERS:
            (context.out / name).mkdir(exist_ok=True)
    except OSError as problem:
        raise cannot_write(context.out, problem) from problem
    try:
        with _speaking(context.lang):
            for number, step in enumerate(steps, start=1):
                if number <= len(filling.done):
                    continue
                filling = _at(filling, step, "running")
                write_filling(context.out, filling)
                lacking = lacking_of(step, steps)
                if lacking is None:
                    done = _take(step, number, context, filling, lang)
                else:
                    done = _leave_out(step, number, context, filling, lacking, lang)
                filling = msgspec.structs.replace(filling, done=(*filling.done, done))
    except BaseException as problem:
        failed = isinstance(problem, Exception)
        write_filling(context.out, msgspec.structs.replace(filling, state="failed" if failed else "interrupted"))
        raise
    finally:
        stop_server(context)
    write_filling(context.out, msgspec.structs.replace(filling, state="done", stage="", zh="", en=""))


def _at(filling: Filling, step: Step, state: str) -> Filling:
    return msgspec.structs.replace(filling, state=state, stage=step.stage, zh=step.title.zh, en=step.title.en)


def lacking_of(step: Step, steps: Sequence[Step]) -> Words | None:
    """Why a step is left out: packages it needs are not installed, or those of a step whose files it needs."""
    problem = missing_extra(Words("这一步", "This step"), *step.needs)
    if problem is not None:
        return problem.words
    earlier = takewhile(lambda other: other is not step, steps)
    makers = [other for other in earlier if any(step.needs_made(name) for name in other.makes)]
    return next((lacking for maker in makers if (lacking := lacking_of(maker, steps)) is not None), None)


def _leave_out(step: Step, number: int, context: TourContext, filling: Filling, lacking: Words, lang: Lang) -> StepDone:
    shown = step.shown(context.shown_words(context.words()))
    click.secho(f"\n[{number}/{filling.steps}] {step.title.say(lang)}", bold=True)
    click.secho(lacking.say(lang), fg="yellow")
    return StepDone(step.stage, *step.title, shown, lacking.say(lang), 0.0, ())


def _take(step: Step, number: int, context: TourContext, filling: Filling, lang: Lang) -> StepDone:
    for name in step.makes:
        remove(context.out / name)
        (context.out / name).parent.mkdir(parents=True, exist_ok=True)
    words = context.words()
    shown = step.shown(context.shown_words(words))
    click.secho(f"\n[{number}/{filling.steps}] {step.title.say(lang)}", bold=True)
    click.secho(f"$ {shown}" if not shown.startswith("#") else shown, fg="cyan")
    started = time.perf_counter()
    with context.console.listening() as heard:
        code = _do(step, context, words)
    if code != step.ends:
        raise UserError(
            Words(
                f"第 {number} 步（{step.title.zh}）的退出码是 {code}；应为 {step.ends}。",
                f"Step {number} ({step.title.en}) ended with {code}; expected {step.ends}.",
            ),
            hint=Words(
                f"已完成的在 {context.out}；改好后再运行一次。",
                f"What was done is in {context.out}; mend it and run again.",
            ),
            code="tour-failed",
        )
    seconds = round(time.perf_counter() - started, 2)
    return StepDone(step.stage, *step.title, shown, plain_text(heard), seconds, step.makes)


def _do(step: Step, context: TourContext, words: dict[str, str]) -> int:
    if step.act is not None:
        step.act(context)
        return 0
    with _environment(PINGCE_TOKEN=context.tokens.get(step.team)):
        return context.console.run(step.arguments(words))


def plain_text(heard: bytearray) -> str:
    """Without colours, spaces at the end of lines and empty lines around; rules as wide as letters in any font."""
    text = COLOURS.sub("", heard.decode("utf-8", "replace")).replace("─", "-")
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


@contextmanager
def _speaking(lang: str | None) -> Iterator[None]:
    """Every command in the language that was asked for; nobody's settings, in a file or not, get into the story."""
    others = dict.fromkeys(name for name in os.environ if name.startswith("PINGCE_"))
    with _environment(**{**others, "PINGCE_LANG": lang, "PINGCE_CONFIG": os.devnull}):
        yield


@contextmanager
def _environment(**values: str | None) -> Iterator[None]:
    """For as long as it lasts; None takes a variable away."""
    before = {name: os.environ.get(name) for name in values}
    try:
        _set(values)
        yield
    finally:
        _set(before)


def _set(values: dict[str, str | None]) -> None:
    for name, value in values.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _clear(out: Path) -> None:
    """What an earlier tour made; a folder with anything else in it is not ours to clear."""
    try:
        if not out.exists():
            return
        filled = any(out.iterdir())
    except OSError as problem:
        raise cannot_read(out, problem) from problem
    filling = read_filling(out)
    if filled and (filling is None or filling.kind != "tour"):
        raise UserError(
            Words(f"{out} 里已有别的文件。", f"There are other files in {out}."),
            hint=Words("用 --out 给出一个新的文件夹。", "Name a new folder with --out."),
            code="folder-not-empty",
        )
    try:
        for name in MADE:
            remove(out / name)
    except OSError as problem:
        raise cannot_write(out, problem) from problem


def _write_report(out: Path, lang: Lang) -> Path:
    from pingce.demo.tour.page import StepShown, tour_page

    filling = read_filling(out)
    assert filling is not None
    steps = [
        StepShown(done.stage, Words(done.zh, done.en), done.command, done.output, done.seconds, done.made)
        for done in filling.done
    ]
    write_text(out / PAGE, tour_page(steps, out, lang=lang))
    return out / PAGE

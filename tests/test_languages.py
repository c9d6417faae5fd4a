"""Whatever a person is told is told in both languages."""

import ast
import errno
import pickle
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from pingce.spec.errors import OS_REASONS, UserError, reason
from pingce.spec.words import Words, same

SOURCE = Path(__file__).parents[1] / "src" / "pingce"
PAGES = Path(__file__).parents[1] / "web" / "src"
PACKAGES = (
    "spec",
    "scoring",
    "tasks",
    "formats",
    "evaluation",
    "language",
    "reasoning",
    "corpus",
    "leaderboard",
    "report",
    "systems",
)
FILES = sorted(
    [*(file for name in PACKAGES for file in (SOURCE / name).rglob("*.py")), *(SOURCE / "cli").rglob("*.py")]
)
WORDS = ast.parse("Words(zh, en)", mode="eval").body
LETTER = re.compile(r"[^\W\d_]")


def told(tree: ast.Module) -> Iterator[tuple[ast.expr, dict[str, ast.expr]]]:
    """What every UserError of a module is given, and the local names of the function that makes it."""
    heirs = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and "UserError" in map(ast.unparse, n.bases)]
    own = {id(call) for heir in heirs for call in ast.walk(heir) if is_call(call, "super().__init__")}
    constants = assigned(tree.body)
    for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)):
        names = {**constants, **given_in_both(function), **assigned(ast.walk(function))}
        for call in ast.walk(function):
            if isinstance(call, ast.Call) and (is_call(call, "UserError") or id(call) in own):
                hints = [keyword.value for keyword in call.keywords if keyword.arg == "hint"]
                for value in (*call.args, *hints):
                    yield value, names


def given_in_both(function: ast.FunctionDef) -> dict[str, ast.expr]:
    """Parameters that the type checker takes care of."""
    parameters = (*function.args.args, *function.args.kwonlyargs)
    return {one.arg: WORDS for one in parameters if one.annotation and ast.unparse(one.annotation) == "Words"}


def assigned(nodes: Iterable[ast.AST]) -> dict[str, ast.expr]:
    return {n.targets[0].id: n.value for n in nodes if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)}


def is_call(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == name


def in_both_languages(value: ast.expr, names: dict[str, ast.expr], givers: set[str]) -> bool:
    match value:
        case ast.Call():
            return ast.unparse(value.func) in {"Words", *givers}
        case ast.IfExp():
            return all(in_both_languages(one, names, givers) for one in (value.body, value.orelse))
        case ast.Name() if value.id in names:
            others = {name: given for name, given in names.items() if name != value.id}
            return in_both_languages(names[value.id], others, givers)
        case ast.Constant(value=str(text)):
            return LETTER.search(text) is None
        case _:
            return False


def givers_in(tree: ast.Module) -> set[str]:
    """Functions that return words in both languages."""
    functions = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))
    return {function.name for function in functions if function.returns and ast.unparse(function.returns) == "Words"}


@cache
def givers_of(module: str) -> set[str]:
    file = SOURCE.parent / f"{module.replace('.', '/')}.py"
    return givers_in(ast.parse(file.read_text(encoding="utf-8"))) if file.is_file() else set()


def imported_givers(tree: ast.Module) -> set[str]:
    """The same for functions that a module imports from another of the package."""
    imports = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and (n.module or "").startswith("pingce.")]
    return {alias.name for n in imports for alias in n.names if alias.name in givers_of(str(n.module))}


def one_language(source: str) -> list[str]:
    tree = ast.parse(source)
    givers = givers_in(tree) | imported_givers(tree)
    return [ast.unparse(value) for value, names in told(tree) if not in_both_languages(value, names, givers)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_every_error_is_said_in_both_languages(file: Path) -> None:
    assert one_language(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("raise UserError(Words('甲', 'a'), hint=Words('乙', 'b'))", []),
        ("raise UserError('–')", []),
        ("raise UserError('no')", ["'no'"]),
        ("raise UserError(f'{1} no')", ["f'{1} no'"]),
        ("raise UserError(Words('甲', 'a'), hint='b')", ["'b'"]),
        ("raise UserError(Words('甲', 'a') if x else 'a')", ["Words('甲', 'a') if x else 'a'"]),
        ("words = Words('甲', 'a'); raise UserError(words)", []),
        ("words = 'a'; raise UserError(words)", ["words"]),
        ("raise UserError(unknown)", ["unknown"]),
    ],
)
def test_the_search_finds_what_is_said_in_one_language(body: str, found: list[str]) -> None:
    assert one_language(f"def f(x):\n    {body}\n") == found


def test_the_search_knows_words_that_another_module_makes() -> None:
    raised = "def f(x):\n    raise UserError(all_problems(x))\n"
    assert one_language(f"from pingce.formats.settings import all_problems\n{raised}") == []
    assert one_language(f"from pingce.formats.write import all_problems\n{raised}") == ["all_problems(x)"]


def test_the_search_looks_into_errors_of_other_names() -> None:
    assert one_language("class Bad(UserError):\n    def __init__(self):\n        super().__init__('no')\n") == ["'no'"]


def test_an_error_speaks_both_languages_and_is_english_as_text() -> None:
    error = UserError(Words("没有甲。", "There is no A."), hint=Words("请用乙。", "Use B."), code="no-a")
    assert (error.say("zh"), error.say("en"), str(error)) == (
        "没有甲。请用乙。",
        "There is no A. Use B.",
        "There is no A. Use B.",
    )
    assert (error.message, error.hint, error.code, error.args) == (
        "There is no A.",
        "Use B.",
        "no-a",
        ("There is no A.",),
    )


def test_an_error_in_one_language_says_the_same_in_both() -> None:
    error = UserError("§ 3.", hint="→ 4")
    assert error.say("zh") == error.say("en") == "§ 3. → 4"
    assert UserError("§").say("zh") == "§"


def test_an_error_that_comes_from_another_process_still_speaks_both() -> None:
    error = UserError(Words("甲。", "A."), hint=Words("乙。", "B."), code="a")
    again = pickle.loads(pickle.dumps(error))
    assert (again.say("zh"), again.say("en"), again.code) == ("甲。乙。", "A. B.", "a")


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (OSError(errno.EACCES, "Permission denied"), Words("没有权限", "Permission denied")),
        (OSError(9999, "Odd"), same("Odd")),
        (OSError("no number"), same("no number")),
    ],
)
def test_the_system_gives_its_reason_in_both_languages(problem: OSError, words: Words) -> None:
    assert reason(problem) == words


def test_reasons_are_for_numbers_the_system_knows() -> None:
    assert set(OS_REASONS) <= set(errno.errorcode)


def test_everybody_is_spoken_to_in_one_way() -> None:
    texts = [*SOURCE.rglob("*.py"), *PAGES.rglob("*.ts"), *PAGES.rglob("*.vue")]
    assert [file for file in texts if "您" in file.read_text(encoding="utf-8")] == []

"""``pingce corpus replace`` and ``undo``, from file to file."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pingce.cli.corpus import corpus
from pingce.corpus.replace import run as stage
from pingce.corpus.replace.work import ReplaceWork
from pingce.formats.load import BadFileError
from pingce.spec.errors import UserError
from tests.waiting import PATIENCE

from .killed_replacing import MOMENTS

Record = dict[str, Any]
ROOT = Path(__file__).parents[3]

ORIGINALS: list[Record] = [
    {"id": "a", "text": "小猫跳到桌子上，又从窗户里钻了出来。", "source": {"genre": "童话"}},
    {"id": "b", "text": "今天大家都很高兴。"},
    {"qid": "c", "context": "𠮷田把ＡＢＣ三个箱子放在汽车旁，看了看屋子里面。"},
]


def write(path: Path, records: list[Record]) -> Path:
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")
    return path


def read(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def originals(tmp_path: Path) -> Path:
    return write(tmp_path / "originals.jsonl", ORIGINALS)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl"


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(corpus, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result


def summary_of(originals: Path, out: Path, *options: str | Path) -> Record:
    counts: Record = json.loads(run("replace", originals, out, "--json", *options).stdout)
    return counts


def test_single_replacements_with_their_provenance(originals: Path, out: Path) -> None:
    summary = summary_of(originals, out, "--mode", "single")
    sentences = read(out)
    assert sentences[0] == {
        "id": sentences[0]["id"],
        "text": "小猫跳到桌子下，又从窗户里钻了出来。",
        "origin": "a",
        "mode": "single",
        "replaced": [
            {"start": 6, "at": 6, "old": "上", "new": "下", "class": "f", "group": "f-单字", "relation": "antonym"}
        ],
        "source": {"genre": "童话"},
    }
    assert {key: summary[key] for key in ("originals", "originals_without", "positions", "sentences")} == {
        "originals": 3,
        "originals_without": 1,
        "positions": 5,
        "sentences": 39,
    }
    assert (summary["per_original"], summary["per_word"]) == (13.0, 7.8)
    assert summary["histogram"] == {"0": 1, "18": 1, "21": 1}
    assert summary["published"]["space2022"] == {"per_original": 8.41, "per_word": 4.39}
    assert sum(pair["n"] for pair in summary["pairs"]) == sum(summary["words"].values()) == len(sentences) == 39


def test_double_replacements_change_two_words(originals: Path, out: Path) -> None:
    summary = summary_of(originals, out, "--mode", "double", "--doubles", "0")
    assert summary["modes"] == {"double": 81 + 81}
    assert {len(sentence["replaced"]) for sentence in read(out)} == {2}


def test_both_is_the_default_with_few_doubles(originals: Path, out: Path) -> None:
    assert summary_of(originals, out)["modes"] == {"double": 16, "single": 39}


def test_undo_gives_the_originals_back(originals: Path, out: Path, tmp_path: Path) -> None:
    run("replace", originals, out)
    assert run("undo", out, tmp_path / "back.jsonl").stderr == f"{tmp_path / 'back.jsonl'}: 2\n"
    assert read(tmp_path / "back.jsonl") == [ORIGINALS[0], {"id": "c", "text": ORIGINALS[2]["context"]}]


@pytest.mark.parametrize(
    ("options", "sentences"),
    [
        (("--per-original", "4"), 8),
        (("--per-pair", "1", "--mode", "single"), 39),
        (("--sample", "12"), 12),
        (("--classes", "dv", "--mode", "single"), 3),
        (("--classes", "f,s,dv,p", "--mode", "single"), 39 + 4 + 3 + 1),  # 到 从 在
        (("--classes", "f,s,dv,p", "--mode", "single", "--per-original", "1"), 2),
    ],
)
def test_limits_and_classes(options: tuple[str, ...], sentences: int, originals: Path, out: Path) -> None:
    assert summary_of(originals, out, *options)["sentences"] == sentences == len(read(out))


def test_the_seed_decides_what_a_limit_keeps(originals: Path, out: Path) -> None:
    kept = []
    for seed in ("0", "1", "0"):
        run("replace", originals, out, "--per-original", "4", "--seed", seed)
        kept.append(out.read_bytes())
    assert kept[0] == kept[2] != kept[1]


def test_a_lexicon_of_ones_own(originals: Path, out: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    group = '[[group]]\nid = "mine"\nclass = "f"\nmodel = "上下"\nwords = "上 顶上"\n'
    mine.write_text(group, encoding="utf-8")
    summary_of(originals, out, "--lexicon", mine)
    assert [sentence["text"] for sentence in read(out)] == ["小猫跳到桌子顶上，又从窗户里钻了出来。"]


def test_doubles_only_onto_sentences_rated_normal(originals: Path, out: Path, tmp_path: Path) -> None:
    ratings: list[Record] = [
        {"qid": "1", "context": "小猫跳到桌子下，又从窗户里钻了出来。", "judge": 1},
        {"qid": "2", "context": "小猫跳到桌子边，又从窗户里钻了出来。", "judge": 0},
    ]
    rated = write(tmp_path / "rated.jsonl", ratings)
    summary_of(originals, out, "--mode", "double", "--doubles", "0", "--onto", rated)
    assert [sentence["replaced"][0]["new"] for sentence in read(out)] == ["下"] * 9


def test_another_tagger_and_a_dictionary(originals: Path, out: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("桌子上 n\n", encoding="utf-8")
    summary = summary_of(originals, out, "--mode", "single", "--tagger", "rjieba+rules", "--user-dictionary", words)
    assert summary["positions"] == 4


def test_summary_page_and_table(originals: Path, out: Path, tmp_path: Path) -> None:
    page, counts = tmp_path / "page.html", tmp_path / "counts.json"
    shown = run("replace", originals, out, "--html", page, "--summary", counts, "--lang", "zh").stdout
    assert "每个原句的替换句" in shown
    assert "8.41" in shown
    assert json.loads(counts.read_text(encoding="utf-8"))["sentences"] == 55
    html = page.read_text(encoding="utf-8")
    assert html.count('<rect class="fill"') == 15 + 2 + 2 + 4
    assert "originals.jsonl" in html


def test_a_page_about_nothing(out: Path, tmp_path: Path) -> None:
    nothing = write(tmp_path / "nothing.jsonl", [ORIGINALS[1]])
    summary = summary_of(nothing, out, "--html", tmp_path / "page.html")
    assert (summary["per_original"], summary["per_word"], out.read_bytes()) == (0.0, 0.0, b"")


def test_two_workers_write_the_same_bytes(out: Path, tmp_path: Path) -> None:
    many: list[Record] = [{"id": f"{i}", "text": f"第{i}只猫在箱子里，狗在门旁。"} for i in range(150)]
    source = write(tmp_path / "many.jsonl", many)
    run("replace", source, out)
    run("replace", source, tmp_path / "two.jsonl", "--workers", "2")
    assert out.read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert len(read(out)) == 150 * (18 + 8)


def test_nothing_is_left_beside_the_output(originals: Path, out: Path, tmp_path: Path) -> None:
    run("replace", originals, out)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["originals.jsonl", "out.jsonl"]


def test_a_run_killed_while_choosing_does_not_begin_again(
    originals: Path, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("replace", originals, tmp_path / "undisturbed.jsonl")
    with monkeypatch.context() as patch:
        patch.setattr(stage, "_choose", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        assert CliRunner().invoke(corpus, ["replace", str(originals), str(out)]).exit_code == 130
    monkeypatch.setattr(ReplaceWork, "do", None)  # a second first pass would fail
    run("replace", originals, out)
    assert out.read_bytes() == (tmp_path / "undisturbed.jsonl").read_bytes()


def test_killed_at_any_moment_and_run_again_it_ends_with_the_same_bytes(tmp_path: Path) -> None:
    many = write(
        tmp_path / "many.jsonl",
        [{"id": f"{i}-{one.get('id', 'c')}", "text": one.get("text", "走进去")} for i in range(7) for one in ORIGINALS],
    )
    run("replace", many, tmp_path / "undisturbed.jsonl")
    folder = tmp_path / "killed"
    folder.mkdir()
    command = [sys.executable, "-m", "tests.corpus.replace.killed_replacing", str(many), str(folder)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8", timeout=PATIENCE)
    told = [line.split("\t") for line in ran.stdout.splitlines() if line.startswith(tuple(MOMENTS))]
    assert told == [[moment, str(-signal.SIGKILL), "0"] for moment in MOMENTS], ran.stderr
    for moment in MOMENTS:
        found = {path.name: path.read_bytes() for path in (folder / moment).iterdir()}
        assert found == {"out.jsonl": (tmp_path / "undisturbed.jsonl").read_bytes()}, moment


def test_candidates_of_other_settings_are_not_taken(
    originals: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(stage, "_choose", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        CliRunner().invoke(corpus, ["replace", str(originals), str(out)])
    assert summary_of(originals, out, "--mode", "single")["sentences"] == 39


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ({"text": "在桌子上"}, '2: found "text"; expected id/qid/qID [missing-key]'),
        ({"id": "x"}, '2: found "id"; expected text/context [missing-key]'),
        ({"id": 3, "text": "在桌子上"}, "2 id: found 3; expected a string that is not empty [wrong-type]"),
        ({"id": "x", "text": ""}, '2 text: found ""; expected a string that is not empty [wrong-type]'),
        ({"id": "x", "text": "在桌子上", "source": 1}, "2 (x) source: found 1; expected an object [wrong-type]"),
    ],
)
def test_originals_that_cannot_be_read(record: Record, problem: str, out: Path, tmp_path: Path) -> None:
    source = write(tmp_path / "bad.jsonl", [ORIGINALS[0], record])
    with pytest.raises(BadFileError) as caught:
        run("replace", source, out)
    assert [one.text("en") for one in caught.value.findings.problems] == [f"{source}:{problem}"]
    assert not out.exists()


def test_originals_that_share_an_id_are_told_all_at_once(out: Path, tmp_path: Path) -> None:
    source = write(tmp_path / "twice.jsonl", ORIGINALS * 2)
    with pytest.raises(BadFileError) as caught:
        run("replace", source, out)
    assert [one.text("en") for one in caught.value.findings.problems] == [
        f'{source}:{line} ({name}): found "{name}"; expected an id not used before [duplicate-qid]'
        for line, name in ((4, "a"), (5, "b"), (6, "c"))
    ]
    assert not out.exists()


def test_a_file_that_is_no_json(out: Path, tmp_path: Path) -> None:
    source = tmp_path / "empty.jsonl"
    source.write_text("", encoding="utf-8")
    with pytest.raises(BadFileError) as caught:
        run("replace", source, out)
    assert [one.code for one in caught.value.findings.problems] == ["empty-file"]


def test_ratings_that_cannot_be_read_are_found_before_the_work(originals: Path, out: Path, tmp_path: Path) -> None:
    rated = write(tmp_path / "rated.jsonl", [{"judge": 1}])
    with pytest.raises(BadFileError):
        run("replace", originals, out, "--onto", rated)


@pytest.mark.parametrize("options", [("--classes", "f,x"), ("--mode", "triple"), ("--sample", "0"), ("--address", "a")])
def test_options_that_make_no_sense(options: tuple[str, str], originals: Path, out: Path) -> None:
    result = CliRunner().invoke(corpus, ["replace", str(originals), str(out), *options])
    assert result.exit_code == 2


def change(sentences: list[Record], **fields: object) -> list[Record]:
    return [{**sentences[0], **fields}, *sentences[1:]]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"text": "小猫跳到柜子里，又从窗户里钻了出来。"}, "undo-mismatch"),
        ({"text": "大猫跳到桌子下，又从窗户里钻了出来。"}, "undo-differs"),
        ({"replaced": []}, "bad-file"),
        ({"replaced": [1]}, "bad-file"),
        ({"replaced": [{"start": 6}]}, "bad-file"),
        ({"origin": 1}, "bad-file"),
    ],
)
def test_undo_of_a_file_somebody_changed(fields: Record, code: str, originals: Path, out: Path, tmp_path: Path) -> None:
    run("replace", originals, out)
    changed = write(tmp_path / "changed.jsonl", change(read(out), **fields))
    with pytest.raises(UserError) as caught:
        run("undo", changed, tmp_path / "back.jsonl")
    assert caught.value.code == code
    assert not (tmp_path / "back.jsonl").exists()

"""What is kept, what is dropped and why; the same bytes whoever does the work and however often it is interrupted."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import orjson
import pytest

from pingce.corpus.engine import LocalEngine
from pingce.corpus.inputs import find_files
from pingce.corpus.screen.counts import REASONS, together
from pingce.corpus.screen.duplicates import DuplicateIndex, Twin, rows_per_band
from pingce.corpus.screen.oddities import Oddities, add_oddities, frequent, note_oddities
from pingce.corpus.screen.prose import incomplete, not_modern
from pingce.corpus.screen.run import Screening, screen
from pingce.corpus.screen.settings import load_settings
from pingce.corpus.screen.signatures import signatures
from pingce.corpus.screen.summary import summary
from pingce.corpus.screen.weigh import Scales
from pingce.corpus.screen.work import ScreenWork
from pingce.language.lexicon.load import load_lexicon
from pingce.spec.errors import UserError
from tests.waiting import PATIENCE

from ..texts import KEPT, corpus

SETTINGS = load_settings()


def records(path: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in path.read_bytes().splitlines()]


def run(source: Path, out: Path) -> Screening:
    work = ScreenWork(SETTINGS, dropped=True)
    dropped = out.with_suffix(".dropped")
    return screen(find_files([source]), work, out=out, dropped=dropped, engine=LocalEngine(1), batch_bytes=2000)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("他走到门口，", "open-end"),
        ("桌上有笔、纸、", "open-end"),
        ("他站在桥上说：", "open-end"),
        ("第三章 出发", "no-end"),
        ("他站在桥上（照片）", "no-end"),
        ("，走到桥边去了。", "open-start"),
        ("”他走到桥边去了。", "unbalanced"),
        ("他喊：“快进来！", "unbalanced"),
        ("他（站在桥上。", "unbalanced"),
        ("他“站（在”桥）上。", "unbalanced"),
        ('他说"进来。', "unbalanced"),
        ("他走到门口。", None),
        ("他喊：“快进‘来’！”", None),
        ("他站在桥上……", None),
        ("他读了《don’t go》（第2版）。", None),
        ('他说"进来。"', None),
    ],
)
def test_a_passage_begins_and_ends_as_a_text_does(text: str, code: str | None) -> None:
    assert incomplete(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("他在院子里种了两棵树，树下放着一张石桌。", None),
        ("2021年3月5日，一列由8节车厢组成的列车从北站出发，沿江向东行驶。", None),
        ("被告人张某驾驶小型轿车沿中山路由东向西行驶至路口，与行人李某相撞。", None),
        ("因此，我们要顺其自然。", None),
        ("The cat sat on the mat, and 猫 looked out of the window.", "foreign"),
        ("これは日本語の文です。", "foreign"),
        ("北京 101 37 22 45\t上海 99 12 33 41\t8 15 16", "table"),
        ('def f(x): return {"a": [x], "b": x_1 + 2}  # 注释', "code"),
        ("吾尝登东山之巅，望其下诸峰，皆若儿孙罗列焉。余曰：此天下之奇观也。", "classical"),
        ("东风吹绿柳，小雨湿新衣。门外春山近，桥边旧客稀。", "verse"),
        ("一叶轻舟过小桥，两三灯火隔江遥。山中不见人来去，唯有松风伴寂寥。", "verse"),
    ],
)
def test_modern_prose_is_told_from_other_text(text: str, code: str | None) -> None:
    assert not_modern(text, SETTINGS.modern) == code


class Spaces:
    """Tags as written: 猫/n 在/p 桌/n 上/f."""

    def pairs(self, text: str) -> list[tuple[str, str]]:
        return [(word, tag) for word, tag in (part.split("/") for part in text.split(" "))]


@pytest.mark.parametrize(
    ("tagged", "total", "counts"),
    [
        ("猫/n 在/p 桌子/n 上/f 坐/v", 1.5, {"f": 1, "p": 1}),
        ("他/r 走/v 进来/dv", 1.0, {"dv": 1}),
        ("他/r 在/v 吃/v 饭/n", 0.0, {}),
        ("出发/v 前/f 他/r 说/v", 0.0, {}),
        ("上/f 半场/n", 0.0, {}),
    ],
)
def test_words_weigh_by_class_and_context(tagged: str, total: float, counts: dict[str, int]) -> None:
    weight = Scales(Spaces(), load_lexicon(), SETTINGS.weights).weigh(tagged)
    assert weight.total == total
    assert {name: n for name, n in weight.counts.items() if n} == counts


def test_odd_characters_are_counted_and_shown() -> None:
    found: Oddities = {}
    note_oddities(found, "他在\x07门口\u200b坐着,等人\ue000来。", "a.txt", 3)
    note_oddities(found, "價為3.14,（\uff21\uff22）\ufffd。", "a.txt", 4)
    assert {kind: (odd.count, odd.place) for kind, odd in found.items()} == {
        "control": (1, "a.txt:3"),
        "hidden": (1, "a.txt:3"),
        "half-width": (1, "a.txt:3"),
        "private-use": (1, "a.txt:3"),
        "traditional": (1, "a.txt:4"),
        "full-width": (2, "a.txt:4"),
        "replacement": (1, "a.txt:4"),
    }
    more: Oddities = {}
    note_oddities(more, "\uff22\uff22", "b.txt", 1)
    add_oddities(found, more)
    assert frequent(found["full-width"]) == [("U+FF22", 3), ("U+FF21", 1)]
    assert found["full-width"].place == "a.txt:4"


def decide(index: DuplicateIndex, texts: list[str], ids: list[int]) -> list[Twin | None]:
    return index.decide(signatures(texts), ids)


ALONG = "他沿着河边的小路一直走到桥头，在桥上站了很久，看着水里的月亮慢慢移到对岸的树下面去了。"
OTHER = "猫从窗台上跳下来，钻到床底下，把一只旧鞋从里面拖了出来，又拖到门外的台阶上去晒太阳。"


def test_of_passages_that_say_the_same_the_first_stays() -> None:
    index = DuplicateIndex(0.8)
    assert decide(index, [ALONG, OTHER, ALONG.replace("，", " ")], [1, 2, 3]) == [None, None, Twin(1, 1.0)]
    (nearly,) = decide(index, [OTHER.replace("旧鞋", "新鞋")], [4])
    assert nearly is not None
    assert nearly.id == 2
    assert 0.8 <= nearly.similarity < 1
    assert decide(index, [], []) == []


def test_the_index_can_be_rebuilt() -> None:
    texts = [f"{OTHER[i:]}第{i * 7919}次。" for i in range(12)] + [f"{ALONG}{i}{i}{i}" for i in range(12)]
    whole, broken = DuplicateIndex(0.7), DuplicateIndex(0.7)
    first = decide(whole, texts[::2], list(range(12)))
    kept = [i for i, twin in enumerate(first) if twin is None]
    broken.restore(signatures([texts[::2][i] for i in kept]), kept)
    broken.restore(b"", [])
    assert 0 < len(kept) < 12
    rest = list(range(12, 24))
    assert decide(broken, texts[1::2], rest) == decide(whole, texts[1::2], rest)


def test_signatures_do_not_depend_on_their_neighbours() -> None:
    assert signatures([ALONG, "。", OTHER]) == signatures([ALONG]) + signatures(["。"]) + signatures([OTHER])


@pytest.mark.parametrize(("similarity", "rows"), [(0.8, 6), (0.5, 2), (0.9, 9), (1.0, 64)])
def test_more_similar_pairs_need_longer_bands(similarity: float, rows: int) -> None:
    assert rows_per_band(similarity) == rows


def test_kept_passages_can_be_found_in_their_files(tmp_path: Path) -> None:
    source = corpus(tmp_path / "corpus")
    run(source, tmp_path / "out.jsonl")
    found = records(tmp_path / "out.jsonl") + records(tmp_path / "out.dropped")
    plain = [record for record in found if record["source"]["file"].endswith(".txt")]
    assert len(plain) > 100
    for record in plain:
        place, text = record["source"], record["text"]
        raw = (tmp_path / place["file"]).read_bytes()
        encoding = "gb18030" if "gb" in place["file"] else "utf-8"
        assert raw.decode(encoding)[place["offset"] :].startswith(text)
        assert raw[place["byte"] :].startswith(text.encode(encoding))
        assert place["genre"] == place["file"].split("/")[1]


def test_every_reason_is_given(tmp_path: Path) -> None:
    screening = run(corpus(tmp_path / "corpus"), tmp_path / "out.jsonl")
    total = together(screening.findings.tallies)
    dropped = records(tmp_path / "out.dropped")
    kept = records(tmp_path / "out.jsonl")
    assert {record["reason"] for record in dropped} == set(REASONS)
    assert {reason: n for reason, n in total.dropped.items() if n} == {
        reason: sum(record["reason"] == reason for record in dropped) for reason in REASONS
    }
    assert [record["text"] for record in kept][:2] == list(KEPT)
    assert (total.passages, total.kept.passages) == (len(kept) + len(dropped), len(kept))
    assert total.kept.characters == sum(len(record["text"]) for record in kept)
    ids = {record["id"] for record in kept}
    assert len(ids) == len(kept)
    assert {record["of"] for record in dropped if record["reason"] == "near-duplicate"} <= ids


def test_weights_and_counts_are_written(tmp_path: Path) -> None:
    run(corpus(tmp_path / "corpus"), tmp_path / "out.jsonl")
    first = records(tmp_path / "out.jsonl")[0]
    weights = {"f": 1.0, "s": 1.0, "dv": 1.0, "p": 0.5, "d": 0.5}
    assert first["weight"] == sum(weights[name] * n for name, n in first["counts"].items())
    assert first["density"] == round(100 * first["weight"] / len(first["text"]), 2)
    assert list(first) == ["id", "text", "source", "weight", "density", "counts"]
    assert first["source"] == {"file": "corpus/news/1.txt", "line": 1, "offset": 2, "byte": 6, "genre": "news"}


def test_without_dropped_only_what_is_kept_is_written(tmp_path: Path) -> None:
    source = corpus(tmp_path / "corpus")
    run(source, tmp_path / "out.jsonl")
    screen(find_files([source]), ScreenWork(SETTINGS), out=tmp_path / "alone.jsonl", engine=LocalEngine(1))
    assert (tmp_path / "alone.jsonl").read_bytes() == (tmp_path / "out.jsonl").read_bytes()


PROGRAM = """
import sys, time
from pathlib import Path
from pingce.corpus.screen import run as module
from pingce.corpus.engine import LocalEngine
from pingce.corpus.inputs import find_files
from pingce.corpus.screen.settings import load_settings
from pingce.corpus.screen.work import ScreenWork

def slowly(*arguments, **named):
    time.sleep(0.1)
    return decide(*arguments, **named)

if __name__ == "__main__":
    source, out, how = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    decide = module.decide
    if how == "slow":
        module.decide = slowly
    engine = {"slow": LocalEngine(1), "two": LocalEngine(2)}[how]
    work = ScreenWork(load_settings(), dropped=True)
    module.screen(find_files([source]), work, out=out, dropped=out.with_suffix(".dropped"), engine=engine,
                  batch_bytes=2000)
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """In a process of its own, because it is killed; in small batches."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def assert_same(one: Path, other: Path) -> None:
    assert other.read_bytes() == one.read_bytes()
    assert other.with_suffix(".dropped").read_bytes() == one.with_suffix(".dropped").read_bytes()


def test_two_workers_write_the_same_bytes(tmp_path: Path, program: Path) -> None:
    """Ray's do too: see engine/test_ray.py, where two nodes screen."""
    source, one, other = corpus(tmp_path / "corpus"), tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    run(source, one)
    subprocess.run([sys.executable, program, source, other, "two"], check=True, timeout=PATIENCE)
    assert_same(one, other)


def test_a_killed_run_goes_on_and_ends_with_the_same_bytes(tmp_path: Path, program: Path) -> None:
    source, one, out = corpus(tmp_path / "corpus"), tmp_path / "one.jsonl", tmp_path / "killed.jsonl"
    undisturbed = run(source, one)
    process = subprocess.Popen([sys.executable, program, source, out, "slow"])
    journal = tmp_path / ".killed.jsonl.journal"
    while process.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") > 2):
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert not out.exists()
    resumed = run(source, out)
    assert_same(one, out)
    assert summary(resumed) == summary(undisturbed)


def test_progress_counts_every_byte_of_the_files_once(tmp_path: Path) -> None:
    files = find_files([corpus(tmp_path / "corpus")])
    seen: list[int] = []
    screen(files, ScreenWork(SETTINGS), out=tmp_path / "out.jsonl", engine=LocalEngine(1), advance=seen.append)
    assert sum(seen) == sum(file.size for file in files)


def test_settings_lie_over_each_other(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("[weights]\nd = 0.25\n[spatial]\nmin_weight = 4.0\n", encoding="utf-8")
    settings = load_settings(mine, spatial={"min_weight": 5.0, "min_density": None})
    assert (settings.weights.d, settings.weights.f) == (0.25, SETTINGS.weights.f)
    assert (settings.spatial.min_weight, settings.spatial.min_density) == (5.0, SETTINGS.spatial.min_density)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[weights\n", "is not TOML"),
        ("[wieghts]\nf = 1\n", "found 'wieghts'; expected sections weights, spatial, passage, duplicates, modern"),
        ("weights = 3\n", "found 'weights'; expected sections"),
        ("[weights]\nx = 1\n", "there is no weights.x"),
        ("[weights]\nf = -1\n", "Expected `float` >= 0.0"),
        ("[passage]\nshortest = 300\n", "expected shortest ≤ target ≤ longest"),
    ],
)
def test_bad_settings_are_named(tmp_path: Path, content: str, message: str) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match=message):
        load_settings(mine)


def test_missing_settings_are_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Cannot read"):
        load_settings(tmp_path / "none.toml")

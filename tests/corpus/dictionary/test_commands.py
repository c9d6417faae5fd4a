"""``pingce corpus dictionary``: every option once, every error."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from pingce.corpus.dictionary.batch import ParsePages, Saved
from pingce.corpus.dictionary.fetch import Fetcher
from pingce.corpus.dictionary.layout import load_layout
from pingce.spec.errors import UserError

from .conftest import Run
from .site import SMALL_LIMIT, Reply, Site, layout_a, layout_b, page_a, page_b, serve

FAST = ("--rate", "20/s", "--timeout", "20", "--retries", "0", "--max-bytes", str(SMALL_LIMIT), "--user-agent", "us/1")


@pytest.fixture
def site() -> Iterator[Site]:
    with serve({}) as running:
        running.replies.update(layout_a(running.url) | layout_b())
        running.replies["/a/10.html"] = [Reply(status=500)]
        yield running


def records(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, value: object) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def test_from_pages_to_statistics(pingce: Run, site: Site, tmp_path: Path) -> None:
    pages, found, base = tmp_path / "pages", tmp_path / "a.jsonl", tmp_path / "a.json"
    ran = pingce(
        "corpus", "dictionary", "crawl", "--layout", "A", "--start", f"{site.url}/a/1.html", "--out", pages, *FAST
    )
    assert (ran.code, ran.err.splitlines()[-1]) == (
        0,
        f"{pages}: 7 pages, 1 not there, 4 refused, 3 failed; 0 still to visit",
    )
    ran = pingce("corpus", "dictionary", "parse", pages, "--layout", "A", "--out", found)
    assert (ran.code, ran.err.splitlines()) == (
        0,
        [
            f"{found}: 5 entries from 7 pages",
            "  no-section: the section of glosses is missing × 2",
            "  mixed-encoding: the page mixes encodings or has broken bytes × 1",
            "  wrong-encoding: the page is in another encoding than it says × 1",
        ],
    )
    assert [entry["word"] for entry in records(found)] == ["云梯", "石桥", "风车", "云梯", "山歌"]
    ran = pingce("corpus", "dictionary", "clean", found, base)
    assert (ran.code, ran.err) == (0, f"{base}: 4 words\n")
    assert json.loads(base.read_text(encoding="utf-8")) == {
        "云梯": ["古代攻城用的长梯|架起云梯。", "消防用的梯子，可以升高。"],
        "石桥": ["石头造的桥", "比喻牢靠的联系"],
        "风车": ["磨坊的机器", "孩子的玩具"],
        "山歌": ["山里的歌", "歌谣"],
    }
    words, more, extra = (
        write(tmp_path / "w.txt", "石桥\n行走\n空白\n错页\n"),
        tmp_path / "pages-b",
        tmp_path / "b.jsonl",
    )
    site.replies["/robots.txt"] = [Reply()]
    ran = pingce(
        *("corpus", "dictionary", "crawl", "--layout", "B", "--start", f"{site.url}/hans/", "--words", words),
        *("--out", more, *FAST),
    )
    assert ran.code == 0
    report = tmp_path / "odd.jsonl"
    assert (
        pingce("corpus", "dictionary", "parse", more, "--layout", "B", "--out", extra, "--problems", report).code == 0
    )
    assert [(note["code"], note["detail"]) for note in records(report)] == [
        ("several-readings", "xíng zǒu, háng zǒu"),
        ("no-glosses", ""),
        ("other-word", "另页"),
    ]
    out = tmp_path / "all.json"
    assert pingce("corpus", "dictionary", "clean", extra, tmp_path / "b.json").code == 0
    ran = pingce("corpus", "dictionary", "merge", base, tmp_path / "b.json", out, "--json")
    assert json.loads(ran.out)["counts"] == {
        "base_words": 4,
        "base_glosses": 8,
        "new_words": 1,
        "new_word_glosses": 3,
        "words_with_added_glosses": 1,
        "added_glosses": 1,
        "skipped_glosses": 1,
        "words": 5,
        "glosses": 12,
    }
    html = tmp_path / "s.html"
    ran = pingce("corpus", "dictionary", "stats", base, out, "--html", html, "--lang", "zh")
    assert (ran.code, ran.err) == (0, f"{html}\n")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert [line for line in lines if line.startswith(("词 ", "多义词 ", "每词义项数 "))] == [
        "词 4 5",
        "多义词 4 5",
        "每词义项数 2.00 2.40",
    ]
    page = html.read_text(encoding="utf-8")
    assert (page.count("<svg"), "a.json" in page, "all.json" in page) == (6, True, True)


def test_a_crawl_is_limited_interrupted_and_continued(
    pingce: Run, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "pages"
    command = ("corpus", "dictionary", "crawl", "--layout", "A", "--start", f"{site.url}/a/1.html", "--out", out, *FAST)
    assert pingce(*command, "--limit", "2").err == (
        f"{out}: 2 pages, 0 not there, 0 refused, 0 failed; 6 still to visit\n"
    )

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Fetcher, "fetch", interrupted)
        ran = pingce(*command)
    assert (ran.code, ran.err) == (130, "\nInterrupted; run the same command again to go on.\n")
    assert pingce(*command).code == 0
    site.replies["/a/10.html"] = [page_a("晚到", "(1) 来得晚")]
    ran = pingce(*command, "--retry-failed")
    assert ran.err.splitlines()[-1] == f"{out}: 10 pages, 1 not there, 4 refused, 0 failed; 0 still to visit"


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--layout", "A", "--start", "ftp://h.example/"), 2, "expected http://… or https://…"),
        (("--layout", "B", "--start", "http://h.example/"), 2, "found by word: give --words"),
        (("--layout", "C", "--start", "http://h.example/"), 1, "There is no layout C."),
        (("--layout", "A", "--start", "http://h.example/", "--rate", "fast"), 2, "something like 1/s"),
        (("--layout", "A", "--start", "http://h.example/", "--rate", "0/s"), 2, "something like 1/s"),
        (("--layout", "A", "--start", "http://h.example/", "--rate", "21/s"), 2, "at most 20/s"),
        (("--layout", "B", "--start", "http://h.example/", "--words", "none.txt"), 1, "There is no file none.txt."),
    ],
)
def test_a_wrong_crawl(pingce: Run, tmp_path: Path, options: tuple[str, ...], code: int, said: str) -> None:
    ran = pingce("corpus", "dictionary", "crawl", "--out", tmp_path / "out", *options)
    assert (ran.code, said in " ".join(ran.err.split())) == (code, True)


def test_words_come_from_lists_entries_and_inventories(pingce: Run, site: Site, tmp_path: Path) -> None:
    site.replies["/robots.txt"] = [Reply()]
    files = [
        write(tmp_path / "w.txt", "石桥\t1\n\n石桥\n"),
        write(tmp_path / "w.jsonl", '{"word": "石桥", "glosses": []}\n'),
        write(tmp_path / "w.json", {"石桥": ["甲", "乙"]}),
    ]
    for i, words in enumerate(files):
        command = ("corpus", "dictionary", "crawl", "--layout", "B", "--start", f"{site.url}/hans/", "--words", words)
        assert pingce(*command, "--out", tmp_path / str(i), *FAST).code == 0
    assert site.asked.count(f"/hans/{quote('石桥')}") == 3
    ran = pingce(*command[:-1], write(tmp_path / "empty.txt", "\n"), "--out", tmp_path / "x", *FAST)
    assert (ran.code, "empty.txt cannot be used" in ran.err) == (1, True)


def test_saved_pages_are_parsed_by_any_engine(pingce: Run, tmp_path: Path) -> None:
    pages = tmp_path / "saved"
    pages.mkdir()
    for i in range(3):
        (pages / f"{i}.HTML").write_bytes(page_b(f"石桥{'甲乙丙'[i]}", "<p>(1) 石<p>(2) 桥").body)
    (pages / "other.css").write_bytes(b"p {}")
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    command = ("corpus", "dictionary", "parse", "--layout", "B")
    assert pingce(*command, pages, "--out", one).code == 0
    assert (
        pingce(*command, *sorted(pages.glob("*.HTML")), "--out", two, "--workers", "2", "--engine", "local").code == 0
    )
    assert one.read_bytes() == two.read_bytes()
    assert [entry["source"] for entry in records(one)] == ["0.HTML", "1.HTML", "2.HTML"]
    ran = pingce(*command, pages, "--out", one, "--address", "x")
    assert (ran.code, "--address is for --engine ray." in ran.err) == (2, True)


def test_parsing_needs_pages(pingce: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    command = ("corpus", "dictionary", "parse", "--layout", "A", "--out", tmp_path / "x.jsonl")
    for name, said in (("none", "There is no file or folder"), ("empty", "holds no pages")):
        ran = pingce(*command, tmp_path / name)
        assert (ran.code, said in ran.err) == (1, True)


def test_a_page_that_goes_away_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="Cannot read") as caught:
        ParsePages("B").do(load_layout("B"), [Saved(str(tmp_path / "gone.html"))])
    assert caught.value.code == "cannot-read"


def test_somebody_who_looks_sees_a_count(
    pingce: Run, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pingce.cli.corpus.dictionary.crawl.sys.stderr.isatty", lambda: True, raising=False)
    start = f"{site.url}/a/1.html"
    ran = pingce(
        *("corpus", "dictionary", "crawl", "--layout", "A", "--start", start, "--out", tmp_path / "p", "--limit", "1"),
        *FAST,
    )
    assert ran.err.startswith("\r1 pages, 7 to visit, 0 failed ")


def test_every_option_of_clean(pingce: Run, tmp_path: Path) -> None:
    source = write(
        tmp_path / "in.json",
        {"打开": ["(1) 〈书〉拉开|打开箱子", "同“开启”。", "见“没有”"], "开启": ["开始"], "灯": ["照明的东西"]},
    )
    out, changes = tmp_path / "out.jsonl", tmp_path / "changes.jsonl"
    ran = pingce(
        *("corpus", "dictionary", "clean", source, out, "--with", "register", "--without", "numbering"),
        *(
            "--references",
            "drop",
            "--min-characters",
            "1",
            "--min-senses",
            "1",
            "--drop-examples",
            "--changes",
            changes,
        ),
    )
    assert (ran.code, ran.err) == (0, f"{out}: 3 words\n")
    assert [(entry["word"], entry["glosses"]) for entry in records(out)] == [
        ("打开", [{"text": "(1)拉开"}]),
        ("开启", [{"text": "开始"}]),
        ("灯", [{"text": "照明的东西"}]),
    ]
    assert [(change["rule"], change["before"], change["after"]) for change in records(changes)] == [
        ("register", "(1) 〈书〉拉开", "(1) 拉开"),
        ("spaces", "(1) 拉开", "(1)拉开"),
        ("reference", "同“开启”。", ""),
        ("reference", "见“没有”", ""),
    ]
    rules = write(tmp_path / "own.toml", '[[rule]]\nname = "own"\non = "gloss"\npattern = "开"\nreplace = "关"\n')
    own = ("corpus", "dictionary", "clean", source, tmp_path / "out.json", "--rules", rules, "--min-senses", "1")
    ran = pingce(*own, "--references", "keep", "--keep-examples")
    assert "|打开箱子" in (tmp_path / "out.json").read_text(encoding="utf-8")
    assert (ran.code, [" ".join(line.split()) for line in ran.out.splitlines() if "own" in line]) == (0, ["own 3"])
    ran = pingce(*own, "--without", "nonsense")
    assert (ran.code, "There is no rule nonsense. There are: own." in ran.err) == (1, True)


def test_every_option_of_merge(pingce: Run, tmp_path: Path) -> None:
    base = write(tmp_path / "base.json", {"打开": ["拉开，揭开|打开箱子"]})
    more = write(tmp_path / "more.json", {"打开": ["拉开，揭开", "接通"], "灯塔": ["引路的塔", "引路的塔。"]})
    out, listed = tmp_path / "out.json", tmp_path / "same.jsonl"
    ran = pingce(
        *("corpus", "dictionary", "merge", base, more, out, "--measure", "levenshtein", "--threshold", "60"),
        *("--compare", "whole", "--new-as-is", "--duplicates", listed),
    )
    rows = [line.split() for line in ran.out.splitlines() if line.strip()]
    assert (ran.code, [row for row in rows if row[0] in ("new", "added", "skipped")]) == (
        0,
        [
            ["new", "words", "1"],
            ["new", "word", "glosses", "2"],
            ["added", "glosses", "2"],
            ["skipped", "glosses", "0"],
        ],
    )
    about = json.loads((tmp_path / "out.json.meta.json").read_text(encoding="utf-8"))
    assert {k: v for k, v in about["rule"].items() if k != "rapidfuzz"} == {
        "measure": "levenshtein",
        "threshold": 60.0,
        "compare": "whole",
        "as_written": False,
        "within_new": False,
    }
    assert (about["base"]["file"], len(about["additions"]["sha256"])) == ("base.json", 64)
    assert listed.read_text(encoding="utf-8") == ""
    pingce("corpus", "dictionary", "merge", base, more, out, "--within-new", "--duplicates", listed)
    assert records(listed) == [
        {"word": "打开", "gloss": "拉开，揭开", "like": "拉开，揭开", "similarity": 100.0},
        {"word": "灯塔", "gloss": "引路的塔。", "like": "引路的塔", "similarity": 88.89},
    ]
    assert pingce("corpus", "dictionary", "merge", base, more, out, "--threshold", "101").code == 2
    ran = pingce("corpus", "dictionary", "merge", base, tmp_path / "none.json", out)
    assert (ran.code, "There is no file" in ran.err) == (1, True)


def test_pairs_are_listed_decided_and_obeyed(pingce: Run, tmp_path: Path) -> None:
    base = write(tmp_path / "base.json", {"打开": ["拉开，揭开", "接通电路"]})
    more = write(tmp_path / "more.json", {"打开": ["接上电源"]})
    out, pairs = tmp_path / "out.json", tmp_path / "pairs.jsonl"
    ran = pingce("corpus", "dictionary", "merge", base, more, out, "--pairs", pairs, "--near", "40")
    (pair,) = records(pairs)
    assert (ran.code, pair) == (
        0,
        {"word": "打开", "gloss": "接上电源", "like": "接通电路", "same": False, "similarity": 50.0},
    )
    write(pairs, json.dumps({**pair, "same": True}, ensure_ascii=False))
    pingce("corpus", "dictionary", "merge", base, more, out, "--decisions", pairs)
    assert json.loads(out.read_text(encoding="utf-8")) == {"打开": ["拉开，揭开", "接通电路"]}
    about = json.loads((tmp_path / "out.json.meta.json").read_text(encoding="utf-8"))
    assert (about["decisions"]["file"], about["decisions"]["pairs"]) == ("pairs.jsonl", 1)
    ran = pingce("corpus", "dictionary", "merge", base, more, out, "--decisions", more)
    assert (ran.code, '"same": true' in ran.err) == (1, True)


def test_statistics_as_json(pingce: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "i.json", {"打开": ["拉开", "接通电路"]})
    numbers = json.loads(pingce("corpus", "dictionary", "stats", path, "--json").out)["i.json"]
    assert (numbers["words"], numbers["senses_per_word"], numbers["gloss_length"]) == (1, 2.0, 3.0)
    assert pingce("corpus", "dictionary", "stats", write(path, "[1]")).code == 1

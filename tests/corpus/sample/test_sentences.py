"""Drawing sentences: shares, filters, words that are none, shortfalls; the same for any workers and interruptions."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pingce.corpus.entries import DictionaryEntry, Gloss
from pingce.corpus.reading import read_batches
from pingce.corpus.sample.candidates import SentenceCandidate
from pingce.corpus.sample.draw import ALIKE, Shortfall, SourceShares, draw, illustrations
from pingce.corpus.sample.filters import FILTERS, Limits, fault
from pingce.corpus.sample.pool import CandidatePool
from pingce.corpus.sample.word_files import read_targets
from pingce.formats.check import check_file
from pingce.spec.chance import short_seeded_number
from pingce.spec.errors import UserError
from pingce.tasks.catalog import find_task

from .conftest import Ran, Run
from .corpus import raw_sentences, tagged, tagged_sentences, write

Items = list[dict[str, object]]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("老周轻轻打开箱子，里面没有信。", None),
        ("老周说：“打开箱子吧，里面有信！”", None),
        ("他照了X光，又去打开窗户。", None),
        ("打开箱子。", "short"),
        ("老周" * 61 + "。", "long"),
        ("老周轻轻 打开箱子，里面没有信。", "spaces"),
        ("老周轻轻打开箱子，里面没有信", "unfinished"),
        ("“老周轻轻打开箱子，里面没有信。", "unbalanced"),
        ("老周轻轻打开\ue000箱子，没有信。", "garbage"),
        ("打开www.x.example看看里面有什么。", "garbage"),
        ("老周哈哈哈哈地打开箱子，没有信。", "garbage"),
        ("老周打开カバン，里面没有什么信。", "foreign"),
        ("老周打开windows和linux看一看。", "latin"),
        ("老周打开1234567890号箱子看。", "digits"),
        ("打开箱子，——，（）、《》、！！。", "few-chinese"),
    ],
)
def test_filters(text: str, reason: str | None) -> None:
    assert fault(text, Limits()) == reason
    assert reason is None or reason in FILTERS


def test_examples_need_no_sentence_end() -> None:
    assert fault("打开箱子里面看一看有没有", Limits(), whole=False) is None


@pytest.mark.parametrize(
    ("share", "total", "quota"),
    [
        (SourceShares(), 10, (6, 4)),
        (SourceShares(), 15, (9, 6)),
        (SourceShares(1, 1), 5, (3, 2)),
        (SourceShares(0, 1), 5, (0, 5)),
        (SourceShares(1, 0), 5, (5, 0)),
    ],
)
def test_quotas_are_whole(share: SourceShares, total: int, quota: tuple[int, int]) -> None:
    assert tuple(share.quota(total).values()) == quota


def make_candidate(text: str, *, word: str = "打开", seed: int = 0, line: int = 1) -> SentenceCandidate:
    return SentenceCandidate(
        short_seeded_number(seed, word, text), word, text, text.find(word), "f", None, line, 0, True
    )


@given(st.permutations(list(range(30))), st.integers(1, 40))
def test_a_pool_does_not_depend_on_the_order_of_arrival(order: list[int], room: int) -> None:
    offered = [make_candidate(f"打开{i}") for i in range(30)]
    pool = CandidatePool({"打开": room})
    pool.add("web", [offered[i] for i in order])
    kept = sorted(offered, key=lambda one: one.order)[:room]
    assert pool.candidates("web", "打开") == kept
    assert pool.add("web", offered) == []


def test_the_first_place_of_a_sentence_counts() -> None:
    pool = CandidatePool({"打开": 5})
    assert pool.add("web", [make_candidate("打开门", line=1), make_candidate("打开门", line=9)]) == [
        make_candidate("打开门", line=1)
    ]


DIFFERENT = ["打开一二三四", "打开五六七八", "打开甲乙丙丁", "打开子丑寅卯", "打开东南西北", "打开春夏秋冬"]


def test_a_source_that_lacks_sentences_is_reported_and_filled_if_asked() -> None:
    offers = {
        "web": [make_candidate(text) for text in DIFFERENT[:1]],
        "professional": [*map(make_candidate, DIFFERENT[1:])],
    }
    for fill, taken, filled in ((False, 3, 0), (True, 5, 2)):
        drawn = draw({"打开": 5}, lambda origin, _: offers[origin], share=SourceShares(), fill=fill)
        assert len(drawn.sentences["打开"]) == taken
        assert drawn.shortfalls == [Shortfall("打开", "web", 3, 1, filled)]


def test_a_sentence_is_used_once_and_scarce_words_choose_first() -> None:
    text = "打开石桥的大门"
    offers = {
        ("web", "打开"): [make_candidate(text), make_candidate("打开了一把伞")],
        ("web", "石桥"): [make_candidate(text, word="石桥")],
    }
    drawn = draw({"打开": 1, "石桥": 1}, lambda o, w: offers.get((o, w), []), share=SourceShares(1, 0), fill=False)
    texts = {word: [one.candidate.text for one in found] for word, found in drawn.sentences.items()}
    assert texts == {"打开": ["打开了一把伞"], "石桥": [text]}
    assert (list(texts), drawn.used_before, drawn.shortfalls) == (["打开", "石桥"], 1, [])


def test_sentences_that_are_nearly_the_same_are_taken_once() -> None:
    pair = [make_candidate("老周轻轻打开箱子，里面没有信。"), make_candidate("老周轻轻打开箱子，里面没有信！")]
    drawn = draw({"打开": 2}, lambda o, _: pair if o == "web" else [], share=SourceShares(1, 0), fill=False)
    assert (len(drawn.sentences["打开"]), drawn.alike, ALIKE) == (1, 1, 80.0)


def test_examples_come_on_top_one_for_each_sense() -> None:
    entry = DictionaryEntry(
        "打开",
        (
            Gloss("拉开", ("打开", "打开东边的箱子", "打开西边的抽屉")),
            Gloss("接通", ("打开东边的箱子", "把电灯打开", "打开打开看看")),
            Gloss("开展", ("老周打开局面",)),
        ),
    )
    found = illustrations([entry, DictionaryEntry("别的", ())], {"打开": ["老周打开局面"]}, Limits(), per_sense=1)
    assert {word: [tuple(one) for one in some] for word, some in found.items()} == {
        "打开": [("打开东边的箱子", "拉开"), ("把电灯打开", "接通")]
    }


@pytest.fixture
def corpora(tmp_path: Path) -> dict[str, Path]:
    (tmp_path / "web" / "博客").mkdir(parents=True)
    noise = [
        "打开 箱子里有什么东西呢。",
        "短打开。",
        "大家打开天窗说亮话，没有什么不好。",
        "老周打开又打开箱子，没有信。",
    ]
    write(tmp_path / "web" / "博客" / "a.txt", raw_sentences("打开", 12) + noise)
    write(tmp_path / "web" / "b.txt", raw_sentences("寻找", 9, start=12) + raw_sentences("打开", 3))
    return {
        "web": tmp_path / "web",
        "professional": write(
            tmp_path / "p.txt",
            tagged([*tagged_sentences("打开", 12), "打开天窗/v  说/v  话/n  ，/w  没有/v  什么/r  不好/a  。/w"]),
        ),
        "words": write(
            tmp_path / "w.jsonl",
            [
                '{"word": "打开", "senses": 2, "bin": "2", "frequency": 9, "rank": 1}',
                '{"word": "寻找", "senses": 1, "bin": "1", "frequency": 5, "rank": 2}',
                '{"word": "等待", "senses": 2, "bin": "2", "frequency": 5, "rank": 3, "excluded": "单义"}',
            ],
        ),
        "examples": write(
            tmp_path / "e.json", json.dumps({"打开": ["拉开|把天窗打开看看", "接通"]}, ensure_ascii=False)
        ),
    }


def run(pingce: Run, corpora: dict[str, Path], out: Path, *options: object) -> Ran:
    return pingce(
        *("corpus", "sentences", "--words", corpora["words"], "--web", corpora["web"]),
        *("--professional", corpora["professional"], "--out", out, *options),
    )


def items(path: Path) -> Items:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def kinds(found: Items, word: str) -> list[str]:
    return [str(item["source"]["kind"]) for item in found if item["word"] == word]  # type: ignore[index]  # JSON


def test_five_for_each_sense_in_shares(pingce: Run, corpora: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "s.jsonl"
    ran = run(pingce, corpora, out, "--examples", corpora["examples"])
    assert ran.code == 0
    found = items(out)
    assert kinds(found, "打开") == ["web"] * 6 + ["professional"] * 4 + ["dictionary"]
    assert kinds(found, "寻找") == ["web"] * 3
    assert all(str(item["text"])[int(str(item["start"])) :].startswith(str(item["word"])) for item in found)
    assert len({item["id"] for item in found}) == len({item["text"] for item in found}) == len(found) == 14
    blog = next(
        item for item in found if item["source"] != {} and "博客" in json.dumps(item["source"], ensure_ascii=False)
    )
    source = blog["source"]
    assert isinstance(source, dict)
    text = (tmp_path / str(source["file"])).read_text(encoding="utf-8")
    assert text[int(source["offset"]) :].startswith(str(blog["text"]))
    assert source["genre"] == "博客"
    lines = corpora["professional"].read_text(encoding="utf-8")
    for item in found:
        source = item["source"]
        if isinstance(source, dict) and source["kind"] == "professional":
            at = int(source["offset"])
            assert (at == 0 or lines[at - 1] == "\n", lines[:at].count("\n") + 1) == (True, source["line"])
    report = json.loads((tmp_path / "s.jsonl.summary.json").read_text(encoding="utf-8"))
    assert report["shortfalls"] == [{"word": "寻找", "origin": "professional", "wanted": 2, "taken": 0, "filled": 0}]
    assert report["dropped"] == {
        "web": {"spaces": 1, "short": 1, "repeated": 1},
        "professional": {"not-a-word": 1},
    }
    assert (report["wanted"], report["taken"]) == (15, {"web": 9, "professional": 4})
    assert report["not_a_word"] == 1
    assert "寻找: 0 of 2 from professional texts" in ran.err


def test_question_lines_are_those_of_the_task(pingce: Run, corpora: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "s.jsonl"
    run(pingce, corpora, out)
    lines = (tmp_path / "s.txt").read_text(encoding="utf-8").splitlines()
    assert lines == [f"{item['text']} {item['word']}" for item in items(out)]
    checked = check_file(find_task("wsd/senses"), str(tmp_path / "s.txt"))
    assert (checked.records, checked.findings.error_count, checked.findings.warning_count) == (13, 0, 0)


def test_every_option_changes_what_it_says(pingce: Run, corpora: dict[str, Path], tmp_path: Path) -> None:
    out, lines, report = tmp_path / "s.jsonl", tmp_path / "q.txt", tmp_path / "r.json"
    ran = run(
        pingce,
        corpora,
        out,
        *("--per-sense", "3", "--share", "1:1", "--fill", "--seed", "5", "--min-length", "5", "--max-length", "60"),
        *("--spare", "2", "--texts", "auto", "--tagger", "default", "--lines", lines, "--summary", report, "--json"),
        *("--examples", corpora["examples"], "--examples-per-sense", "2"),
    )
    assert ran.code == 0
    found = items(out)
    assert kinds(found, "打开") == ["web"] * 3 + ["professional"] * 3 + ["dictionary"]
    assert kinds(found, "寻找") == ["web"] * 3
    said = json.loads(ran.out)
    assert said == json.loads(report.read_text(encoding="utf-8"))
    assert said["shortfalls"] == [{"word": "寻找", "origin": "professional", "wanted": 1, "taken": 0, "filled": 1}]
    assert len(lines.read_text(encoding="utf-8").splitlines()) == len(found)


def test_another_seed_draws_other_sentences(pingce: Run, corpora: dict[str, Path], tmp_path: Path) -> None:
    texts = []
    for seed in ("0", "0", "1"):
        run(pingce, corpora, tmp_path / "s.jsonl", "--seed", seed, "--per-sense", "1")
        texts.append((tmp_path / "s.jsonl").read_bytes())
    assert (texts[0] == texts[1], texts[0] == texts[2]) == (True, False)


def test_workers_and_interruptions_change_nothing(
    pingce: Run, corpora: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pingce.corpus.sample.candidates as candidates
    import pingce.corpus.sample.sentences as module
    from pingce.corpus.engine import Resumable

    monkeypatch.setattr(module, "read_batches", lambda files: read_batches(files, size=200))
    monkeypatch.setattr(candidates, "BATCH", 3)
    whole = tmp_path / "whole.jsonl"
    assert run(pingce, corpora, whole, "--per-sense", "2").code == 0
    shared = tmp_path / "shared.jsonl"
    assert run(pingce, corpora, shared, "--per-sense", "2", "--workers", "2").code == 0
    assert shared.read_bytes() == whole.read_bytes()

    write_batch, written = Resumable.write, [0]

    def stops(self: Resumable, *args: object, **kwargs: object) -> None:
        write_batch(self, *args, **kwargs)  # type: ignore[arg-type]  # passed through
        written[0] += 1
        if written[0] % 3 == 0:
            raise KeyboardInterrupt

    out = tmp_path / "out.jsonl"
    codes: list[int] = []
    with monkeypatch.context() as patch:
        patch.setattr(Resumable, "write", stops)
        while not codes or codes[-1] == 130:
            codes.append(run(pingce, corpora, out, "--per-sense", "2").code)
    assert (set(codes[:-1]), codes[-1], len(codes) > 4) == ({130}, 0, True)
    for ending in (".jsonl", ".txt", ".jsonl.summary.json"):
        assert (tmp_path / f"out{ending}").read_bytes() == (tmp_path / f"whole{ending}").read_bytes()


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--share", "6"), 2, "expected web:professional such as 6:4"),
        (("--share", "0:0"), 2, "expected web:professional such as 6:4"),
        (("--min-length", "9", "--max-length", "8"), 2, "--min-length 9 is more than --max-length 8"),
        (("--address", "x"), 2, "--address is for --engine ray"),
        (("--web", "none.txt"), 1, "There is no file or folder none.txt"),
        (("--tagger", "nonsense"), 1, "nonsense"),
        (("--examples", "none.json"), 1, "There is no file none.json"),
        (("--user-dictionary", "none.txt"), 1, "none.txt"),
    ],
)
def test_wrong_commands(
    pingce: Run, corpora: dict[str, Path], tmp_path: Path, options: tuple[str, ...], code: int, said: str
) -> None:
    ran = run(pingce, corpora, tmp_path / "s.jsonl", *options)
    assert (ran.code, said in " ".join(ran.err.split())) == (code, True)


def test_lines_that_cannot_be_decoded_and_many_shortfalls_are_counted(
    pingce: Run, corpora: dict[str, Path], tmp_path: Path
) -> None:
    (tmp_path / "bad.txt").write_bytes("老周轻轻打开箱子，没有信。\n没有词的一句话。\n".encode() + b"\xff\xfe\xff\n")
    words = write(tmp_path / "i.json", json.dumps({f"词{n}": ["甲", "乙"] for n in "一二三四五六"}, ensure_ascii=False))
    ran = pingce("corpus", "sentences", "--words", words, "--web", tmp_path / "bad.txt", "--out", tmp_path / "s.jsonl")
    assert (ran.code, ran.err.splitlines()[-2:]) == (
        0,
        ["… and 2 more shortfalls, see the summary", f"{tmp_path / 's.jsonl'}: 0 sentences for 6 words"],
    )
    assert [line.split() for line in ran.out.splitlines() if "bad-bytes" in line] == [["bad-bytes", "1", "0"]]
    where = ["--words", words, "--web", tmp_path / "bad.txt", "--out", tmp_path / "z.jsonl", "--lang", "zh"]
    ran = pingce("corpus", "sentences", *where)
    assert ran.err.splitlines()[-2:] == ["……另有 2 处不足，见汇总", f"{tmp_path / 'z.jsonl'}：6 个词的 0 句"]
    assert [line.split() for line in ran.out.splitlines() if "坏字节" in line] == [["有坏字节的行", "1", "0"]]


def test_some_corpus_is_needed(pingce: Run, corpora: dict[str, Path], tmp_path: Path) -> None:
    ran = pingce("corpus", "sentences", "--words", corpora["words"], "--out", tmp_path / "s.jsonl")
    assert (ran.code, "Give --web, --professional or both." in ran.err) == (2, True)


def test_targets_come_from_words_entries_or_inventories(tmp_path: Path) -> None:
    entry = '{"word": "打开", "glosses": [{"text": "甲"}, {"text": "乙"}]}'
    assert read_targets(write(tmp_path / "e.jsonl", [entry, ""])) == {"打开": 2}
    assert read_targets(write(tmp_path / "i.json", '{"打开": ["甲", "乙", "丙"]}')) == {"打开": 3}
    for line, code in (("{", "bad-entry"), ('{"word": "x"}', "bad-entry"), ("", "empty-file")):
        with pytest.raises(UserError) as caught:
            read_targets(write(tmp_path / "x.jsonl", [line]))
        assert caught.value.code == code

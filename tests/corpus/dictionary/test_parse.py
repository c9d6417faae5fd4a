"""Pages of both layouts → entries, whatever is wrong with them."""

from pathlib import Path

import pytest

from pingce.corpus.dictionary.encoding import agrees, decode
from pingce.corpus.dictionary.layout import BUILT_IN, load_layout
from pingce.corpus.dictionary.parse import NOTES, Note, parse_page
from pingce.corpus.dictionary.urls import absolute, same_host
from pingce.corpus.entries import Gloss
from pingce.spec.errors import UserError

from .site import layout_a, layout_b, page_a

A, B = map(load_layout, BUILT_IN)
SITE = layout_a("http://127.0.0.1:1")
URL = "http://127.0.0.1:1/a/1.html"


def test_layout_a_gives_numbered_glosses_readings_and_links() -> None:
    parsed = parse_page(SITE["/a/1.html"][0].body, A, url=URL)
    assert parsed.entry is not None
    assert parsed.entry.word == "云梯"
    assert parsed.entry.glosses == (
        Gloss("[ladder]∶古代攻城用的长梯：“架起云梯。”", reading="yún tī"),
        Gloss("消防用的梯子，可以升高。", reading="yún tī"),
    )
    assert parsed.entry.source == URL
    near = [f"http://127.0.0.1:1/a/{name}.html" for name in (2, 3, 4, 5, 6, 7, "more")]
    assert parsed.links == (*near, "http://localhost:1/a/evil.html")
    assert parsed.notes == ()


def test_layout_b_takes_lines_after_a_gloss_as_its_examples() -> None:
    page = next(iter(layout_b().values()))[0].body
    parsed = parse_page(page, B, asked="石桥")
    assert parsed.entry is not None
    assert parsed.entry.glosses == (
        Gloss("[stone bridge]∶石头造的桥", ("我们走过石桥。",), "shí qiáo"),
        Gloss("地名", (), "shí qiáo"),
    )
    assert (parsed.links, parsed.notes) == ((), ())


def test_several_readings_keep_their_glosses_apart() -> None:
    page = list(layout_b().values())[1][0].body
    parsed = parse_page(page, B)
    assert parsed.entry is not None
    assert [(gloss.text, gloss.reading) for gloss in parsed.entry.glosses] == [
        ("走路", "xíng zǒu"),
        ("往来", "xíng zǒu"),
        ("在行里走", "háng zǒu"),
    ]
    assert parsed.notes == (Note("several-readings", "xíng zǒu, háng zǒu"),)


@pytest.mark.parametrize(
    ("page", "layout", "asked", "notes"),
    [
        (SITE["/a/3.html"][0].body, A, None, [Note("no-section")]),
        (page_a("空", "").body, A, None, [Note("no-glosses")]),
        (SITE["/a/2.html"][0].body, A, None, [Note("wrong-encoding", "says gb2312, is utf-8")]),
        (SITE["/a/14.html"][0].body, A, None, [Note("mixed-encoding", "4 characters lost")]),
        (list(layout_b().values())[2][0].body, B, "空白", [Note("no-glosses")]),
        (list(layout_b().values())[3][0].body, B, "错页", [Note("other-word", "另页")]),
        (b"", A, None, [Note("no-word"), Note("no-section")]),
        (b"\x00\x01<<<>>><p", A, "x", [Note("no-section")]),
    ],
)
def test_odd_pages_are_reported(page: bytes, layout: object, asked: str | None, notes: list[Note]) -> None:
    assert layout in (A, B)
    assert list(parse_page(page, A if layout is A else B, asked=asked).notes) == notes
    assert all(note.code in NOTES for note in notes)


def test_a_page_in_two_encodings_is_read_line_by_line() -> None:
    parsed = parse_page(SITE["/a/14.html"][0].body, A)
    assert parsed.entry is not None
    assert [gloss.text for gloss in parsed.entry.glosses] == ["山里的歌", "歌谣"]


def test_a_section_without_numbers_is_one_gloss() -> None:
    parsed = parse_page(SITE["/a/6.html"][1].body, A)
    assert parsed.entry is not None
    assert [gloss.text for gloss in parsed.entry.glosses] == ["航海用的地图"]


@pytest.mark.parametrize(
    ("glosses", "texts"),
    [
        ("1. 长1.5米的尺 2. 尺度", ["长1.5米的尺", "尺度"]),
        ("⒈甲。⒉乙", ["甲。", "乙"]),
        ("（1）甲（2）乙", ["甲", "乙"]),
        ("① 石头② 见①", ["石头", "见①"]),
        ("(1) 甲<p>(2)</p><p>(3) 丙", ["甲", "丙"]),
        ("词条<br>(1) 甲", ["甲"]),
        ("<ul><li><p>甲</p><li></li><li>乙</ul>", ["甲", "乙"]),
        ("<div>" * 3000 + "(1) 甲", ["甲"]),
    ],
)
def test_numbers_of_all_kinds_begin_glosses(glosses: str, texts: list[str]) -> None:
    parsed = parse_page(page_a("测试", glosses).body, A)
    assert parsed.entry is not None
    assert [gloss.text for gloss in parsed.entry.glosses] == texts


def test_the_word_comes_from_the_heading_then_from_the_title() -> None:
    assert parse_page("<title>旧词的解释</title><h1>新 词</h1>基本解释<p>1、甲".encode(), A).entry is not None
    for html, word in (
        ("<title>旧词的解释</title><h1>新 词</h1>", "新词"),
        ("<title>旧词的解释</title><h1>not Chinese</h1>", "旧词"),
        ("<title>旧词_词典</title>", "旧词"),
    ):
        parsed = parse_page(f"{html}<p>基本解释<p>1、甲".encode(), A)
        assert parsed.entry is not None
        assert parsed.entry.word == word


@pytest.mark.parametrize(
    ("page", "header", "encoding", "lost", "agreeing"),
    [
        ("<p>汉字".encode(), None, "utf-8", 0, True),
        ("<p>汉字".encode(), "gbk", "utf-8", 0, False),
        ("<p>汉字".encode("gbk"), None, "gb18030", 0, True),
        ('<meta charset="GB2312">汉字镕'.encode("gbk"), None, "gb18030", 0, True),
        ("<meta charset=big5>漢字".encode("big5"), None, "big5hkscs", 0, True),
        ("<meta charset=nonsense>汉字".encode(), None, "utf-8", 0, True),
        (b"<meta charset=gb2312>plain", None, "utf-8", 0, True),
        (b"\xef\xbb\xbf" + "汉".encode(), "gbk", "utf-8", 0, True),
        ("\ufeff汉字".encode("utf-16-le"), None, "utf-16", 0, True),
        ("汉字汉字".encode() + b"\xff" + "汉字".encode(), None, "mixed", 1, False),
    ],
)
def test_what_the_bytes_are_counts_not_what_they_are_said_to_be(
    page: bytes, header: str | None, encoding: str, lost: int, agreeing: bool
) -> None:
    decoded = decode(page, header=header)
    assert (decoded.encoding, decoded.lost) == (encoding, lost)
    if encoding != "mixed":
        assert agrees(decoded) is agreeing


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("2.html#top", "http://h.example/a/2.html"),
        ("/x?w=云", "http://h.example/x?w=%D4%C6"),
        ("/云", "http://h.example/%E4%BA%91"),
        ("?n=1", "http://h.example/a/1.html?n=1"),
        ("//other.example", "http://other.example/"),
        ("mailto:a@b.example", None),
        ("javascript:void(0)", None),
        ("http://[", None),
        ("x" * 2001, None),
    ],
)
def test_links_become_addresses(href: str, url: str | None) -> None:
    assert absolute("http://h.example/a/1.html", href, encoding="gb18030") == url


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://h.example/a", "http://h.example/b", True),
        ("http://h.example/a", "https://h.example/b", True),
        ("http://h.example:8000/a", "https://h.example/b", False),
        ("http://h.example:8000/a", "http://h.example:8001/b", False),
        ("http://h.example/a", "http://www.h.example/b", False),
    ],
)
def test_a_host_is_name_and_port(one: str, other: str, same: bool) -> None:
    assert same_host(one, other) is same


BROKEN = {
    'number = "("': "gloss.number",
    'continuation = "else"': "gloss.continuation",
    'unnumbered = "yes"': "gloss.unnumbered",
    "heading = 3": "section.heading",
    'content = "p["': "page.content",
}


def layout_file(tmp_path: Path, change: str = "") -> Path:
    import pingce.corpus.dictionary.layout as module

    path = tmp_path / "own.toml"
    lines = (Path(module.__file__).parent / "layouts" / "B.toml").read_text(encoding="utf-8").splitlines()
    key = change.split(" =")[0]
    changed, done = [], False
    for line in lines:
        if key and not done and line.startswith(f"{key} ="):
            line, done = change, True
        changed.append(line)
    path.write_text("\n".join(changed), encoding="utf-8")
    return path


@pytest.mark.parametrize("change", BROKEN)
def test_a_broken_layout_is_named_with_its_key(tmp_path: Path, change: str) -> None:
    with pytest.raises(UserError, match=BROKEN[change]) as caught:
        load_layout(str(layout_file(tmp_path, change)))
    assert caught.value.code == "bad-layout"


def test_an_own_layout_is_used(tmp_path: Path) -> None:
    own = load_layout(str(layout_file(tmp_path, "heading = '^释义$'")))
    parsed = parse_page("<title>甲乙</title><p>释义<p>(1) 甲<p>(2) 乙".encode(), own)
    assert parsed.entry is not None
    assert own.name == "own"


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"[page", "bad-toml"), (b"[page]\n", "bad-layout"), (b"\xff", "not-utf8"), (None, "no-such-layout")],
)
def test_files_that_are_no_layouts(tmp_path: Path, content: bytes | None, code: str) -> None:
    path = tmp_path / "x.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UserError) as caught:
        load_layout(str(path))
    assert caught.value.code == code


def test_the_two_layouts_differ_in_how_pages_are_found() -> None:
    assert (A.links_heading.match("相关词语") is not None, B.links_heading.match("相关词语")) == (True, None)

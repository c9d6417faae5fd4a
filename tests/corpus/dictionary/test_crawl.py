"""The crawler against our own site: polite, patient, and the same files however often it is interrupted."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from pingce.corpus.dictionary.crawl import IN_A_ROW, Target, crawl, word_targets
from pingce.corpus.dictionary.fetch import WAIT_AT_MOST, Fetcher
from pingce.corpus.dictionary.layout import load_layout
from pingce.corpus.dictionary.pages import CrawlSettings, PageFolder, Visit, is_page_folder, open_folder
from pingce.corpus.dictionary.wire import Wire, WireResponse
from pingce.spec.errors import UserError
from tests.waiting import PATIENCE

from .site import SMALL_LIMIT, Reply, Site, layout_a, layout_b, page_a, serve

NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)


@dataclass
class FakeTime:
    """Time passes only while somebody sleeps."""

    time: float = 0.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds

    def today(self) -> datetime:
        return NOW + timedelta(seconds=self.time)


@pytest.fixture
def site() -> Iterator[Site]:
    with serve({}) as running:
        running.replies.update(layout_a(running.url))
        yield running


def make_fetcher(site: Site, clock: FakeTime, *, retries: int = 1) -> Fetcher:
    # The time of a request is counted in pieces read, so that a busy machine is not taken for a slow site.
    pieces = count()
    wire = Wire("pingce-test", 20.0, SMALL_LIMIT, now=lambda: float(next(pieces)))
    return Fetcher(site.url, wire, 1.0, retries=retries, sleep=clock.sleep, now=clock.now, today=clock.today)


def run_a(
    site: Site, out: Path, clock: FakeTime | None = None, *, limit: int | None = None, retry_failed: bool = False
) -> dict[str, Visit]:
    start = f"{site.url}/a/1.html"
    with open_folder(out, CrawlSettings("A", start, by_word=False)) as folder:
        fetcher = make_fetcher(site, clock or FakeTime())
        crawl(fetcher, folder, load_layout("A"), [Target(start)], follow=True, limit=limit, retry_failed=retry_failed)
        return {visit.url.removeprefix(site.url): visit for visit in folder.visits()}


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


EXPECTED = {
    "/a/1.html": ("page", ""),
    "/a/2.html": ("page", ""),
    "/a/3.html": ("page", ""),
    "/a/4.html": ("page", ""),
    "/a/5.html": ("page", ""),
    "/a/6.html": ("page", ""),
    "/a/7.html": ("refused", "redirect to another host: localhost:PORT"),
    "/a/more.html": ("page", ""),
    "/a/9.html": ("refused", "too-large"),
    "/a/10.html": ("failed", "timeout"),
    "/a/11.html": ("gone", "HTTP 404"),
    "/a/12.html": ("page", ""),
    "/a/13.html": ("refused", "not a page: image/png"),
    "/a/14.html": ("page", ""),
    "/secret/8.html": ("refused", "robots.txt"),
}


def test_every_page_is_visited_once_and_every_trouble_is_named(site: Site, tmp_path: Path) -> None:
    visits = run_a(site, tmp_path)
    port = site.url.rsplit(":", 1)[1]
    assert {path: (v.kind, v.reason.replace(port, "PORT")) for path, v in visits.items()} == EXPECTED
    assert list(visits) == list(EXPECTED)
    assert site.hosts == {f"127.0.0.1:{port}"}
    assert [path for path in site.asked if "evil" in path or "away" in path or "secret" in path] == []
    assert site.asked.count("/a/1.html") == 2  # once for itself, once behind the redirect
    assert (visits["/a/12.html"].at, visits["/a/12.html"].page) == (f"{site.url}/a/1.html", visits["/a/1.html"].page)


def test_a_folder_keeps_each_page_once(site: Site, tmp_path: Path) -> None:
    visits = run_a(site, tmp_path)
    kept = sorted(path.name for path in (tmp_path / "pages").rglob("*") if path.is_file())
    assert kept == sorted({f"{visit.page}.html.gz" for visit in visits.values() if visit.page})
    assert PageFolder(tmp_path).page(visits["/a/6.html"]) == site.replies["/a/6.html"][1].body
    assert is_page_folder(tmp_path)


def test_requests_keep_their_pace_and_pauses(site: Site, tmp_path: Path) -> None:
    clock = FakeTime()
    run_a(site, tmp_path, clock, limit=6)
    # Nine requests (robots.txt, six pages, two of them twice): waiting for one's turn is 1 s, or nothing after a pause.
    assert clock.slept == [1.0, 1.0, 1.0, 1.0, 1.0, 7.0, 1.0, 2.0]


def test_the_crawl_delay_of_robots_txt_counts(site: Site, tmp_path: Path) -> None:
    site.replies["/robots.txt"] = [Reply(b"User-agent: *\nCrawl-delay: 5\n")]
    clock = FakeTime()
    run_a(site, tmp_path, clock, limit=2)
    assert clock.slept == [5.0, 5.0]


@pytest.mark.parametrize(
    ("retry_after", "pause"),
    [
        ("7", 7.0),
        ("1", 2.0),
        ("Wed, 01 May 2024 12:00:31 GMT", 30.0),
        ("Wed, 01 May 2024 11:00:00 GMT", 2.0),
        ("soon", 2.0),
    ],
)
def test_retry_after_is_seconds_or_a_date(site: Site, retry_after: str, pause: float) -> None:
    site.replies["/x"] = [Reply(status=503, headers=(("Retry-After", retry_after),)), page_a("甲乙", "(1) 甲")]
    clock = FakeTime()
    fetcher = make_fetcher(site, clock)
    fetcher.read_robots()
    assert fetcher.fetch(f"{site.url}/x").kind == "page"
    assert clock.slept == [1.0, pause]


def test_a_host_that_asks_for_a_long_pause_is_left_alone(site: Site, tmp_path: Path) -> None:
    site.replies["/a/2.html"] = [Reply(status=429, headers=(("Retry-After", str(int(WAIT_AT_MOST) + 1)),))]
    with pytest.raises(UserError, match="pause of 901 seconds") as caught:
        run_a(site, tmp_path)
    assert caught.value.code == "asked-to-wait"
    site.replies["/a/2.html"] = layout_a(site.url)["/a/2.html"]
    assert run_a(site, tmp_path)["/a/2.html"].kind == "page"


@pytest.mark.parametrize(
    ("robots", "kind"),
    [
        (Reply(status=404), "page"),
        (Reply(status=403), "refused"),
        (Reply(b"User-agent: *\nDisallow: /\n"), "refused"),
        (Reply(b"User-agent: other\nDisallow: /\n"), "page"),
        (Reply(status=301, headers=(("Location", "/r.txt"),)), "refused"),
    ],
)
def test_robots_txt_is_obeyed(site: Site, robots: Reply, kind: str) -> None:
    site.replies["/robots.txt"] = [robots]
    site.replies["/r.txt"] = [Reply(b"User-agent: pingce-test\nDisallow: /a\n")]
    fetcher = make_fetcher(site, FakeTime())
    fetcher.read_robots()
    assert fetcher.fetch(f"{site.url}/a/1.html").kind == kind


@pytest.mark.parametrize(
    "robots", [Reply(status=500), Reply(status=301, headers=(("Location", "http://localhost:1/robots.txt"),))]
)
def test_without_robots_txt_nothing_is_fetched(site: Site, tmp_path: Path, robots: Reply) -> None:
    site.replies["/robots.txt"] = [robots]
    with pytest.raises(UserError, match=r"Cannot read .*/robots.txt") as caught:
        run_a(site, tmp_path)
    assert caught.value.code == "no-robots"
    assert set(site.asked) == {"/robots.txt"}


@pytest.mark.parametrize(
    ("reply", "kind", "reason"),
    [
        (Reply(status=302, headers=(("Location", "/loop"),)), "refused", "too many redirects"),
        (Reply(status=302, headers=(("Location", "ftp://x.example/"),)), "refused", "redirect to ftp://x.example/"),
        (Reply(status=302), "refused", "too many redirects"),
        (Reply(status=401), "refused", "HTTP 401"),
        (Reply(b"<p>half", cut=9), "failed", "7 of 16 bytes"),
        (Reply(b"no gzip", headers=(("Content-Encoding", "gzip"),)), "failed", None),
    ],
)
def test_odd_answers(site: Site, reply: Reply, kind: str, reason: str | None) -> None:
    site.replies["/loop"] = [reply]
    fetcher = make_fetcher(site, FakeTime())
    fetcher.read_robots()
    answer = fetcher.fetch(f"{site.url}/loop")
    assert answer.kind == kind
    assert reason in (None, answer.reason)


def test_packed_pages_are_unpacked_up_to_the_limit(site: Site) -> None:
    import gzip

    packed = (("Content-Encoding", "gzip"),)
    site.replies["/small"] = [Reply(gzip.compress(b"<p>x"), headers=packed)]
    site.replies["/bomb"] = [Reply(gzip.compress(b"x" * 10_000_000), headers=packed)]
    fetcher = make_fetcher(site, FakeTime())
    fetcher.read_robots()
    assert fetcher.fetch(f"{site.url}/small").body == b"<p>x"
    assert fetcher.fetch(f"{site.url}/bomb").reason == "too-large"


def test_no_answer_is_an_answer_too(site: Site) -> None:
    import threading

    site.held["/never"] = threading.Event()
    wire = Wire("pingce-test", 0.05, SMALL_LIMIT)
    assert wire.get(f"{site.url}/never") == WireResponse(0, reason="timeout")
    gone = Wire("pingce-test", 5.0, SMALL_LIMIT).get("http://127.0.0.1:1/")
    assert (gone.status, "refused" in gone.reason) == (0, True)


def test_a_host_that_is_down_stops_the_run(tmp_path: Path) -> None:
    words = [f"词{n}" for n in range(IN_A_ROW + 5)]
    with serve({"/robots.txt": [Reply()]}) as site:
        for word in word_targets("/", words):
            site.replies[word.url] = [Reply(status=500)]
        targets = word_targets(f"{site.url}/", words)
        with (
            open_folder(tmp_path, CrawlSettings("B", f"{site.url}/", by_word=True)) as folder,
            pytest.raises(UserError, match="10 addresses in a row failed, the last with: HTTP 500") as caught,
        ):
            crawl(make_fetcher(site, FakeTime(), retries=0), folder, load_layout("B"), targets, follow=False)
        assert caught.value.code == "host-failing"
        for word in word_targets("/", words):
            site.replies[word.url] = [page_a("甲", "(1) 乙")]
        with open_folder(tmp_path, CrawlSettings("B", f"{site.url}/", by_word=True)) as folder:
            fetcher = make_fetcher(site, FakeTime())
            done = crawl(fetcher, folder, load_layout("B"), targets, follow=False, retry_failed=True)
        assert (done.done["page"], done.done["failed"], len(done.queue)) == (15, 0, 0)


def test_failed_pages_wait_until_asked_for_again(site: Site, tmp_path: Path) -> None:
    run_a(site, tmp_path)
    site.replies["/a/10.html"] = [page_a("晚到", "(1) 来得晚")]
    assert run_a(site, tmp_path)["/a/10.html"].kind == "failed"
    assert run_a(site, tmp_path, retry_failed=True)["/a/10.html"].kind == "page"


def test_nothing_left_to_do_asks_nothing(site: Site, tmp_path: Path) -> None:
    run_a(site, tmp_path)
    before = tree(tmp_path)
    site.asked.clear()
    run_a(site, tmp_path)
    assert (site.asked, tree(tmp_path)) == ([], before)


@pytest.mark.parametrize("limit", [1, 3, 7])
def test_a_crawl_in_pieces_leaves_the_same_files(site: Site, tmp_path: Path, limit: int) -> None:
    whole, pieces = tmp_path / "whole", tmp_path / "pieces"
    run_a(site, whole)
    site.asked.clear()  # replies that change with the number of requests begin again
    visits = run_a(site, pieces, limit=limit)
    assert sum(visit.kind == "page" for visit in visits.values()) == limit
    (pieces / "pages" / "ab").mkdir(exist_ok=True)
    (pieces / "pages" / "ab" / ".half.html.gz").write_bytes(b"a page a kill left behind")
    with (pieces / "index.jsonl").open("ab") as index:
        index.write(b'{"url": "cut sho')
    run_a(site, pieces)
    assert tree(pieces) == tree(whole)


def test_a_killed_crawl_goes_on_and_leaves_the_same_files(site: Site, tmp_path: Path) -> None:
    import threading

    for path in ("/a/10.html", "/a/5.html", "/a/6.html"):
        site.replies[path] = [page_a("常页", "(1) 平常 (2) 普通")]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    options = ["--layout", "A", "--start", f"{site.url}/a/1.html", "--rate", "20/s", "--max-bytes", str(SMALL_LIMIT)]
    code = "from pingce.cli.main import COMMANDS, run; COMMANDS['corpus'] = 'pingce.cli.corpus:corpus'; run()"
    command = [sys.executable, "-c", code, "corpus", "dictionary", "crawl", *options, "--out"]
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    site.held["/a/4.html"] = threading.Event()
    process = subprocess.Popen([*command, str(killed)], env=environment, stderr=subprocess.PIPE)
    assert site.arrived.wait(PATIENCE)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    site.held["/a/4.html"].set()
    lines = (killed / "index.jsonl").read_bytes().splitlines()
    assert len(lines) == 3
    for out in (killed, whole):
        done = subprocess.run(
            [*command, str(out)], env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE
        )
        assert (done.returncode, done.stderr.splitlines()[-1]) == (
            0,
            f"{out}: 10 pages, 1 not there, 4 refused, 0 failed; 0 still to visit",
        )
    assert tree(killed) == tree(whole)


def test_layout_b_asks_for_each_word_once(tmp_path: Path) -> None:
    with serve({"/robots.txt": [Reply()], **layout_b()}) as site:
        start = f"{site.url}/hans/"
        with open_folder(tmp_path, CrawlSettings("B", start, by_word=True)) as folder:
            targets = word_targets(start, ["石桥", "行走", "石桥", "不在"])
            done = crawl(make_fetcher(site, FakeTime()), folder, load_layout("B"), targets, follow=False)
            visits = list(folder.visits())
    assert [(visit.word, visit.kind, visit.found) for visit in visits] == [
        ("石桥", "page", ()),
        ("行走", "page", ()),
        ("不在", "gone", ()),
    ]
    assert (done.done["page"], done.done["gone"]) == (2, 1)


def test_a_folder_belongs_to_one_crawl(tmp_path: Path) -> None:
    mine = CrawlSettings("A", "http://h.example/1", by_word=False)
    with open_folder(tmp_path, mine):
        with pytest.raises(UserError) as busy, open_folder(tmp_path, mine):
            pass
        assert busy.value.code == "output-busy"
    with (
        pytest.raises(UserError) as other,
        open_folder(tmp_path, CrawlSettings("B", "http://h.example/1", by_word=True)),
    ):
        pass
    assert other.value.code == "other-crawl"
    (tmp_path / "crawl.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UserError) as broken, open_folder(tmp_path, mine):
        pass
    assert broken.value.code == "bad-index"


def test_a_damaged_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "index.jsonl").write_bytes(b'{"url": "u", "kind": "gone"}\n{"url": "cut sho')
    assert list(PageFolder(tmp_path).visits()) == [Visit("u", "gone")]
    (tmp_path / "index.jsonl").write_bytes(b'{"url": 1}\n')
    with pytest.raises(UserError, match=r"index.jsonl:1: ") as caught:
        list(PageFolder(tmp_path).visits())
    assert caught.value.code == "bad-index"
    with pytest.raises(UserError) as missing:
        PageFolder(tmp_path).page(Visit("u", "page", page="ab" * 32))
    assert missing.value.code == "bad-page"
    (tmp_path / "file").write_bytes(b"")
    with (
        pytest.raises(UserError) as unwritable,
        open_folder(tmp_path / "file", CrawlSettings("A", "http://h.example/", by_word=False)),
    ):
        pass
    assert unwritable.value.code == "cannot-write"

"""Visit the pages of one dictionary: closed over the links to other entries, or one for each word of a list.

Addresses are visited in the order they were found, one after the other; what is next follows from the index alone.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from pingce.formats.findings import Findings
from pingce.formats.load import refuse_invalid
from pingce.formats.source import find_source
from pingce.formats.textlines import text_lines
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from ..entries import read_entries
from .fetch import Fetcher
from .layout import PageLayout
from .pages import PageFolder, Visit, checksum
from .parse import parse_page
from .urls import same_host
from .wire import Answer

IN_A_ROW = 10
"""So many addresses without an answer, and the host is down rather than the pages."""


class Target(NamedTuple):
    """An address to visit, and the word it stands for if it was made from one."""

    url: str
    word: str = ""


@dataclass
class Frontier:
    """What is known and what comes next."""

    queue: deque[Target] = field(default_factory=deque)
    known: set[str] = field(default_factory=set)
    done: Counter[str] = field(default_factory=Counter)
    """Visits by what became of them."""

    def add(self, targets: Iterable[Target]) -> tuple[str, ...]:
        """Queue what is new; returns it."""
        fresh = []
        for target in targets:
            if target.url not in self.known:
                self.known.add(target.url)
                self.queue.append(target)
                fresh.append(target.url)
        return tuple(fresh)


def restore(visits: Iterable[Visit], first: Sequence[Target], *, retry_failed: bool) -> Frontier:
    """The frontier as the index tells it; pages that failed come last, if they are to be tried again."""
    frontier = Frontier()
    frontier.add(first)
    visited: dict[str, Visit] = {}
    for visit in visits:
        visited[visit.url] = visit
        frontier.add(Target(url) for url in visit.found)
    frontier.done.update(visit.kind for visit in visited.values())
    words = {target.url: target.word for target in first}
    failed = [
        Target(visit.url, words.get(visit.url, visit.word)) for visit in visited.values() if visit.kind == "failed"
    ]
    waiting = [target for target in frontier.queue if target.url not in visited]
    if retry_failed:
        frontier.done["failed"] -= len(failed)
        waiting += failed
    frontier.queue = deque(waiting)
    return frontier


def word_targets(start: str, words: Iterable[str]) -> list[Target]:
    return [Target(start + quote(word), word) for word in dict.fromkeys(words)]


def crawl(
    fetcher: Fetcher,
    folder: PageFolder,
    layout: PageLayout,
    first: Sequence[Target],
    *,
    follow: bool,
    limit: int | None = None,
    retry_failed: bool = False,
    progress: Callable[[Frontier], None] = lambda _: None,
) -> Frontier:
    """``limit`` counts the pages of the folder, so that a resumed crawl ends where an undisturbed one does.

    Fetch the pages of a dictionary into ``folder``, from ``first`` on and, with ``follow``, along the links that the
    ``layout`` knows. Pages that failed earlier are asked for again only with ``retry_failed``.
    """
    frontier = restore(folder.visits(), first, retry_failed=retry_failed)
    in_a_row = 0
    if frontier.queue and (limit is None or frontier.done["page"] < limit):
        fetcher.read_robots()
    while frontier.queue and (limit is None or frontier.done["page"] < limit):
        target = frontier.queue.popleft()
        answer = fetcher.fetch(target.url)
        visit = _visit(target, answer, layout, frontier, follow=follow)
        folder.add(visit, answer)
        frontier.done[visit.kind] += 1
        progress(frontier)
        in_a_row = in_a_row + 1 if visit.kind == "failed" else 0
        if in_a_row == IN_A_ROW:
            raise UserError(
                Words(
                    f"连续 {IN_A_ROW} 个地址失败，最后一个：{answer.reason}。",
                    f"{IN_A_ROW} addresses in a row failed, the last with: {answer.reason}.",
                ),
                hint=Words(
                    "等主机恢复后，加 --retry-failed 再运行同一命令。",
                    "Run the same command with --retry-failed when the host answers again.",
                ),
                code="host-failing",
            )
    return frontier


def _visit(target: Target, answer: Answer, layout: PageLayout, frontier: Frontier, *, follow: bool) -> Visit:
    if answer.kind != "page":
        return Visit(target.url, answer.kind, answer.reason, word=target.word)
    new_targets: tuple[str, ...] = ()
    if follow:
        parsed = parse_page(answer.body, layout, url=answer.url, charset=answer.charset)
        new_targets = frontier.add(Target(url) for url in _own(parsed.links, answer.url))
    return Visit(
        target.url,
        "page",
        page=checksum(answer.body),
        at=answer.url if answer.url != target.url else "",
        charset=answer.charset,
        word=target.word,
        found=new_targets,
    )


def _own(links: Iterable[str], url: str) -> Iterator[str]:
    """Links to other hosts are never followed."""
    return (link for link in links if same_host(link, url))


def read_words(path: Path) -> Iterator[str]:
    """The words to ask a dictionary for: those of an inventory, or the first column of a text file."""
    if path.suffix in (".json", ".jsonl"):
        yield from (entry.word for entry in read_entries(path))
        return
    source = find_source(path)
    findings = Findings(source.name)
    with refuse_invalid(findings):
        for _, line in text_lines(source, findings):
            if word := line.split("\t")[0].strip():
                yield word

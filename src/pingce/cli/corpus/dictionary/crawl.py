"""``pingce corpus dictionary crawl``."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pingce import __version__
from pingce.cli.corpus.options import interruptible
from pingce.cli.terminal import spoken, spoken_option
from pingce.spec.words import Words

if TYPE_CHECKING:
    from pingce.corpus.dictionary.crawl import Frontier

SECONDS = {"s": 1.0, "min": 60.0, "h": 3600.0}
FAST = 20.0
"""Requests per second beyond which no site of somebody else's should be asked."""
KINDS = {
    "page": Words("页取到", "pages"),
    "gone": Words("页不存在", "not there"),
    "refused": Words("页不许取", "refused"),
    "failed": Words("页失败", "failed"),
}


class CrawlRate(click.ParamType[float]):
    """``1/s``, ``30/min``, ``500/h`` → seconds between two requests."""

    name = "rate"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        match = re.fullmatch(r"(\d+(?:\.\d+)?)/(s|min|h)", str(value))
        times = float(match[1]) if match else 0.0
        if match is None or not times:
            self.fail(f"found {value}; expected something like 1/s, 30/min or 500/h.", param, ctx)
        seconds = SECONDS[match[2]] / times
        if seconds * FAST < 1:
            self.fail(f"found {value}; expected at most {FAST:g}/s.", param, ctx)
        return seconds


@click.command()
@click.option("--layout", required=True, metavar="A|B|FILE", help="How its pages are laid out; FILE is a TOML file.")
@click.option("--start", required=True, metavar="URL", help="First page; with --words, what stands before the word.")
@click.option("--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder of the pages.")
@click.option("--words", "words_file", type=click.Path(path_type=Path, dir_okay=False), help="Words to look up.")
@click.option("--rate", type=CrawlRate(), default="1/s", show_default=True, help="Requests: 1/s, 30/min, 500/h.")
@click.option("--limit", type=click.IntRange(min=1), help="Stop when the folder has so many pages.")
@click.option("--timeout", type=click.FloatRange(min=0.1), default=30, show_default=True, help="Seconds per request.")
@click.option(
    "--retries", type=click.IntRange(min=0, max=10), default=4, show_default=True, help="Tries after a fault."
)
@click.option("--max-bytes", type=click.IntRange(min=1), default=5_000_000, show_default=True, help="Size of a page.")
@click.option("--retry-failed", is_flag=True, help="Ask again for pages that failed before.")
@click.option(
    "--user-agent",
    default=f"pingce/{__version__} (dictionary research; one request at a time)",
    show_default=True,
    help="How to introduce ourselves; name an address where you can be reached.",
)
@spoken_option
def crawl(
    layout: str,
    start: str,
    out: Path,
    words_file: Path | None,
    rate: float,
    limit: int | None,
    timeout: float,
    retries: int,
    max_bytes: int,
    retry_failed: bool,
    user_agent: str,
) -> None:
    """Fetch the entry pages of one dictionary into a folder.

    Layout A is closed over the links to related words from the first page on; layout B has one page for each word
    of --words (one per line, entries or an inventory). Only the host of --start is asked, one request at a time, as
    its robots.txt allows. An interrupted crawl goes on exactly where it stopped.
    """
    from pingce.corpus.dictionary.crawl import Target, read_words, word_targets
    from pingce.corpus.dictionary.crawl import crawl as visit_pages
    from pingce.corpus.dictionary.fetch import Fetcher
    from pingce.corpus.dictionary.layout import load_layout
    from pingce.corpus.dictionary.pages import CrawlSettings, open_folder
    from pingce.corpus.dictionary.urls import absolute
    from pingce.corpus.dictionary.wire import Wire

    first_url = absolute(start, "") or ""
    if not first_url:
        raise click.BadParameter(f"found {start}; expected http://… or https://…", param_hint="--start")
    if layout == "B" and words_file is None:
        raise click.UsageError("Pages of layout B are found by word: give --words.")
    page_layout = load_layout(layout)
    first = [Target(first_url)] if words_file is None else word_targets(first_url, read_words(words_file))
    fetcher = Fetcher(
        first_url,
        Wire(user_agent, timeout, max_bytes),
        rate,
        retries=retries,
        say=lambda words: click.echo(spoken(words), err=True),
    )
    settings = CrawlSettings(page_layout.name, first_url, words_file is not None)
    with interruptible(), open_folder(out, settings) as folder:
        frontier = visit_pages(
            fetcher,
            folder,
            page_layout,
            first,
            follow=words_file is None,
            limit=limit,
            retry_failed=retry_failed,
            progress=_counter(),
        )
    done, left = frontier.done, len(frontier.queue)
    zh = "，".join(f"{done[kind]} {title.zh}" for kind, title in KINDS.items())
    en = ", ".join(f"{done[kind]} {title.en}" for kind, title in KINDS.items())
    click.echo(spoken(Words(f"{out}：{zh}；还有 {left} 页要取", f"{out}: {en}; {left} still to visit")), err=True)


def _counter() -> "Callable[[Frontier], None]":
    """One line that counts, if somebody is looking."""
    if not sys.stderr.isatty():
        return lambda _: None

    def show(frontier: "Frontier") -> None:
        pages, waiting = frontier.done["page"], len(frontier.queue)
        failed = frontier.done["failed"]
        zh, en = f"{pages} 页，待取 {waiting}，失败 {failed}", f"{pages} pages, {waiting} to visit, {failed} failed"
        click.echo(f"\r{spoken(Words(zh, en))} ", err=True, nl=False)

    return show

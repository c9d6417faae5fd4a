"""How long do pages take? ``python -m benchmarks.pages [--url http://127.0.0.1:8000] [--times 3]``

Chromium visits the pages of a running demo (`pingce serve --demo`), as whoever uses them, each in a profile that has
loaded the scripts before. Told is the time from going there until what the page is about can be seen, the median of
some visits, beside a page of the same server that shows next to nothing: what that takes is Chromium's and the
machine's. Beside it stands the CPU time of the page in Chromium, which other programs on the machine hardly change.
The aims: the comparison of two submissions within 1 s, every other page within 0.7 s, the first answer of a system
within 2 s; start the server some seconds before, as it loads the models.

A page that does not come within half a minute is told as such, and the others are measured all the same. ``--only``
takes some pages by their names.
"""

import argparse
import os
import statistics
import time
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page, sync_playwright
from tests.browser.chromium import CHROMIUM
from tests.browser.conftest import ARGUMENTS
from tests.browser.test_pages import BUILDER, SHOTS, TEAM

NEXT_TO_NOTHING = "not-found"
COMPARISON = ("/submissions/2/compare/5", ".values")
PATIENCE = 30_000
"""Milliseconds after which a page is not waited for any longer."""
BENCHMARK = "/benchmarks/demo-space"
WORK = (
    ("benchmark", BENCHMARK, "[data-stage]"),
    ("lexicon", f"{BENCHMARK}/lexicon", "[data-part=groups] li"),
    ("dictionaries", f"{BENCHMARK}/dictionaries", "main h1"),
    ("stage-score", "/stages/score", "main h1"),
    ("stage-systems", "/stages/systems", "main table"),
    ("trace", "/trace", "main h1"),
    ("new-benchmark", "/new/benchmark", "main h1"),
)
"""Pages of the builder that the pictures of the demo leave out, with what they show."""
SENTENCE = "小猫从箱子里跳出来，跑到桌子下面去了。"


@dataclass(frozen=True)
class Visit:
    name: str
    who: str | None
    path: str
    shows: str
    aim: float


def visits() -> list[Visit]:
    """Pages that are there without a click or a key."""
    plain = [shot for shot in SHOTS if not shot.click and not shot.keys and not shot.english]
    pages = [Visit(shot.name, shot.who, shot.path, shot.shows, 0.7) for shot in plain]
    pages.sort(key=lambda visit: visit.name != NEXT_TO_NOTHING)
    work = [Visit(name, BUILDER, path, shows, 0.7) for name, path, shows in WORK]
    return [*pages, *work, Visit("compare", TEAM, *COMPARISON, 1.0)]


def profile(browser: Browser, url: str, who: str | None) -> BrowserContext:
    context = browser.new_context(base_url=url, locale="zh-CN", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    if who is not None:
        answer = context.request.post("/api/demo/login", data={"name": who})
        assert answer.ok, answer.text()
    return context


class Window:
    """Where one person goes from page to page, and how long the page's own thread has computed so far."""

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()
        self.session: CDPSession = context.new_cdp_session(self.page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def cpu(self) -> float:
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    def visit(self, visit: Visit) -> tuple[float, float]:
        """Seconds until it is there, and seconds of CPU time."""
        self.page.goto("/api/health")
        before, start = self.cpu(), time.perf_counter()
        self.page.goto(visit.path, wait_until="commit")
        self.page.locator(visit.shows).first.wait_for()
        return time.perf_counter() - start, self.cpu() - before


def measure(window: Window, visit: Visit, times: int) -> str:
    """A line of the table."""
    try:
        window.visit(visit)
        found = [window.visit(visit) for _ in range(times)]
    except Error as error:
        return f"{visit.name:34} did not come: {error.message.splitlines()[0]}"
    took, cpu = (statistics.median(numbers) for numbers in zip(*found, strict=True))
    missed = "" if took <= visit.aim else f"  more than {visit.aim} s"
    return f"{visit.name:34} {took:.2f} s  {cpu:.2f} s of CPU{missed}"


def first_answer(page: Page) -> float:
    page.goto("/try")
    page.locator("textarea").fill(SENTENCE)
    start = time.perf_counter()
    page.get_by_role("button", name="问系统").click()
    page.locator("article").first.wait_for(state="attached")
    return time.perf_counter() - start


def run() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    options = parser.parse_args()
    chosen = [visit for visit in visits() if not options.only or visit.name in options.only]
    print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, {len(chosen)} pages", flush=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        windows = {who: Window(profile(browser, options.url, who)) for who in {visit.who for visit in chosen}}
        if not options.only:
            anybody = windows[None].page
            models = anybody.request.get("/api/try").json()["models"]
            print(f"first answer {first_answer(anybody):.2f} s (aim 2.0)" if models else "no models to ask", flush=True)
        for number, visit in enumerate(chosen, start=1):
            print(f"{number:3} {measure(windows[visit.who], visit, options.times)}", flush=True)
        browser.close()
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    run()

"""How long do pages take? ``python -m benchmarks.pages [--url http://127.0.0.1:8000] [--times 3]``

Chromium visits the pages of a running demo (`pingce serve --demo`), as whoever uses them, each in a profile that has
loaded the scripts before. Told is the time from going there until what the page is about can be seen, the median of
some visits, beside a page of the same server that shows next to nothing: what that takes is Chromium's and the
machine's. The aims: the comparison of two submissions within 1 s, every other page within 0.7 s, the first answer of
a system within 2 s; start the server some seconds before, as it loads the models.
"""

import argparse
import os
import statistics
import time
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.browser.chromium import CHROMIUM
from tests.browser.conftest import ARGUMENTS
from tests.browser.test_pages import SHOTS, TEAM

from pingce.demo.people import PEOPLE

NEXT_TO_NOTHING = "not-found"
COMPARISON = ("/submissions/2/compare/5", ".values")
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
    return [*pages, Visit("compare", TEAM, *COMPARISON, 1.0)]


def profile(browser: Browser, url: str, who: str | None) -> BrowserContext:
    context = browser.new_context(base_url=url, locale="zh-CN", viewport={"width": 1280, "height": 800})
    if who is not None:
        answer = context.request.post("/api/demo/login", data={"name": who})
        assert answer.ok, answer.text()
    return context


def seconds(page: Page, visit: Visit) -> float:
    page.goto("/api/health")
    start = time.perf_counter()
    page.goto(visit.path, wait_until="commit")
    page.locator(visit.shows).first.wait_for()
    return time.perf_counter() - start


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
    options = parser.parse_args()
    print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        pages = {who: profile(browser, options.url, who).new_page() for who in (None, *(one.name for one in PEOPLE))}
        if pages[None].request.get("/api/try").json()["models"]:
            print(f"first answer {first_answer(pages[None]):.2f} s (aim 2.0)")
        for visit in visits():
            seconds(pages[visit.who], visit)
            took = statistics.median(seconds(pages[visit.who], visit) for _ in range(options.times))
            print(
                f"{visit.name:34} {took:.2f} s{'' if took <= visit.aim else f'  more than {visit.aim} s'}", flush=True
            )
        browser.close()


if __name__ == "__main__":
    run()

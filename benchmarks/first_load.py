"""What a first visit costs a slow machine.

    python -m benchmarks.first_load [--url http://127.0.0.1:8000] [--path / …] [--slow 4] [--times 3]

Chromium goes to pages of a running server in an empty profile, its processor slowed down so many times. Told are the
requests and bytes of the visit, when the page first painted, when its script had nothing more to do (the end of the
last task over 50 ms, or the first paint), and how much of the long tasks went beyond 50 ms; medians of some visits.
"""

import argparse
import os
import statistics
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright
from tests.browser.chromium import CHROMIUM
from tests.browser.conftest import ARGUMENTS

WATCH = """
window.tasks = []
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.tasks.push([task.startTime, task.duration])
}).observe({ type: 'longtask', buffered: true })
"""
READ = """() => ({
  tasks: window.tasks,
  paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  sizes: performance.getEntriesByType('resource').map((one) => one.transferSize),
})"""


class Visit(NamedTuple):
    requests: float
    kilobytes: float
    painted: float
    ready: float
    blocked: float


def visit(browser: Browser, url: str, slow: float) -> Visit:
    """One first visit; the document itself is not among the requests."""
    with browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        context.add_init_script(WATCH)
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
        page.goto(url, wait_until="networkidle")
        seen = page.evaluate(READ)
    ends = [start + took for start, took in seen["tasks"]]
    blocked = sum(took - 50 for _, took in seen["tasks"])
    return Visit(len(seen["sizes"]), sum(seen["sizes"]) / 1000, seen["paint"], max([seen["paint"], *ends]), blocked)


def run() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--path", action="append")
    parser.add_argument("--slow", type=float, default=4.0)
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    print(
        f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, processor slowed down {options.slow:g} times"
    )
    print(f"{'page':<20}{'requests':>9}{'kB':>7}{'painted ms':>12}{'ready ms':>10}{'blocked ms':>12}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for path in options.path or ["/", "/login", "/try"]:
            visits = [visit(browser, options.url + path, options.slow) for _ in range(options.times)]
            row = [statistics.median(column) for column in zip(*visits, strict=True)]
            print(f"{path:<20}{row[0]:>9.0f}{row[1]:>7.0f}{row[2]:>12.0f}{row[3]:>10.0f}{row[4]:>12.0f}", flush=True)
        browser.close()


if __name__ == "__main__":
    run()

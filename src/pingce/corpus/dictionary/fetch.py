"""Polite fetching from one host: robots.txt, a pace, patience when asked to wait, retries with growing pauses."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.robotparser import RobotFileParser

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .urls import absolute, host, same_host
from .wire import TOO_LARGE, Answer, Wire, WireResponse

REDIRECTS = 5
FIRST_PAUSE = 2.0
"""Seconds before the first retry; each further pause is twice as long."""
WAIT_AT_MOST = 900.0
"""A host that asks for a longer pause is left alone until the next run."""
AGAIN = frozenset({0, 408, 425, 429, 500, 502, 503, 504})
"""Statuses that may be different the next time."""


@dataclass
class Fetcher:
    """All requests of a run go through here, one at a time."""

    site: str
    """Any address of the one host that is ever asked."""
    wire: Wire
    interval: float
    """Seconds between the beginnings of two requests."""
    retries: int = 4
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], float] = time.monotonic
    today: Callable[[], datetime] = lambda: datetime.now(UTC)
    say: Callable[[Words], None] = lambda _: None
    robots: RobotFileParser = field(default_factory=RobotFileParser)
    _next: float = 0.0

    def read_robots(self) -> None:
        """No robots.txt allows everything, a locked one nothing; one that cannot be read now stops the run."""
        url = absolute(self.site, "/robots.txt") or ""
        got, redirects = self._retried(url), 0
        while 300 <= got.status < 400 and redirects < REDIRECTS:
            target = absolute(url, got.location or "")
            if target is None or not same_host(self.site, target):
                break
            url, got, redirects = target, self._retried(target), redirects + 1
        if got.status == 200 and got.reason != TOO_LARGE:
            self.robots.parse(got.body.decode("utf-8", "replace").splitlines())
        elif got.status in (401, 403):
            self.robots.parse(["User-agent: *", "Disallow: /"])
        elif 400 <= got.status < 500 and got.status != 429:
            self.robots.parse([])
        else:
            raise UserError(
                Words(
                    f"无法读取 {url}：{got.reason or got.status}。", f"Cannot read {url}: {got.reason or got.status}."
                ),
                hint=Words(
                    "没有它就不知道哪些网页可以抓取；请稍后再试。",
                    "Without it we do not know what may be fetched; try again later.",
                ),
                code="no-robots",
            )
        delay = self.robots.crawl_delay(self.wire.user_agent)
        if delay is not None:
            longer = max(self.interval, float(delay))
            self._next += longer - self.interval
            self.interval = longer

    def fetch(self, url: str) -> Answer:
        for _ in range(REDIRECTS + 1):
            if not same_host(self.site, url):
                return Answer("refused", f"redirect to another host: {host(url)}")
            if not self.robots.can_fetch(self.wire.user_agent, url):
                return Answer("refused", "robots.txt")
            got = self._retried(url)
            if not 300 <= got.status < 400:
                return _answer(got, url)
            target = absolute(url, got.location or "")
            if target is None:
                return Answer("refused", f"redirect to {got.location}")
            url = target
        return Answer("refused", "too many redirects")

    def _retried(self, url: str) -> WireResponse:
        got = WireResponse(0)
        for attempt in range(self.retries + 1):
            self._wait_for_turn()
            got = self.wire.get(url)
            if got.status not in AGAIN or attempt == self.retries:
                break
            pause = self._pause(got, attempt)
            self.say(Words(f"{url}：{got.reason}；{pause:g} 秒后再试", f"{url}: {got.reason}; again in {pause:g} s"))
            self.sleep(pause)
        return got

    def _pause(self, got: WireResponse, attempt: int) -> float:
        asked = self._asked_pause(got.retry_after)
        if asked is not None and asked > WAIT_AT_MOST:
            raise UserError(
                Words(
                    f"{host(self.site)} 要求暂停 {asked:.0f} 秒。",
                    f"{host(self.site)} asks for a pause of {asked:.0f} seconds.",
                ),
                hint=Words(
                    "到时再运行同一命令，会从中断处继续。",
                    "Run the same command after that; it goes on where it stopped.",
                ),
                code="asked-to-wait",
            )
        return max(FIRST_PAUSE * (1 << attempt), asked or 0.0)

    def _asked_pause(self, retry_after: str | None) -> float | None:
        """Retry-After has seconds or a date."""
        if retry_after is None:
            return None
        if retry_after.strip().isdecimal():
            return float(retry_after)
        try:
            until = parsedate_to_datetime(retry_after)
        except ValueError:
            return None
        left = until.replace(tzinfo=until.tzinfo or UTC) - self.today()
        return max(0.0, float(left.total_seconds()))

    def _wait_for_turn(self) -> None:
        wait = self._next - self.now()
        if wait > 0:
            self.sleep(wait)
        self._next = self.now() + self.interval


def _answer(got: WireResponse, url: str) -> Answer:
    if got.status in (404, 410):
        return Answer("gone", got.reason)
    if got.status in AGAIN:
        return Answer("failed", got.reason)
    if got.reason == TOO_LARGE:
        return Answer("refused", TOO_LARGE)
    if got.status != 200:
        return Answer("refused", got.reason)
    if got.content_type and "html" not in got.content_type:
        return Answer("refused", f"not a page: {got.content_type}")
    return Answer("page", "", got.body, url, got.charset)

"""A small dictionary of invented entries in both layouts, served on loopback, with everything that goes wrong."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple, cast
from urllib.parse import quote

HUGE = 200_000
SMALL_LIMIT = 50_000
"""For tests: bytes of a page between those of the usual ones and of the huge one."""


class Reply(NamedTuple):
    """What the server says; ``drip`` never comes to an end by itself."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    content_type: str = "text/html"
    drip: bool = False
    cut: int = 0
    """Bytes promised but not sent."""


@dataclass
class Site:
    """Replies by path: one after the other, the last one for ever."""

    replies: dict[str, list[Reply]]
    asked: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)
    held: dict[str, threading.Event] = field(default_factory=dict)
    """Paths that wait until somebody sets their event."""
    arrived: threading.Event = field(default_factory=threading.Event)
    """Set when a held path is asked for."""
    closing: threading.Event = field(default_factory=threading.Event)
    url: str = ""

    def reply(self, path: str) -> Reply:
        times = Counter(self.asked)[path]
        known = self.replies.get(path)
        return known[min(times, len(known)) - 1] if known else Reply(status=404)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        site = cast("SiteServer", self.server).site
        site.asked.append(self.path)
        site.hosts.add(str(self.headers["Host"]))
        if self.path in site.held:
            site.arrived.set()
            site.held[self.path].wait()
        reply = site.reply(self.path)
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Content-Length", str(len(reply.body) + reply.cut))
        for name, value in reply.headers:
            self.send_header(name, value)
        self.end_headers()
        try:
            self.wfile.write(reply.body)
            while reply.drip and not site.closing.wait(0.005):
                self.wfile.write(b" ")
        except ConnectionError:
            pass  # the client had enough

    def log_message(self, *args: object) -> None:
        """Quiet."""


class SiteServer(ThreadingHTTPServer):
    site: Site

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed is no news."""


@contextmanager
def serve(replies: dict[str, list[Reply]]) -> Iterator[Site]:
    server = SiteServer(("127.0.0.1", 0), Handler)
    server.site = Site(replies, url=f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server.site
    finally:
        server.site.closing.set()
        for event in server.site.held.values():
            event.set()
        server.shutdown()
        thread.join()
        server.server_close()


def page_a(
    word: str, glosses: str, links: str = "", *, encoding: str = "gb18030", says: str = "gb2312", tail: bytes = b""
) -> Reply:
    """Layout A: a table page of another age."""
    html = (
        f'<html><head><meta http-equiv="Content-Type" content="text/html; charset={says}">'
        f"<title>{word}的意思,{word}的解释</title></head><body><a href=#1>基本解释</a> <a href=#2>详细解释</a>"
        f"<script>var x = '基本解释';</script><table><tr><td class=font_22>{word}</td></tr>"
        f"<tr><td><b>基本解释</b>：<br>{glosses}</td></tr><tr><td>详细解释<p>不要这里的(9) 什么。</td></tr></table>"
        f"<p>相关词语</p><p>{links}</p><p>版权 <a href=/about.html>关于</a>"
    )
    return Reply(html.encode(encoding) + tail)


def link(path: str, text: str = "词") -> str:
    return f'<a href="{path}">{text}</a> '


def layout_a(site_url: str = "") -> dict[str, list[Reply]]:
    """Fourteen pages; every trouble once."""
    far = site_url.replace("127.0.0.1", "localhost")
    start = "".join(link(f"{n}.html") for n in range(2, 8))
    more = link("/a/more.html", "更多相关词语")
    later = "".join(link(f"/a/{n}.html") for n in range(9, 15)) + link("/secret/8.html") + link("mailto:a@b.example")
    return {
        "/robots.txt": [Reply(b"User-agent: *\nDisallow: /secret/\n", content_type="text/plain")],
        "/a/1.html": [
            page_a(
                "云梯",
                "云梯 yún tī<br>(1) [ladder]∶古代攻城用的长梯：“架起云梯。”<br>(2) 消防用的梯子，<br>可以升高。",
                start + more + link(f"{far}/a/evil.html"),
            )
        ],
        "/a/2.html": [page_a("石桥", "① 石头造的桥② 比喻牢靠的联系", link("1.html"), encoding="utf-8")],
        "/a/3.html": [
            Reply("<title>风铃</title><body><p>没有这一节<p>相关词语<p><a href=/a/1.html>回去</a>".encode("gb18030"))
        ],
        "/a/4.html": [
            page_a("风车", "(1) 磨坊的机器 (2) 孩子的玩具", link("4.html") + link("2.html#x") + link("5.html"))
        ],
        "/a/5.html": [Reply(status=429, headers=(("Retry-After", "7"),)), page_a("灯塔", "1. 引路的塔 2. 指路的人")],
        "/a/6.html": [Reply(status=500), page_a("海图", "航海用的地图")],
        "/a/7.html": [Reply(status=302, headers=(("Location", f"{far}/a/away.html"),))],
        "/a/more.html": [Reply(f"<title>云</title><h3>更多相关词语</h3><ul>{later}</ul>".encode("gb18030"))],
        "/secret/8.html": [page_a("密室", "(1) 不该看到")],
        "/a/9.html": [Reply(b"x" * HUGE)],
        "/a/10.html": [Reply(b"<html>", drip=True, cut=HUGE)],
        "/a/12.html": [Reply(status=301, headers=(("Location", "/a/1.html"),))],
        "/a/13.html": [Reply(b"\x89PNG", content_type="image/png")],
        "/a/14.html": [
            page_a("山歌", "(1) 山里的歌\n<br>(2) 歌谣", tail="\n<p>页脚：欢迎".encode() + b"\n\xff\xfe\xff\xff")
        ],
    }


def page_b(word: str, body: str, *, title: str = "") -> Reply:
    """Layout B: one page per word."""
    html = (
        f'<!doctype html><meta charset="utf-8"><title>{title or word}的解释|{title or word}的意思|词典</title>'
        f"<nav><a href=#cyjs>词语解释</a><a href=#wljs>网络解释</a></nav><div class=content><h3>词语解释</h3>{body}"
        "<h3>网络解释</h3><p>(1) 别的东西</p></div>"
    )
    return Reply(html.encode())


def layout_b() -> dict[str, list[Reply]]:
    return {
        f"/hans/{quote('石桥')}": [
            page_b(
                "石桥",
                "<p><strong>石桥</strong> <span>shí qiáo</span> ㄕˊ ㄑㄧㄠˊ</p><p>(1) [stone bridge]∶石头造的桥</p>"
                "<p>我们走过石桥。</p><p>(2) 地名</p>",
            )
        ],
        f"/hans/{quote('行走')}": [
            page_b("行走", "<p>行走 xíng zǒu</p><ol><li>走路<li>往来</ol><p>行走 háng zǒu</p><p>(1) 在行里走</p>")
        ],
        f"/hans/{quote('空白')}": [page_b("空白", "")],
        f"/hans/{quote('错页')}": [page_b("另页", "<p>(1) 另一个词</p>")],
    }

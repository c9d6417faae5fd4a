"""By which names the server may be asked.

A page from elsewhere can give its own name the address of this machine (DNS rebinding); its scripts then talk to us as
if we were it, past what browsers forbid between pages. They cannot change the name that the browser sends along, so a
name that is not ours is refused. An address of numbers belongs to nobody's name and is always fine.
"""

import html
import ipaddress
import re
from collections.abc import Iterable

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .errors import WrongHostError

ANY = "*"
LOCAL = ("localhost", "localhost.localdomain")
OPTION = "--allowed-host"
NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
PORT = re.compile(r":\d*$")

PAGE = """<!doctype html>
<html lang="zh" style="color-scheme:light dark"><meta charset="utf-8"><title>评测 · pingce</title>
<body style="font-family:sans-serif;max-width:40em;margin:4em auto;line-height:1.7">
<h1>评测 · pingce</h1>
<p>{zh}</p>
<hr>
<p lang="en">{en}</p>
"""


class Hosts:
    """The names this server goes by; `*` takes any."""

    def __init__(self, names: Iterable[str] = (ANY,)) -> None:
        self.names = frozenset(names)

    def takes(self, header: bytes) -> bool:
        """Whether a Host header names us; browsers never leave it out."""
        if ANY in self.names:
            return True
        name = named(header)
        return name in self.names or name in LOCAL or _is_address(name.removeprefix("[").removesuffix("]"))


def named(header: bytes) -> str:
    """The name in a Host header, without the port."""
    return PORT.sub("", header.decode("latin-1").strip().lower()).removesuffix(".")


def host_name(given: str) -> str:
    """A name as browsers send it: small letters, and 评测.example in its ASCII form."""
    try:
        name = given.strip().removesuffix(".").encode("idna").decode("ascii").lower()
    except UnicodeError:
        name = ""
    if name != ANY and not NAME.fullmatch(name):
        raise UserError(
            Words(f"{OPTION}：{given!r} 不是主机名。", f"{OPTION}: {given!r} is not the name of a host."),
            hint=Words(
                "只写名字，不要协议、端口和路径，例如 bench.example.org；* 表示任何名字。",
                "Only the name, without protocol, port and path, such as bench.example.org; * means any.",
            ),
            code="bad-host",
        )
    return name


def wrong_host_page(problem: WrongHostError) -> bytes:
    """For people, who are not to be shown JSON."""
    messages = {lang: html.escape(problem.say(lang)) for lang in ("zh", "en")}
    return PAGE.format(**messages).encode()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True

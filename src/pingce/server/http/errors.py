"""Errors that only exist over HTTP."""

import asyncio
import random
from typing import ClassVar

from pingce.spec.words import Words
from pingce.store.errors import StoreError


class SignInNeededError(StoreError):
    """Nobody is signed in, or not any more."""

    status = 401

    def __init__(self) -> None:
        super().__init__(
            Words("请先登录。", "Sign in first."),
            hint=Words("登录可能已过期。", "An earlier sign-in may have expired."),
            code="sign-in-needed",
        )


class WrongPasswordError(StoreError):
    """Which of name and password was wrong is not said."""

    status = 401

    def __init__(self) -> None:
        super().__init__(Words("用户名或密码不对。", "The name or the password is wrong."), code="wrong-password")


class BadBodyError(StoreError):
    """Bytes that are not what they say they are."""

    status = 400


class WrongHostError(StoreError):
    """Asked by a name that is not ours."""

    status = 421

    def __init__(self, name: str) -> None:
        super().__init__(
            Words(f"这个服务器不叫“{name}”。", f"This server does not go by the name '{name}'."),
            hint=Words(
                "请用它自己的地址；如果这就是它的名字，管理员要用 --allowed-host 告诉它。",
                "Use its own address; if that is its name, the administrator has to tell it by --allowed-host.",
            ),
            code="wrong-host",
        )


class TooLargeError(StoreError):
    """More bytes than this address takes."""

    status = 413

    def __init__(self, most: int) -> None:
        size = f"{most / 2**20:g} MiB"
        super().__init__(
            Words(f"请求过大，最多 {size}。", f"The request is too large; at most {size}."), code="too-large"
        )


class UnavailableError(StoreError):
    """The database did not answer, or two requests were in each other's way and it let one of them go."""

    status = 503
    wait = 1

    def __init__(self) -> None:
        super().__init__(
            Words("数据库暂时不能应答，什么也没有改。", "The database cannot answer just now; nothing was changed."),
            hint=Words("请再试一次。", "Try again."),
            code="unavailable",
        )


class NoRoomError(StoreError):
    """Something had to be written and could not be; the log says what and where."""

    status = 507

    def __init__(self) -> None:
        super().__init__(
            Words(
                "服务器写不了文件（盘满了，或是只读的），什么也没有改。",
                "The server cannot write files (its disk is full or read-only); nothing was changed.",
            ),
            hint=Words(
                "你的请求没有毛病；请告诉管理员。", "Nothing is wrong with your request; tell the administrator."
            ),
            code="no-room",
        )


class NotWritableError(StoreError):
    """For those who look after the server: people can still read, and not do anything."""

    status = 503

    def __init__(self, where: Words) -> None:
        super().__init__(
            Words(f"{where.zh}写不了文件。", f"No file can be written in the {where.en}."), code="not-writable"
        )


class SameMomentError(StoreError):
    """Two requests wrote the same thing, both having looked before; the database let one of them through."""

    status = 409

    def __init__(self) -> None:
        super().__init__(
            Words(
                "同一时刻有人做了同样的改动，这次什么也没有改。", "Somebody did the same just now; nothing was changed."
            ),
            hint=Words("请刷新后再看。", "Look again."),
            code="same-moment",
        )


class ComeBackError(StoreError):
    """Not now; `wait` seconds until the next attempt may succeed."""

    status = 429
    pause: ClassVar[float] = 2.0
    """Seconds for which the answer is held back, in no thread: who asks without end is slowed down by it."""

    def __init__(self, message: Words, wait: float, *, code: str) -> None:
        self.wait = max(1, round(wait))
        super().__init__(
            message,
            hint=Words(f"请在 {self.wait} 秒后再试。", f"Try again in {self.wait} seconds."),
            code=code,
        )

    async def hold_back(self) -> None:
        """Not equally long for all: those who came together would come back together."""
        await asyncio.sleep(self.pause * random.uniform(0.5, 1.5))  # noqa: S311 (not for secrets)


class TooManyError(ComeBackError):
    """Too many attempts of those that are counted under `key`."""

    key = ""


class TooManySignInsError(TooManyError):
    """Somebody failed to sign in too often under one name; ``wait`` are the seconds until the next attempt."""

    def __init__(self, wait: float) -> None:
        super().__init__(Words("登录失败次数过多。", "Too many failed sign-ins."), wait, code="too-many-attempts")


class TooManyRegistrationsError(TooManyError):
    """Too many teams were registered from one address."""

    def __init__(self, wait: float) -> None:
        message = Words("此地址的报名过多。", "Too many registrations from this address.")
        super().__init__(message, wait, code="too-many-registrations")


class TooManyNamesError(TooManyError):
    """One address tried the passwords of too many names."""

    def __init__(self, wait: float) -> None:
        message = Words("此地址试过的用户名过多。", "Too many names were tried from this address.")
        super().__init__(message, wait, code="too-many-names")


class LineFullError(ComeBackError):
    """More people in a line (`sign_in_lines`) than may wait there."""

    def __init__(self) -> None:
        message = Words("同时登录或注册的人太多。", "Too many people are signing in or up at the same moment.")
        super().__init__(message, 2, code="line-full")

"""Errors that only exist over HTTP."""

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


class TooManyError(StoreError):
    """Too many attempts; `wait` seconds until the next may succeed."""

    status = 429

    def __init__(self, wait: float) -> None:
        self.wait = max(1, round(wait))
        super().__init__(
            Words("登录失败次数过多。", "Too many failed sign-ins."),
            hint=Words(f"请在 {self.wait} 秒后再试。", f"Try again in {self.wait} seconds."),
            code="too-many-attempts",
        )

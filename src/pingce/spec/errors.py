"""The one error that is shown to a person without a traceback."""

import errno
from dataclasses import dataclass

from .problem import a_byte
from .words import Lang, Words, same, spoken_language

OS_REASONS: dict[int, str] = {
    errno.ENOENT: "没有这个文件或文件夹",
    errno.EACCES: "没有权限",
    errno.EPERM: "不允许这样操作",
    errno.EISDIR: "这是文件夹",
    errno.ENOTDIR: "路径中有一段不是文件夹",
    errno.EEXIST: "文件已存在",
    errno.ENAMETOOLONG: "文件名太长",
    errno.ENOSPC: "磁盘已满",
    errno.EROFS: "文件系统只读",
    errno.EIO: "读写出错",
    errno.ELOOP: "符号链接成环",
    errno.EADDRINUSE: "端口已被占用",
    errno.EADDRNOTAVAIL: "本机没有这个地址",
}
"""The system says these in English or in the language of the locale, whichever the person chose here."""


@dataclass(frozen=True, slots=True)
class PlacedProblem:
    """One of several problems of a file or body that came in: where it stands, and what is wrong there."""

    where: str
    message: Words


class UserError(Exception):
    """Something the person at the keyboard can act on; everything else is our bug and keeps its traceback."""

    def __init__(self, message: str | Words, *, hint: str | Words = "", code: str = "user-error") -> None:
        self.words = message if isinstance(message, Words) else same(message)
        self.advice = hint if isinstance(hint, Words) else same(hint)
        self.code = code
        super().__init__(self.words.en)

    @property
    def message(self) -> str:
        return self.words.en

    @property
    def hint(self) -> str:
        return self.advice.en

    def say(self, lang: Lang) -> str:
        message, hint = self.words.say(lang), self.advice.say(lang)
        gap = "" if message.endswith("。") else " "  # Chinese sentences follow each other without a space
        return f"{message}{gap}{hint}".strip()

    def __str__(self) -> str:
        return self.say(spoken_language())


def reason(problem: OSError) -> Words:
    """Why the system refused a file."""
    en = problem.strerror or str(problem)
    return Words(OS_REASONS.get(problem.errno or 0, en), en)


NOTHING = Words("", "")


def cannot_read(path: object, why: OSError | Words, *, hint: Words = NOTHING) -> UserError:
    """A file that cannot be read: the system says why, or who knows better."""
    why = reason(why) if isinstance(why, OSError) else why
    words = Words(f"无法读取 {path}：{why.zh}。", f"Cannot read {path}: {why.en}.")
    return UserError(words, hint=hint, code="cannot-read")


def not_utf8(where: object, problem: UnicodeDecodeError) -> UserError:
    """Bytes that are no text in UTF-8; ``where`` is the file, with its line where that is known."""
    byte_shown = a_byte(problem.object[problem.start])
    words = Words(
        f"{where}：实际 {byte_shown.zh}；应为 UTF-8 编码的文本。",
        f"{where}: found {byte_shown.en}; expected text in UTF-8.",
    )
    return UserError(words, code="not-utf8")


def cannot_write(path: object, why: OSError | Words, *, hint: Words = NOTHING) -> UserError:
    """A file or folder that cannot be written: the system says why, or who knows better."""
    why = reason(why) if isinstance(why, OSError) else why
    words = Words(f"无法写入 {path}：{why.zh}。", f"Cannot write {path}: {why.en}.")
    return UserError(words, hint=hint, code="cannot-write")

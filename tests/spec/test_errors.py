import errno

import pytest

from pingce.spec.errors import UserError, cannot_read, cannot_write
from pingce.spec.words import Words

NO_SPACE = OSError(errno.ENOSPC, "No space left on device")
NOT_UTF8 = Words("不是 UTF-8", "it is not UTF-8")


@pytest.mark.parametrize(
    ("error", "zh", "en", "code"),
    [
        (
            cannot_read("a.txt", PermissionError(errno.EACCES, "Permission denied")),
            "无法读取 a.txt：没有权限。",
            "Cannot read a.txt: Permission denied.",
            "cannot-read",
        ),
        (
            cannot_read("a.txt", NOT_UTF8, hint=Words("应为纯文本。", "Expected plain text.")),
            "无法读取 a.txt：不是 UTF-8。应为纯文本。",
            "Cannot read a.txt: it is not UTF-8. Expected plain text.",
            "cannot-read",
        ),
        (
            cannot_write("out", NO_SPACE),
            "无法写入 out：磁盘已满。",
            "Cannot write out: No space left on device.",
            "cannot-write",
        ),
        (
            cannot_write(
                "out", Words("这是文件夹", "it is a folder"), hint=Words("请换一个名字。", "Choose another name.")
            ),
            "无法写入 out：这是文件夹。请换一个名字。",
            "Cannot write out: it is a folder. Choose another name.",
            "cannot-write",
        ),
    ],
)
def test_says_what_cannot_be_read_or_written_and_why(error: UserError, zh: str, en: str, code: str) -> None:
    assert (error.say("zh"), error.say("en"), error.code) == (zh, en, code)

"""Letters through a mail server that really listens."""

import pytest

from pingce.server.mail import Letter, Mailer, is_address
from pingce.spec.errors import UserError

from .smtp import REFUSED, mail_server

SENDER = "评测 <board@pingce.example>"


def mailer(port: int) -> Mailer:
    settings = {"HOST": "127.0.0.1", "PORT": str(port), "FROM": SENDER, "SECURITY": "none"}
    return Mailer.from_environment({f"PINGCE_SMTP_{name}": value for name, value in settings.items()})


def test_everybody_gets_a_letter_of_their_own() -> None:
    with mail_server() as mailbox:
        outcome = mailer(mailbox.port).send(
            [Letter("a@x.example", "测试集\n已发布", "请下载。\n.\n"), Letter("b@x.example", "二", "乙")]
        )
    assert (outcome.sent, outcome.problems) == (2, {})
    first, second = mailbox.letters
    assert [first["To"], second["To"]] == ["a@x.example", "b@x.example"]
    assert first["Subject"] == "测试集 已发布"
    assert first["From"] == SENDER
    assert first.get_content().replace("\r\n", "\n") == "请下载。\n.\n"


def test_a_refused_address_keeps_nobody_else_from_their_letter() -> None:
    with mail_server() as mailbox:
        outcome = mailer(mailbox.port).send(
            [Letter(f"gone{REFUSED}", "一", "甲"), Letter("b@x.example", "二", "乙"), Letter("no address", "三", "丙")]
        )
    assert outcome.sent == 1
    assert outcome.problems.keys() == {f"gone{REFUSED}", "no address"}
    assert "no such mailbox" in outcome.problems[f"gone{REFUSED}"]


def test_a_server_that_does_not_answer_is_told_for_every_letter() -> None:
    with mail_server() as mailbox:
        closed = mailbox.port
    outcome = mailer(closed).send([Letter("a@x.example", "一", "甲")])
    assert outcome.sent == 0
    assert outcome.problems.keys() == {"a@x.example"}


def test_without_settings_nothing_is_sent() -> None:
    nobody = Mailer.from_environment({})
    assert not nobody.configured
    assert nobody.send([Letter("a@x.example", "一", "甲")]).sent == 0


def test_wrong_settings_are_told_all_at_once() -> None:
    with pytest.raises(UserError) as refused:
        Mailer.from_environment(
            {"PINGCE_SMTP_HOST": "h", "PINGCE_SMTP_PORT": "x", "PINGCE_SMTP_SECURITY": "some", "PINGCE_SMTP_FROM": "me"}
        )
    assert refused.value.code == "bad-mail-settings"
    for name in ("PINGCE_SMTP_PORT=x", "PINGCE_SMTP_SECURITY=some", "PINGCE_SMTP_FROM=me"):
        assert name in str(refused.value)


def test_the_password_is_in_no_representation() -> None:
    secret = Mailer.from_environment(
        {"PINGCE_SMTP_HOST": "h", "PINGCE_SMTP_FROM": "a@b.example", "PINGCE_SMTP_PASSWORD": "hush"}
    )
    assert (secret.port, secret.password) == (587, "hush")
    assert "hush" not in repr(secret)


@pytest.mark.parametrize(
    "text", ["a@b\nBcc: c@d", "a b@c.example", "a@b, c@d", "<a@b.example>", "@b", "a@", "张@b.cn", ""]
)
def test_what_is_no_address(text: str) -> None:
    assert not is_address(text)

"""Mail to people who use the server, through an SMTP server that the environment names; without one nothing is sent.

Whoever has something to tell makes a ``Letter`` per person and gives them all to ``Mailer.send``: one connection, one
letter each, so that nobody sees another's address. What could not be delivered comes back with the reason and is no
error: the page that tells the same thing is there either way.
"""

import os
import smtplib
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import Literal, get_args

from pingce.spec.errors import UserError
from pingce.spec.words import Words

HOST_VARIABLE = "PINGCE_SMTP_HOST"
PORT_VARIABLE = "PINGCE_SMTP_PORT"
USER_VARIABLE = "PINGCE_SMTP_USER"
PASSWORD_VARIABLE = "PINGCE_SMTP_PASSWORD"  # noqa: S105 (the name of a variable)
SENDER_VARIABLE = "PINGCE_SMTP_FROM"
SECURITY_VARIABLE = "PINGCE_SMTP_SECURITY"
SITE_VARIABLE = "PINGCE_SITE"
Security = Literal["starttls", "tls", "none"]
PORTS: Mapping[str, int] = {"starttls": 587, "tls": 465, "none": 25}
PATIENCE = 20.0
"""Seconds to wait for the SMTP server; a request waits no longer for it."""


@dataclass(frozen=True)
class Letter:
    """A plain text for one person."""

    to: str
    subject: str
    text: str


@dataclass(frozen=True)
class MailedView:
    """What became of letters: how many the SMTP server took, and why it did not take the others, by address."""

    sent: int
    problems: Mapping[str, str]


@dataclass(frozen=True)
class Mailer:
    """The way to an SMTP server; without ``host`` there is none and nothing is sent."""

    host: str = ""
    port: int = 0
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str = ""
    security: Security = "starttls"
    site: str = ""
    """Where people reach this server (``https://bench.example.org``), for links in letters; empty: paths only."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Mailer":
        """As ``PINGCE_SMTP_…`` says; all that is wrong with it at once."""
        host = environment.get(HOST_VARIABLE, "").strip()
        if not host:
            return cls()
        security = environment.get(SECURITY_VARIABLE, "").strip() or "starttls"
        port = environment.get(PORT_VARIABLE, "").strip() or str(PORTS.get(security, 0))
        sender = environment.get(SENDER_VARIABLE, "").strip()
        site = environment.get(SITE_VARIABLE, "").strip().rstrip("/")
        problems = [
            *([f"{SITE_VARIABLE}={site}"] if site and not is_site(site) else []),
            *([f"{SECURITY_VARIABLE}={security}"] if security not in get_args(Security) else []),
            *([f"{PORT_VARIABLE}={port}"] if not (port.isdecimal() and 0 < int(port) < 65536) else []),
            *([f"{SENDER_VARIABLE}={sender}"] if not is_address(parseaddr(sender)[1]) else []),
        ]
        if problems:
            listed = ", ".join(problems)
            raise UserError(
                Words(f"邮件设置有误：{listed}。", f"The settings of mail cannot be used: {listed}."),
                hint=Words(
                    f"{SENDER_VARIABLE} 是发件地址，{SECURITY_VARIABLE} 是 {'、'.join(get_args(Security))} 之一，"
                    f"{SITE_VARIABLE} 是 https:// 开头的网址。",
                    f"{SENDER_VARIABLE} is the sender's address, {SECURITY_VARIABLE} one of "
                    f"{', '.join(get_args(Security))}, {SITE_VARIABLE} an address that begins with https://.",
                ),
                code="bad-mail-settings",
            )
        return cls(
            host,
            int(port),
            environment.get(USER_VARIABLE, ""),
            environment.get(PASSWORD_VARIABLE, ""),
            sender,
            security,  # type: ignore[arg-type] # looked at above
            site,
        )

    @property
    def configured(self) -> bool:
        """Whether there is a server to give letters to."""
        return bool(self.host)

    def send(self, letters: Sequence[Letter]) -> MailedView:
        """Give letters to the server, each to one person; an address that is none is told without asking the server."""
        problems = {letter.to: "no mail address" for letter in letters if not is_address(letter.to)}
        usable = [letter for letter in letters if letter.to not in problems]
        if not self.configured or not usable:
            return MailedView(0, problems)
        sent = 0
        try:
            with self._connection() as server:
                for letter in usable:
                    try:
                        server.send_message(self._message(letter))
                        sent += 1
                    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, smtplib.SMTPSenderRefused) as problem:
                        problems[letter.to] = _short(problem)
        except (OSError, smtplib.SMTPException) as problem:  # the connection itself: what is left was not sent
            for letter in usable[sent:]:
                problems.setdefault(letter.to, _short(problem))
        return MailedView(sent, problems)

    def _connection(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        server: smtplib.SMTP
        if self.security == "tls":
            server = smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        try:
            if self.security == "starttls":
                server.starttls(context=context)
            if self.user:
                server.login(self.user, self.password)
        except (OSError, smtplib.SMTPException):
            server.close()
            raise
        return server

    def _message(self, letter: Letter) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self.sender
        message["To"] = Address(addr_spec=letter.to)
        message["Subject"] = " ".join(letter.subject.split())
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=parseaddr(self.sender)[1].rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(letter.text)
        return message


def is_address(text: str) -> bool:
    """Whether mail can be sent there: one address, in ASCII, without anything that would begin another header."""
    user, at, domain = text.rpartition("@")
    return bool(at and user and domain) and text.isascii() and text.isprintable() and not set(text) & set(' ,;<>"()[]')


def is_site(text: str) -> bool:
    """Whether links can be made with it: an address of http or https, without anything but host and path."""
    scheme, colon, rest = text.partition("://")
    return (
        bool(colon)
        and scheme in ("http", "https")
        and bool(rest)
        and text.isprintable()
        and not set(text) & set(' <>"?#@')
    )


def _short(problem: Exception) -> str:
    return " ".join(str(problem).split())[:200]

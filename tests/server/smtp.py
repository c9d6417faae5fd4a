"""A mail server to send to: takes every letter, except for addresses of a domain it refuses."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

REFUSED = "@refused.example"


@dataclass
class Mailbox:
    """What the server took, in its order."""

    port: int = 0
    letters: list[EmailMessage] = field(default_factory=list)


class _Talk(socketserver.StreamRequestHandler):
    mailbox: Mailbox

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        self.say("220 tests")
        while line := self.rfile.readline():
            command = line.decode("ascii").strip()
            match command[:4].upper():
                case "EHLO" | "HELO":
                    self.say("250 tests")
                case "RCPT" if REFUSED in command:
                    self.say("550 no such mailbox")
                case "DATA":
                    self.say("354 go on")
                    self.take()
                case "QUIT":
                    self.say("221 bye")
                    return
                case _:
                    self.say("250 fine")

    def take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        letter = message_from_bytes(b"".join(lines), policy=default)
        assert isinstance(letter, EmailMessage)
        self.mailbox.letters.append(letter)
        self.say("250 taken")


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    """Listens on a port of its own until the block ends."""
    mailbox = Mailbox()
    handler = type("Talk", (_Talk,), {"mailbox": mailbox})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        mailbox.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield mailbox
        server.shutdown()
        thread.join()

"""HTTP requests that go where they were sent and nowhere else.

The standard library follows redirects and takes the headers along, a token included, to whatever host they name. Here
the 3xx answer comes back as it is, as an HTTPError, and the caller decides.
"""

from email.message import Message
from typing import IO
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str) -> None:
        """Nothing is followed unseen."""


def direct_opener() -> OpenerDirector:
    return build_opener(_NoRedirect)

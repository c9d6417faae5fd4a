"""Talking to a server with a token: JSON, multipart, and errors said as the server says them."""

import http.client
import json
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import Request

from pingce.formats.opener import direct_opener
from pingce.spec.errors import UserError
from pingce.spec.words import Words

SECONDS = 120


class ServerRefusedError(UserError):
    """What the server answered with 4xx."""

    def __init__(self, status: int, body: Mapping[str, Any], location: str | None) -> None:
        message, hint = body.get("message", {}), body.get("hint", {})
        zh, en = str(message.get("zh", status)), str(message.get("en", status))
        told = body.get("problems", [])
        if told:
            zh += "\n" + "\n".join(problem["message"]["zh"] for problem in told)
            en += "\n" + "\n".join(problem["message"]["en"] for problem in told)
        advice = Words(str(hint.get("zh", "")), str(hint.get("en", "")))
        super().__init__(Words(zh, en), hint=advice, code=str(body.get("code", "refused")))
        self.location = location


class Caller:
    """One server, one token."""

    def __init__(self, server: str, token: str) -> None:
        if urlsplit(server).scheme not in ("http", "https"):
            raise UserError(
                Words(f"“{server}”不是服务器地址。", f"'{server}' is no address of a server."),
                hint=Words("例如 https://example.org。", "For example https://example.org."),
                code="bad-server",
            )
        self.server, self.token = server.rstrip("/"), token

    def get(self, path: str) -> Any:  # noqa: ANN401 (whatever the API gives)
        return json.loads(self.get_text(path))

    def get_text(self, path: str) -> str:
        """A file as it is."""
        return self._send(Request(f"{self.server}{path}")).decode()  # noqa: S310 (http or https, see above)

    def post(self, path: str, body: Mapping[str, Any] | None = None) -> Any:  # noqa: ANN401
        """Send JSON; nothing comes back where the server has nothing to say."""
        data = b"" if body is None else json.dumps(body).encode()
        headers = {} if body is None else {"Content-Type": "application/json"}
        answer = self._send(Request(f"{self.server}{path}", data, headers, method="POST"))  # noqa: S310
        return json.loads(answer) if answer else None

    def post_file(self, path: str, fields: Mapping[str, str], name: str, data: bytes) -> Any:  # noqa: ANN401
        mark = uuid.uuid4().hex
        body = b"".join(
            f'--{mark}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in fields.items()
        )
        safe = name.replace('"', "_")
        body += f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\n\r\n'.encode()
        body += data + f"\r\n--{mark}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={mark}"}
        return json.loads(self._send(Request(f"{self.server}{path}", body, headers, method="POST")))  # noqa: S310

    def _send(self, request: Request) -> bytes:
        request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with direct_opener().open(request, timeout=SECONDS) as answer:
                return bytes(answer.read())
        except HTTPError as problem:
            with problem:
                location = problem.headers.get("Location")
                if 300 <= problem.code < 400:
                    raise self._redirected(location or "") from None
                raise ServerRefusedError(problem.code, _body(problem), location) from None
        except (URLError, OSError, http.client.HTTPException) as problem:
            raise UserError(
                Words(f"无法连接 {self.server}。", f"Cannot reach {self.server}: {problem}."),
                code="no-connection",
            ) from problem

    def _redirected(self, location: str) -> UserError:
        """Nobody but the server that was named gets the token, and nobody may take it from https to http."""
        address = urlsplit(urljoin(self.server, location))
        there = f"{address.scheme}://{address.netloc}"
        return UserError(
            Words(
                f"{self.server} 转往 {there}；令牌只给你写明的服务器。",
                f"{self.server} sends us on to {there}; the token goes to the server you named only.",
            ),
            hint=Words(
                "如果那是同一个服务器，就用那个地址作 --server。",
                "If that is the same server, give that address as --server.",
            ),
            code="redirected",
        )


def _body(problem: HTTPError) -> Mapping[str, Any]:
    try:
        body = json.loads(problem.read())
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}

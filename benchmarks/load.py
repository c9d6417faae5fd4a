"""A crowd of annotators in one process: plain sockets and asyncio, so that the client is not what is measured.

Reads one JSON object from stdin: host, port, campaign, tokens, answer, and when to stop (seconds or jobs). Every
client asks for the next job and hands in the answer, again and again, until there is nothing left. Prints one JSON
object: latencies in milliseconds, acknowledged answers, jobs given out, what went wrong.
"""

import asyncio
import json
import sys
import time
from dataclasses import dataclass, field

import orjson


@dataclass
class Crowd:
    """What all clients together did."""

    host: str
    port: int
    campaign: int
    answer: dict[str, object]
    until: float
    next_ms: list[float] = field(default_factory=list)
    submit_ms: list[float] = field(default_factory=list)
    acknowledged: list[tuple[int, int]] = field(default_factory=list)
    """Job, id of the stored answer."""
    given: list[int] = field(default_factory=list)
    """Jobs."""
    problems: list[str] = field(default_factory=list)


class Client:
    """One person: one connection that is kept."""

    def __init__(self, crowd: Crowd, token: str) -> None:
        self.crowd = crowd
        self.headers = (
            f"Host: {crowd.host}\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        ).encode()

    async def work(self) -> None:
        reader, writer = await asyncio.open_connection(self.crowd.host, self.crowd.port)
        try:
            while time.perf_counter() < self.crowd.until and await self._one_job(reader, writer):
                pass
        except (OSError, asyncio.IncompleteReadError) as problem:
            self.crowd.problems.append(f"connection: {problem!r}")
        finally:
            writer.close()

    async def _one_job(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        crowd = self.crowd
        started = time.perf_counter()
        status, body = await self._post(reader, writer, f"/api/campaigns/{crowd.campaign}/next", b"")
        if status == 204:
            return False
        if status != 200:
            crowd.problems.append(f"next: {status} {body[:200]!r}")
            return False
        crowd.next_ms.append((time.perf_counter() - started) * 1000)
        view = orjson.loads(body)
        job = view["job"]
        crowd.given.append(job)
        sent = {"answer": crowd.answer, "key": f"load-{job}-{view['version']}", "version": view["version"]}
        started = time.perf_counter()
        status, body = await self._post(reader, writer, f"/api/jobs/{job}/submit", orjson.dumps(sent))
        if status == 200:
            crowd.submit_ms.append((time.perf_counter() - started) * 1000)
            crowd.acknowledged.append((job, orjson.loads(body)["answer_id"]))
        else:
            crowd.problems.append(f"submit: {status} {body[:200]!r}")
        return True

    async def _post(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, body: bytes
    ) -> tuple[int, bytes]:
        return await post(reader, writer, path, self.headers, body)


async def post(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, headers: bytes, body: bytes
) -> tuple[int, bytes]:
    """One request on a connection that is kept."""
    length = f"Content-Length: {len(body)}\r\n\r\n".encode()
    writer.write(f"POST {path} HTTP/1.1\r\n".encode() + headers + length + body)
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head[9:12])
    at = head.lower().find(b"content-length:")
    size = int(head[at + 15 : head.index(b"\r\n", at)]) if at >= 0 else 0
    return status, await reader.readexactly(size) if size else b""


async def run(plan: dict[str, object]) -> Crowd:
    tokens = plan["tokens"]
    assert isinstance(tokens, list)
    crowd = Crowd(
        host=str(plan["host"]),
        port=int(str(plan["port"])),
        campaign=int(str(plan["campaign"])),
        answer=dict(plan["answer"]),  # type: ignore[call-overload] # JSON of our own
        until=time.perf_counter() + float(str(plan["seconds"])),
    )
    await asyncio.gather(*(Client(crowd, token).work() for token in tokens))
    return crowd


def main() -> None:
    crowd = asyncio.run(run(orjson.loads(sys.stdin.buffer.read())))
    names = ("next_ms", "submit_ms", "acknowledged", "given", "problems")
    json.dump({name: getattr(crowd, name) for name in names}, sys.stdout)


if __name__ == "__main__":
    main()

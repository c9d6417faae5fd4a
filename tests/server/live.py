"""A real server on a free port, in a thread of its own."""

import socket
import threading
import time
from types import TracebackType
from typing import Any

import uvicorn
from fastapi import FastAPI

KEPT = {"timeout_keep_alive": 65}


class Live:
    """An application behind a real socket; `settings` are uvicorn's.

    Connections are kept as long as `pingce serve` keeps them: by uvicorn's five seconds a browser on a busy machine may
    send on one that is just being closed.
    """

    def __init__(self, app: FastAPI, **settings: Any) -> None:
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.port = int(self.socket.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.uvicorn = uvicorn.Server(
            uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", **(KEPT | settings))
        )
        self.thread = threading.Thread(target=self.uvicorn.run, kwargs={"sockets": [self.socket]}, daemon=True)

    def start(self) -> None:
        self.thread.start()
        while not self.uvicorn.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self.thread.join(timeout=20)
        self.socket.close()

    def __enter__(self) -> "Live":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

"""Benchmarks: an order to make something, and who is added. What is answered comes from `flow/views.py`."""

from typing import Annotated

from pydantic import Field

from .common import Id, In


class OrderIn(In):
    target: Annotated[str, Field(max_length=64)] | None = None


class MemberIdIn(In):
    user: Id

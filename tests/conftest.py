"""Fixtures that several folders share."""

from .postgres import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]

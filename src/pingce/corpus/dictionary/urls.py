"""Addresses: written one way, and of one host only.

A crawl stays on its host and meets every page once; both need one spelling of an address.
"""

from urllib.parse import SplitResult, quote, urljoin, urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}
LONGEST = 2_000
"""Characters; longer ones come from pages that keep adding to their own address."""
SAFE = "%/:=&?~+!$,;'@()*[]|-._"


def absolute(base: str, href: str, *, encoding: str = "utf-8") -> str | None:
    """Where a link leads, without fragment; None for mail, scripts and what is no address.

    Browsers write Chinese in a path as UTF-8, and in a query in the encoding of the page.
    """
    try:
        parts = urlsplit(urljoin(base, href.strip()))
        if parts.scheme not in DEFAULT_PORTS or not parts.hostname or len(href) > LONGEST:
            return None
        query = quote(parts.query.encode(_usable(encoding), "replace"), safe=SAFE)
        return parts._replace(path=quote(parts.path, safe=SAFE) or "/", query=query, fragment="").geturl()
    except ValueError:  # a port that is no number, an unfinished [
        return None


def same_host(first: str, other: str) -> bool:
    """The same name and port; from http to https of the same site the port may change with it."""
    a, b = urlsplit(first), urlsplit(other)
    return a.hostname == b.hostname and (_port(a) == _port(b) or (_default(a) and _default(b)))


def host(url: str) -> str:
    return urlsplit(url).netloc


def _usable(encoding: str) -> str:
    return "utf-8" if encoding == "mixed" else encoding


def _port(parts: SplitResult) -> int | None:
    return parts.port or DEFAULT_PORTS.get(parts.scheme)


def _default(parts: SplitResult) -> bool:
    return _port(parts) == DEFAULT_PORTS.get(parts.scheme)

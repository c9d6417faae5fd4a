"""Log-probabilities in what an endpoint sends: of the tokens that may come first, and of a text that is echoed.

Two notations are about: ``content`` with ``top_logprobs`` (chat, and some servers' completions), and parallel lists
``tokens`` and ``token_logprobs`` (completions).
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pingce.spec.problem import shown
from pingce.spec.words import Words

from .cache import Reply
from .endpoint import NoReplyError, no_logprobs, read_completion

PIECE = re.compile("\N{REPLACEMENT CHARACTER}|^bytes:|^<0x[0-9A-F]{2}>$|^$")
"""A token that is part of a character."""
LEAST = -9999.0
"""Stands for the logarithm of zero."""


def _spelling() -> dict[str, int]:
    """Printable characters stand for their own byte; the others are moved behind them, in order."""
    own = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    moved = [byte for byte in range(256) if byte not in own]
    return {**{chr(byte): byte for byte in own}, **{chr(256 + i): byte for i, byte in enumerate(moved)}}


BYTES = _spelling()
"""Bytes by the characters that vocabularies over bytes (GPT-2's and those made like it) spell them with."""


class OtherTokensError(Exception):
    """Tokens that do not end as the text does."""


def read_first(body: bytes) -> Reply | None:
    """A completion of one token, with the tokens that could have stood in its place."""
    reply = read_completion(body)
    if reply is None:
        return None
    try:
        logprobs = _logprobs(body)
        first = logprobs["content"][0]["top_logprobs"] if "content" in logprobs else logprobs["top_logprobs"][0]
        pairs = first.items() if isinstance(first, dict) else [(each["token"], each["logprob"]) for each in first]
        tokens = tuple((str(token), _number(logprob)) for token, logprob in pairs)
    except (LookupError, TypeError, ValueError):
        tokens = ()
    if not tokens:
        raise no_logprobs(_told(body))
    return replace(reply, logprobs=tokens)


def read_echoed(body: bytes, whole: str, text: str) -> Reply | None:
    """The tokens of ``text``, which ends the prompt ``whole``, in a completion that repeats its prompt."""
    reply = read_completion(body)
    if reply is None:
        return None
    if not reply.content.startswith(whole):
        raise no_logprobs(_told(body))
    try:
        logprobs = _logprobs(body)
        tokens, numbers = [str(token) for token in logprobs["tokens"]], logprobs["token_logprobs"]
        if len(tokens) <= max(1, reply.tokens_out):  # the prompt is repeated, but its tokens are not there
            raise no_logprobs(_told(body))
        # One token more than the prompt has may be there: a completion needs at least one. Servers that leave out the
        # mark of the beginning count it all the same.
        counted = reply.tokens_in + reply.tokens_out == len(tokens)
        end = reply.tokens_in if counted else len(tokens) - (reply.content != whole)
        start = _start_of(tokens[:end], whole, text)
        kept = tuple((tokens[i], _number(numbers[i])) for i in range(start, end))
    except OtherTokensError as problem:
        raise NoReplyError(
            Words(f"词元合不上选项的文字 {shown(text)}", f"the tokens are not those of the option {shown(text)}")
        ) from problem
    except (LookupError, TypeError, ValueError) as problem:
        raise no_logprobs(_told(body)) from problem
    return replace(reply, content=text, logprobs=kept)


def _start_of(tokens: Sequence[str], whole: str, text: str) -> int:
    """As ``tail_start``; servers that tell tokens as the vocabulary spells them are understood, too."""
    try:
        return tail_start(tokens, whole, text)
    except OtherTokensError:
        return tail_start([_spelled_out(token) for token in tokens], whole, text)


def _spelled_out(token: str) -> str:
    """A token of a vocabulary over bytes, which spells every byte as a printable character (``Ġ`` for a space)."""
    try:
        return bytes(BYTES[character] for character in token).decode(errors="replace")
    except KeyError:
        return token


def tail_start(tokens: Sequence[str], whole: str, text: str) -> int:
    """Where the tokens of ``text`` begin, which ends ``whole``; a token that begins before it is one of them.

    Counted back from the end: offsets that servers tell go wrong after tokens that stand for nothing in the text (the
    mark of its beginning) or for part of a character.
    """
    start, pattern, pieces = len(tokens), "", 0
    while start:
        start -= 1
        token = tokens[start].replace("▁", " ")
        if PIECE.search(token):
            pieces += max(1, len(token))
            continue
        pattern = re.escape(token) + (f".{{0,{pieces}}}" if pieces else "") + pattern
        pieces = 0
        length = _shortest(pattern, whole)
        if length - len(token) >= len(text):
            return start + 1  # what comes after it was more than its pieces told
        if length >= len(text):
            while start and PIECE.search(tokens[start - 1]):
                start -= 1
            return start
    raise OtherTokensError


def _shortest(pattern: str, whole: str) -> int:
    """The length of the shortest end of a text that the pattern fits."""
    for length in range(1, len(whole) + 1):
        if re.fullmatch(pattern, whole[-length:], re.DOTALL):
            return length
    raise OtherTokensError


def _logprobs(body: bytes) -> Mapping[str, Any]:
    logprobs = json.loads(body)["choices"][0]["logprobs"]
    if not isinstance(logprobs, dict):
        raise TypeError("no log-probabilities")
    return logprobs


def _number(logprob: object) -> float:
    number = float(logprob)  # type: ignore[arg-type]  # what is no number is told
    if math.isnan(number) or number == math.inf:
        raise ValueError("no log-probability")
    return max(number, LEAST)


def _told(body: bytes) -> str:
    """The choice an endpoint sent, as far as it can be shown."""
    try:
        choice = json.loads(body)["choices"][0]
    except (ValueError, LookupError, TypeError):
        return shown(body.decode("utf-8", "replace"), 200)
    return shown({"logprobs": choice.get("logprobs"), **choice}, 200)

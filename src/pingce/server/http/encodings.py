"""Which encodings of an answer somebody takes (RFC 9110, 12.5.3)."""


def takes_gzip(accepted: str) -> bool:
    """Whether a header Accept-Encoding takes gzip, by name or by ``*``; a quality of 0 refuses it.

    Whoever likes the answer better as it is (``identity``) gets it so.
    """
    qualities = dict(_qualities(accepted))
    gzip = qualities.get("gzip", qualities.get("x-gzip", qualities.get("*", 0.0)))
    return gzip > 0 and gzip >= qualities.get("identity", 0.0)


def _qualities(accepted: str) -> list[tuple[str, float]]:
    codings = (coding.partition(";") for coding in accepted.split(","))
    return [(name.strip().lower(), _quality(options)) for name, _, options in codings]


def _quality(options: str) -> float:
    """1 where none is said; what is no number counts as refused."""
    for option in options.split(";"):
        key, _, value = option.partition("=")
        if key.strip().lower() == "q":
            try:
                return max(0.0, min(1.0, float(value)))
            except ValueError:
                return 0.0
    return 1.0

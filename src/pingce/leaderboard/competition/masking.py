"""Names and addresses in the public list of teams: enough to recognise oneself, not to write to anybody."""


def masked_name(name: str) -> str:
    """张三 → 张*; the first character stays."""
    return name[:1] + "*" * min(len(name) - 1, 3) if name else ""


def masked_email(address: str) -> str:
    """The first letter and the kind of domain stay: l***@***.cn."""
    user, at, domain = address.rpartition("@")
    if not at:
        return masked_name(address)
    return f"{user[:1]}***@***.{domain.rpartition('.')[2]}"

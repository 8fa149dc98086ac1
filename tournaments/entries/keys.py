"""The key by which pairing, standings and pages know an entry: an E and its number. Pure."""


def entry_key(number: int) -> str:
    """The key of the entry with this number."""
    return f"E{number}"


def entry_number(key: str) -> int:
    """The number of the entry with this key."""
    return int(key.removeprefix("E"))

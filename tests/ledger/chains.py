"""Looking at chains that are parted as at one."""

from ledger.selectors import ChainProblem, parts_of, verify_chain


def broken(name: str) -> list[ChainProblem]:
    """What is wrong in any part of a chain; there must be one."""
    parts = parts_of(name)
    assert parts
    return [problem for part in parts for problem in verify_chain(part)]

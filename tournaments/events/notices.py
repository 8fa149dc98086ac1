"""What people are told of: a command says it with its other writes, the relay passes it on."""

from collections.abc import Iterable

from ledger.commands import Command


def announce(cmd: Command, name: str, people: Iterable[int | None], **facts: int) -> None:
    """Tell these people (ids; None for nobody) that ``name`` happened; it leaves only if the command commits.

    ``facts`` are ids and numbers, never names or what somebody wrote: anyone who passes it on reads those where they
    stand, with the rights of the reader. Nothing is told of a tournament that nobody may know of yet.
    """
    tournament = cmd.tournament
    told = sorted({person for person in people if person is not None})
    if tournament is None or getattr(tournament, "staff_only", False) or not told:
        return
    cmd.notify(name, told, **facts)

"""The shape of a bracket: which match is played in which round, and what is left of it without byes. Pure."""

from collections.abc import Mapping

from tournaments.pairing.elimination import Bracket, BracketMatch, Slot


def schedule(bracket: Bracket) -> dict[str, int]:
    """In which round of the stage (from 1) each match is played: the first after those it waits for."""
    when: dict[str, int] = {}
    for match in bracket.matches:
        when[match.key] = 1 + max((when.get(slot.name, 0) for slot in (match.a, match.b)), default=0)
    return when


def without_byes(bracket: Bracket) -> dict[str, tuple[Slot, Slot]]:
    """The matches that are really played, with the slots their players come from, byes looked through."""
    matches = {match.key: match for match in bracket.matches}
    played = {key: match for key, match in matches.items() if not _bye(matches, match)}
    return {key: (_through(matches, one.a), _through(matches, one.b)) for key, one in played.items()}


def _bye(matches: Mapping[str, BracketMatch], match: BracketMatch) -> bool:
    return _empty(matches, match.a) or _empty(matches, match.b)


def _empty(matches: Mapping[str, BracketMatch], slot: Slot) -> bool:
    """Whether nobody ever comes out of this slot: the field fills no power of two."""
    if slot.kind in ("seed", "nobody"):
        return slot.kind == "nobody"
    source = matches[slot.name]
    if slot.kind == "loser":
        return _bye(matches, source)
    return _empty(matches, source.a) and _empty(matches, source.b)


def _through(matches: Mapping[str, BracketMatch], slot: Slot) -> Slot:
    """The slot itself, or where a player who had a bye in between comes from."""
    while slot.kind == "winner" and _bye(matches, matches[slot.name]):
        source = matches[slot.name]
        slot = source.b if _empty(matches, source.a) else source.a
    return slot

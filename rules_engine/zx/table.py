"""What never changes in a game: who plays, with which cards, and how the open questions are settled."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules_engine.kernel.errors import LogError
from rules_engine.kernel.rulings import UnknownOption, UnknownRuling

from .abilities import Texts, texts_of
from .cards import ZxCard, ZxPool
from .log import Header, SeatLine
from .rulings import RULESET, chosen, rulings_hash

VIRTUAL_PLAYER = ZxCard(number="#player", name="Virtual Player Card", kind="player")
"""What stands in for a player without a Player card (909.1): it has no values of its own."""
UNKNOWN = ZxCard(number="?", name="?")
"""What a card is while nobody has named it."""
UNSEEN_BEHIND = ZxCard(number="?", name="?", kind="player_extra")
"""What lies behind a Player card while nobody has named it: no Z/X, and it says nothing before its Crisis."""


class Table:
    """Header, seats and cards of one game. Raises :class:`LogError` for what the header or a seat names wrongly."""

    __slots__ = (
        "_numbers",
        "cards",
        "chosen",
        "pool",
        "ruleset",
        "seats",
        "shifts",
        "texts",
        "unknown",
        "unseen_behind",
        "virtual_player",
        "zx",
    )

    def __init__(self, header: Header, seats: Sequence[SeatLine], pool: ZxPool) -> None:
        self.ruleset = header.ruleset or RULESET
        if self.ruleset != RULESET:
            raise LogError("unknown_ruleset", ruleset=header.ruleset)
        self.pool = pool
        if header.pool and header.pool != "sha256:" + pool.sha256:
            raise LogError("other_pool", pool=header.pool[:80])
        self.chosen = _settled(header)
        if sorted(line.seat for line in seats) != [0, 1]:
            raise LogError("two_seats_needed", count=len(seats))
        self.seats = tuple(sorted(seats, key=lambda line: line.seat))
        self.cards = (*pool.cards, VIRTUAL_PLAYER, UNKNOWN, UNSEEN_BEHIND)
        self.virtual_player, self.unknown, self.unseen_behind = range(len(pool.cards), len(self.cards))
        self.texts: Texts = texts_of(pool)
        self.zx, self.shifts = _kinds(pool)
        self._numbers: dict[str, int] = {}

    def rev_of(self, name: str) -> int:
        """The index of the card with that number or name. Raises :class:`LogError`."""
        rev = self._numbers.get(name)
        if rev is None:
            card = self.pool.find(name)
            if card is None:
                raise LogError("unknown_card", card=name[:80])
            rev = self._numbers[name] = self.pool.index[card.number]
        return rev


@lru_cache(maxsize=16)
def _kinds(pool: ZxPool) -> tuple[tuple[bool, ...], frozenset[int]]:
    """By place of the card whether it counts as a Z/X, and the places of Shifts: asked after every line."""
    zx = (*(card.is_zx for card in pool.cards), VIRTUAL_PLAYER.is_zx, UNKNOWN.is_zx, UNSEEN_BEHIND.is_zx)
    return zx, frozenset(rev for rev, card in enumerate(pool.cards) if card.kind == "shift")


def _settled(header: Header) -> Mapping[str, str]:
    try:
        settled = chosen(header.choices)
        if header.rulings and header.rulings != rulings_hash(header.choices):
            raise LogError("other_rulings", rulings=header.rulings[:80])
    except (UnknownRuling, UnknownOption) as error:
        raise LogError("unknown_ruling", detail=str(error)[:200]) from None
    return settled

"""What never changes in a game: who plays, with which cards, and how the open questions are settled."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules_engine.kernel.errors import LogError
from rules_engine.kernel.rulings import refusing_unknown_answers

from .abilities import Texts, texts_of
from .cards import ZxCard, ZxPool
from .log import Header, SeatLine
from .rulings import RULESET, chosen

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
        "players",
        "pool",
        "ruleset",
        "seats",
        "shifts",
        "sturdy",
        "texts",
        "unknown",
        "unseen_behind",
        "virtual_player",
        "zx",
    )

    def __init__(self, header: Header, seats: Sequence[SeatLine], pool: ZxPool) -> None:
        self.ruleset = header.ruleset or RULESET
        self.pool = pool
        self.chosen = read_header(header, pool)
        if sorted(line.seat for line in seats) != [0, 1]:
            raise LogError("two_seats_needed", count=len(seats))
        self.seats = tuple(sorted(seats, key=lambda line: line.seat))
        self.cards = (*pool.cards, VIRTUAL_PLAYER, UNKNOWN, UNSEEN_BEHIND)
        self.virtual_player, self.unknown, self.unseen_behind = range(len(pool.cards), len(self.cards))
        self.texts: Texts = texts_of(pool)
        self.zx, self.players, self.sturdy, self.shifts = _kinds(pool)
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
def _kinds(pool: ZxPool) -> tuple[tuple[bool, ...], tuple[bool, ...], tuple[bool, ...], frozenset[int]]:
    """By place of the card what is asked after every line: whether it counts as a Z/X, whether it is a Player card,
    and whether it stays where it is without damage: it is no Z/X, or has Power. Then the places of Shifts."""
    cards = (*pool.cards, VIRTUAL_PLAYER, UNKNOWN, UNSEEN_BEHIND)
    zx = tuple(card.is_zx for card in cards)
    players = tuple(card.kind == "player" for card in cards)
    sturdy = tuple(not card.is_zx or (card.power or 0) > 0 for card in cards)
    return zx, players, sturdy, frozenset(rev for rev, card in enumerate(pool.cards) if card.kind == "shift")


def read_header(header: Header, pool: ZxPool) -> Mapping[str, str]:
    """The option of every ruling. Raises :class:`LogError` for a header that names what does not exist."""
    if header.ruleset not in ("", RULESET):
        raise LogError("unknown_ruleset", ruleset=header.ruleset)
    if header.pool and header.pool != "sha256:" + pool.sha256:
        raise LogError("other_pool", pool=header.pool[:80])
    with refusing_unknown_answers():
        return chosen(header.choices, header.rulings)

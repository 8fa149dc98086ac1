"""What never changes in a game: who plays, with which cards, and how the open questions are settled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


_NEVER = 1 << 60


class Table:
    """Header, seats and cards of one game. Raises :class:`LogError` for what the header or a seat names wrongly.

    ``watched`` are the places (:data:`.model.IN`) on which a Crisis depends; ``watching``: one may come anyhow.
    """

    __slots__ = (
        "_places",
        "cards",
        "chosen",
        "frail",
        "homing",
        "players",
        "pool",
        "powers",
        "ruleset",
        "seats",
        "shifts",
        "texts",
        "unknown",
        "unseen_behind",
        "virtual_player",
        "watched",
        "watching",
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
        kinds = _kinds(pool)
        self.zx, self.players, self.powers = kinds.zx, kinds.players, kinds.powers
        self.frail = kinds.frail or self.texts.lowering
        self.shifts, self.homing = kinds.shifts, kinds.homing
        self._places = dict(pool.index)
        self.watched = self.texts.watched
        self.watching = self.texts.watching or self.chosen["Z23"] == "main_phase"

    def rev_of(self, name: str) -> int:
        """The index of the card with that number or name. Raises :class:`LogError`."""
        rev = self._places.get(name)
        if rev is None:
            card = self.pool.find(name)
            if card is None:
                raise LogError("unknown_card", card=name[:80])
            rev = self._places[name] = self.pool.index[card.number]
        return rev


@dataclass(frozen=True)
class _Kinds:
    """By place of the card what is asked after every line: whether it counts as a Z/X, whether it is a Player card, and
    its printed Power (that of what is no Z/X is out of reach of any damage).

    ``frail``: some Z/X has no Power of its own. ``shifts`` are the places of Shifts, ``homing`` the kinds of those
    cards that go to the Dynamis from wherever they are put (910, 911).
    """

    zx: tuple[bool, ...]
    players: tuple[bool, ...]
    powers: tuple[int, ...]
    frail: bool
    shifts: frozenset[int]
    homing: Mapping[int, str]


@lru_cache(maxsize=16)
def _kinds(pool: ZxPool) -> _Kinds:
    cards = (*pool.cards, VIRTUAL_PLAYER, UNKNOWN, UNSEEN_BEHIND)
    return _Kinds(
        zx=tuple(card.is_zx for card in cards),
        players=tuple(card.kind == "player" for card in cards),
        powers=tuple(card.power or 0 if card.is_zx else _NEVER for card in cards),
        frail=any(card.is_zx and (card.power or 0) <= 0 for card in pool.cards),
        shifts=frozenset(rev for rev, card in enumerate(cards) if card.kind == "shift"),
        homing={
            rev: card.kind for rev, card in enumerate(cards) if card.kind in ("zx_extra", "zx_overboost")
        },
    )


def read_header(header: Header, pool: ZxPool) -> Mapping[str, str]:
    """The option of every ruling. Raises :class:`LogError` for a header that names what does not exist."""
    if header.ruleset not in ("", RULESET):
        raise LogError("unknown_ruleset", ruleset=header.ruleset)
    if header.pool and header.pool != "sha256:" + pool.sha256:
        raise LogError("other_pool", pool=header.pool[:80])
    with refusing_unknown_answers():
        return chosen(header.choices, header.rulings)

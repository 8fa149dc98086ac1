"""What is checked when the cards are dealt: the size of a deck, the copies of a team, who begins (101.1, 105.1)."""

from collections import Counter

from rules_engine.kernel.errors import LogError, forbid
from rules_engine.x610z.log import Chance

from .model import State, unknown

SMALLEST = {"constructed": ("101.1a", 51), "limited": ("101.1b", 36)}
"""Rule and smallest deck, Life Base included, by the header's ``play``."""

DECK_FAULTS = ("deck_too_small", "too_many_copies", "too_many_in_team")
"""Codes of what is wrong with a deck, though it shows only when the cards are dealt."""


def check_decks(st: State) -> None:
    """Raise :class:`RuleBroken` for a deck that may not be played. Called once, before the first hand is drawn.

    If the header says which play it was: the size of a deck and, in constructed play, the copies of each card that is
    known. Under ruling H27 also the copies of a team, except in limited play, which has no restriction (101.1b).
    """
    play = st.game.header.play
    if play and play not in SMALLEST:
        raise LogError("unknown_play", play=play[:40])
    if play:
        rule, least = SMALLEST[play]
        for seat, deck in enumerate(st.deck):
            if len(deck) + 1 < least:
                forbid(rule, "deck_too_small", seat, cards=len(deck) + 1, least=least)
    if play == "constructed":
        for seat in range(len(st.hand)):
            _check_copies(st, [seat], "101.1a", "too_many_copies")
    if play != "limited" and st.game.chosen["H27"] == "deck_restriction" and st.game.header.mode == "team":
        for team in sorted(set(st.game.teams)):
            seats = [seat for seat in range(len(st.hand)) if st.game.teams[seat] == team]
            _check_copies(st, seats, "G.team-restriction", "too_many_in_team")


def _check_copies(st: State, seats: list[int], rule: str, code: str) -> None:
    """Copies of a card over the decks of these seats, against the Deck Restriction of one deck."""
    copies: Counter[int] = Counter()
    for seat in seats:
        copies.update(st.objs[slot].rev for slot in st.deck[seat] if st.objs[slot].rev >= 0)
        copies.update(st.remaining[seat] or {})
        if not st.order_known[seat] and st.remaining[seat] is None:
            unknown(st, rule, "deck_not_registered")
    for rev, count in sorted(copies.items()):
        card = st.game.infos[rev].card
        if card.restriction is not None and count > card.restriction:
            params = {"card": card.number, "count": count, "limit": card.restriction}
            forbid(rule, code, seats[0], **params)


def check_first(st: State, line: Chance) -> None:
    """Raise :class:`RuleBroken` if the first player of a later game was found in another way than 105.1b asks.

    After the first game of a match anyone who lost the last one says who begins: ``by`` is ``"loser"`` (or the line
    names the ``seat`` that chose), and the header's ``last_losers`` say who that may be. A line that says ``"winner"``
    and names no seat says itself that somebody else chose.
    """
    header = st.game.header
    if header.game_no < 2:
        return
    losers = header.last_losers
    if line.by in ("dice", "coin", "random") or (line.by == "winner" and line.seat is None):
        forbid("105.1b", "loser_chooses", line.seat, game=header.game_no)
    elif losers and line.seat is not None:
        if line.seat not in losers:
            forbid("105.1b", "loser_chooses", line.seat, game=header.game_no)
    elif line.by != "loser" or not losers:
        unknown(st, "105.1b", "who_chose_not_written")

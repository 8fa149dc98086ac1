"""What somebody's own list has to say of a line: told on the phone of its owner alone."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from ledger.shapes import Json
from rules_engine.games import game_of
from rules_engine.recording import AnySession, journal
from rules_engine.recording.speakers import named_in
from rules_engine.rulebook import rule_in

from .writers import Refusal, Writer


def check_named(
    session: AnySession, body: journal.Body, decks: Callable[[], Mapping[int, Mapping[str, int]]]
) -> None:
    """Refuse a card that a line names out of somebody's hidden cards, and that this list cannot hold there.

    ``decks``: the lists by seat that the writer may know; of any other one nothing is said.
    """
    left, state = game_of(session.header.game).recording.left, session.state
    if state is None:
        return
    named = named_in(session, body)
    known = decks() if named else {}
    if None in (body.get("answers") or ()):  # what is shuffled in comes out again
        left = None
    for seat, cards in named.items():
        if seat not in known:
            continue
        free = left(state, seat, known[seat]) if left is not None else known[seat]
        for number in cards:
            if free.get(number, 0) < cards.count(number):
                raise _not_there(session, number, _("The list has no further copy of %(card)s (%(rule)s)."))


def strange(
    session: AnySession, rows: Sequence[Json], numbers: Sequence[int], writer: Writer
) -> Iterator[tuple[int, Refusal]]:
    """The lines of others that name or play a card as this player's that their own list does not hold, and why.

    ``numbers`` of lines, lowest first: the game is read again once.
    """
    seat, deck = writer.seat, writer.deck
    if seat is None or deck is None or not numbers:
        return
    before = session.copy()
    for n in numbers:
        before.take(rows[: n - 1])
        try:
            check_list(before, rows[n - 1]["body"], writer)
            check_named(before, rows[n - 1]["body"], lambda: {seat: deck})
        except Refusal as found:
            yield n, found


def check_own(session: AnySession, rows: Sequence[Json], numbers: Sequence[int], writer: Writer) -> None:
    """Refuse the yes of a player to such a line. Nobody else hears of it; they have it taken back."""
    for _n, found in strange(session, rows, numbers, writer):
        raise found


def _not_there(session: AnySession, number: str, sentence: str) -> Refusal:
    card, game = session.pool.find(number), session.header.game
    rule = rule_in(game, game_of(game).recording.list_rule).cited_in(get_language() or "en")
    return Refusal(
        "not_on_list", sentence % {"card": card.name if card is not None else number, "rule": rule}
    )


def check_list(session: AnySession, body: journal.Body, writer: Writer) -> None:
    """Tell a player on their own phone that their own list has no more copies of a card; raises Refusal."""
    state, name = session.state, body.get("card")
    recorded = game_of(session.header.game).recording
    if writer.deck is None or writer.seat is None or state is None or recorded.left is None:
        return
    if body.get("do") not in recorded.plays or body.get("seat") != writer.seat:
        return
    card = session.pool.find(name) if isinstance(name, str) else None
    if card is not None and not recorded.left(state, writer.seat, writer.deck).get(card.number, 0):
        raise _not_there(session, card.number, _("Your list has no further copy of %(card)s (%(rule)s)."))

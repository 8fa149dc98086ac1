"""Effects on cards in hands, decks and piles: drawing, discarding, searching, shuffling, showing (211-213, 505-506)."""

from collections.abc import Sequence

from rules_engine.kernel.errors import EngineGap, forbid

from . import nodes as N
from . import query
from .answers import ask_cards, ask_order, name_hidden
from .drawing import draw_cards, lose_for_decks
from .effects import Handler, Run
from .model import DECK, DISCARD, DRAW, HAND, PLAY, State, hit, unknown
from .outcomes import DONE, IMPOSSIBLE, PREVENTED, Outcome, measured
from .winning import lose
from .zones import ZONE_OF, by_number, leave_together, move_card, put_on_decks

ANY_CARD = N.Select(kind="card")
"""What "3 cards" admits: whichever they are, so nobody needs to know them to see how many there are."""


def _counted(wanted: int, there: int, came: int) -> Outcome:
    """What became of so many cards; "all" of them are however many there are."""
    return measured(there if wanted >= query.EVERYTHING else wanted, came)


def _draw(run: Run, node: N.Draw) -> list[Outcome]:
    """``extra`` in a draw phase enlarges the draw of that phase: all of it is "those cards" (H14)."""
    st = run.st
    outcomes: list[Outcome] = []
    found: list[int] = []
    came: dict[int, int] = {}
    told = run.amount(node.count)
    for seat in run.seats(node.who):
        count = run.that(node.who, seat) if isinstance(node.count, N.That) else told
        more = 1 if _enlarges(run, node, seat) else 0
        if more:
            run.extra_done = True
            st.drew_normally = True
        drawn = draw_cards(st, seat, count + more)
        found += drawn
        came[seat] = len(drawn)
        outcomes.append(measured(count + more, len(drawn)))
    run.note(node.who, came, told)
    run.those = tuple(found)
    run.kept = ()
    lose_for_decks(st)
    return outcomes


def _enlarges(run: Run, node: N.Draw, seat: int) -> bool:
    """True if this extra draw takes the normal draw of the phase with it (H14)."""
    st = run.st
    in_phase = node.extra and st.phase == DRAW and st.active == seat and not run.extra_done
    return in_phase and not st.drew_normally and st.game.chosen["H14"] == "one_draw"


def _keep(run: Run, node: N.Keep) -> list[Outcome]:
    """Nobody keeps what is not in his hand."""
    wanted = run.amount(node.count)
    seat = run.seat(node.who)
    held = [slot for slot in run.those if slot in run.st.hand[seat]]
    count = min(wanted, len(held))
    run.kept = tuple(ask_cards(run.st, seat, "keep", "207.4a", held, count, count))
    return [measured(wanted, count)]


def _discard(run: Run, node: N.Discard) -> list[Outcome]:
    """All choose, clockwise from the active player; then all cards go at the same moment."""
    st = run.st
    told = run.amount(node.count)
    if node.of_those:
        held = [slot for seat in run.seats(node.who) for slot in st.hand[seat]]
        rest = [slot for slot in run.those if slot not in run.kept and slot in held]
        chooser = run.you if node.choice == "you" else run.seat(node.who)
        count = min(told, len(rest))
        _to_pile(run, ask_cards(st, chooser, "discard", "505.1", rest, count, count))
        run.note(node.who, {chooser: count}, told)
        return [_counted(told, len(rest), count)]
    outcomes: list[Outcome] = []
    found: list[int] = []
    came: dict[int, int] = {}
    for seat in run.seats(node.who):
        hand = st.hand[seat]
        wanted = run.that(node.who, seat) if isinstance(node.count, N.That) else told
        if node.down_to:
            wanted = max(0, len(hand) - told)
        chosen, outcome = _discarded(run, node, seat, wanted)
        found += chosen
        came[seat] = len(chosen)
        outcomes.append(outcome)
    _to_pile(run, found)
    run.note(node.who, came, query.EVERYTHING if node.down_to else told)
    run.those = tuple(found)
    return outcomes if all(st.objs[slot].zone == DISCARD for slot in found) else [PREVENTED]


def _discarded(run: Run, node: N.Discard, seat: int, wanted: int) -> tuple[list[int], Outcome]:
    """The cards of his hand that one player is to discard."""
    st, hand = run.st, run.st.hand[seat]
    if node.select is not None:
        return _picked(st, seat, "discard", "505.1", hand, node.select, wanted)
    count = min(wanted, len(hand))
    chooser = run.you if node.choice == "you" else seat
    at_random = node.choice == "random"
    prompt, rule = ("discard_random", "502.2") if at_random else ("discard", "505.1")
    return ask_cards(st, chooser, prompt, rule, hand, count, count), _counted(wanted, len(hand), count)


def _to_pile(run: Run, cards: list[int]) -> None:
    for slot in cards:
        move_card(run.st, slot, DISCARD)


def _picked(
    st: State, seat: int, prompt: str, rule: str, zone: Sequence[int], select: N.Select | None, wanted: int
) -> tuple[list[int], Outcome]:
    """Cards of one sort that somebody must choose, as many as there are.

    He is always asked, for who reads the log may not know which they are; and of cards that nobody knows none has to
    be one of that sort.
    """
    fitting = _fitting(st, zone, select)
    known = sum(1 for slot in fitting if st.objs[slot].rev >= 0) if select is not None else len(fitting)
    count = min(wanted, len(fitting))
    low = min(count, known)
    chosen = ask_cards(st, seat, prompt, rule, fitting, low, count, always=True) if count else []
    if len(chosen) < count:
        unknown(st, rule, "search_of_hidden_cards")
    _must_fit(st, chosen, select, rule, seat)
    return chosen, _counted(wanted, max(count, 1), len(chosen))


def _search(run: Run, node: N.Search) -> list[Outcome]:
    """The searcher may fail to find; what he takes must be what the text describes (212.2).

    A deck that was searched is shuffled (211.2): by the text if it says so, else directly after the search.
    """
    wanted = run.amount(node.count)
    found: list[int] = []
    outcomes: list[Outcome] = []
    sought = [(node.select, wanted)]
    if node.also is not None:
        sought.append((node.also, run.amount(node.also_count)))
    for seat in run.seats(node.who):
        chosen: list[int] = []
        for select, count in sought:
            more = _found(run, node.zone, seat, select, count, chosen)
            if node.to == "play":
                _name_all(run, more, select, "212.2", seat)
            chosen += more
            outcomes.append(measured(count, len(more)))
        for slot in chosen:
            _put(run, slot, node.to, seat)
        found += chosen
        if node.zone == "deck":
            run.searched.append(seat)
            run.st.events.append(("search", seat))
    if not any(isinstance(part, N.Shuffle) for part in N.walk(run.body.nodes)):
        shuffle_searched(run)
    run.those = tuple(found)
    return outcomes


def shuffle_searched(run: Run) -> None:
    """Anyone who has searched his deck and not shuffled it since, shuffles it now (211.2)."""
    while run.searched:
        _shuffle_deck(run.st, run.searched[0])
        hit(run.st, "211.2")
        del run.searched[0]


def _found(
    run: Run, where: str, seat: int, select: N.Select, wanted: int, before: Sequence[int]
) -> list[int]:
    """The cards of one sort that a searcher takes beside those that he has taken ``before``."""
    st = run.st
    zone = st.deck[seat] if where == "deck" else st.discard[seat]
    fitting = [slot for slot in _fitting(st, zone, select) if slot not in before]
    hit(st, "212.2")
    hides = any(st.objs[slot].rev < 0 for slot in fitting)
    chosen = ask_cards(st, seat, "search", "212.2", fitting, 0, wanted) if fitting else []
    if hides and len(chosen) < wanted:
        unknown(st, "212.2", "search_of_hidden_cards")
    _must_fit(st, chosen, select, "212.2", seat)
    return chosen


def _fitting(st: State, zone: Sequence[int], select: N.Select | None) -> list[int]:
    """The cards of a zone that are, or may be, what is asked for."""
    return [
        slot for slot in zone if st.objs[slot].rev < 0 or query.admits_card(st, select, st.objs[slot].rev)
    ]


def _must_fit(st: State, cards: list[int], select: N.Select | None, rule: str, seat: int) -> None:
    """A hidden card that was named by a choice must be what the text describes."""
    for slot in cards:
        rev = st.objs[slot].rev
        if rev >= 0 and not query.admits_card(st, select, rev):
            forbid(rule, "found_card_does_not_fit", seat, card=st.game.number_of(rev))


def _name_all(run: Run, cards: list[int], select: N.Select | None, rule: str, seat: int) -> None:
    """Cards that come into play are seen by all: the ones nobody knew yet are named (504.1)."""
    for slot in cards:
        name_hidden(run.st, seat, slot)
    _must_fit(run.st, cards, select, rule, seat)


def _put(run: Run, slot: int, to: str, seat: int) -> None:
    if to == "play":
        run.tools.put_into_play(run.st, slot, seat, run.depth)
    else:
        move_card(run.st, slot, ZONE_OF[to], bottom=to == "deck_bottom")


def _shuffle(run: Run, node: N.Shuffle) -> list[Outcome]:
    st = run.st
    seats = run.seats(node.who)
    for seat in seats:
        if node.hand_first:
            for slot in st.hand[seat]:
                move_card(st, slot, DECK)
        if node.pile_first:
            for slot in st.discard[seat]:
                move_card(st, slot, DECK)
        _shuffle_deck(st, seat)
        run.searched = [other for other in run.searched if other != seat]
    return [DONE] * len(seats)


def _shuffle_deck(st: State, seat: int) -> None:
    ask_order(st, seat, seat)
    hit(st, "211.1")
    st.events.append(("shuffle", seat))


def _show(run: Run, node: N.Show) -> list[Outcome]:
    """Shown cards are known from now on; an unknown card stays unknown in a log that does not name it (213.1)."""
    st = run.st
    found: list[int] = []
    outcomes: list[Outcome] = []
    wanted = run.amount(node.count)
    for seat in run.seats(node.who):
        zone = st.hand[seat] if node.what == "hand" else tuple(reversed(st.deck[seat]))
        shown = zone[: min(len(zone), wanted)]
        found += shown
        outcomes.append(_counted(wanted, len(zone), len(shown)))
    for slot in found:
        if st.objs[slot].rev < 0:
            unknown(st, "213.1", "shown_card_not_named")
    hit(st, "213.1")
    run.those = tuple(found)
    st.events.append(("show", tuple(found)))
    return outcomes


def _look(run: Run, node: N.Look) -> list[Outcome]:
    """Only who looks sees the cards, so nobody has to name them in a log (107.1a; 501.3, 502.3)."""
    st = run.st
    found: list[int] = []
    outcomes: list[Outcome] = []
    wanted = run.amount(node.count)
    for seat in run.seats(node.who):
        for owner in [seat] if node.of is None else run.seats(node.of):
            zone = st.hand[owner] if node.what == "hand" else tuple(reversed(st.deck[owner]))
            seen = zone[: min(len(zone), wanted)]
            found += seen
            outcomes.append(_counted(wanted, len(zone), len(seen)))
            st.events.append(("look", owner, len(seen)))
    hit(st, "107.1a")
    run.those = tuple(dict.fromkeys(found))
    return outcomes


def _present(run: Run, node: N.Present) -> list[Outcome]:
    """A hand is offered face down; the pick is blind, so its outcome is chance (213.2, 502.2)."""
    st = run.st
    wanted = run.amount(node.count)
    found: list[int] = []
    outcomes: list[Outcome] = []
    for seat in run.seats(node.who):
        hand = st.hand[seat]
        count = min(wanted, len(hand))
        hit(st, "213.2")
        found += ask_cards(st, run.seat(node.by), "pick_unseen", "502.2", hand, count, count)
        outcomes.append(_counted(wanted, len(hand), count))
    run.those = tuple(found)
    return outcomes


def _take(run: Run, node: N.Take) -> list[Outcome]:
    """You take some of the cards just shown or found; the others are what is left of them (213.1)."""
    st = run.st
    wanted = run.amount(node.count)
    there = tuple(slot for slot in run.those if st.objs[slot].zone != PLAY)
    chosen, outcome = _picked(st, run.you, "take", "213.1", there, node.select, wanted)
    for slot in chosen:
        move_card(st, slot, HAND)
    run.kept = tuple(chosen)
    return [outcome]


def _move_card(run: Run, node: N.MoveCard) -> list[Outcome]:
    st = run.st
    if node.choose_from != "none":
        return _choose_and_move(run, node)
    if isinstance(node.what, N.Those | N.Rest):
        meant = [slot for slot in run.those if isinstance(node.what, N.Those) or slot not in run.kept]
        there = [slot for slot in meant if st.objs[slot].zone != PLAY]
        if ZONE_OF.get(node.to) == DECK:
            put_on_decks(st, there, bottom=node.to == "deck_bottom")
        else:
            for slot in there:
                _put(run, slot, node.to, st.objs[slot].owner)
        return [DONE if slot in there else IMPOSSIBLE for slot in meant]
    found = run.objects(node.what)
    if node.to == "play":
        raise EngineGap("move_from_play_to_play", card=f"#{run.slot}")
    leave_play(st, found, node.to)
    return [DONE] * len(found)


def _choose_and_move(run: Run, node: N.MoveCard) -> list[Outcome]:
    st = run.st
    wanted = run.amount(node.count)
    found: list[tuple[int, int]] = []
    outcomes: list[Outcome] = []
    for seat in run.seats(node.who):
        zone = st.hand[seat] if node.choose_from == "hand" else st.discard[seat]
        if node.select not in (None, ANY_CARD):
            chosen, outcome = _picked(st, seat, "choose_card", "208.4", zone, node.select, wanted)
        else:
            count = min(wanted, len(zone))
            chosen = ask_cards(st, seat, "choose_card", "208.4", zone, count, count)
            outcome = _counted(wanted, len(zone), count)
        if node.to == "play":
            _name_all(run, chosen, node.select, "208.4", seat)
        found += [(slot, seat) for slot in chosen]
        outcomes.append(outcome)
    if ZONE_OF.get(node.to) == DECK:
        put_on_decks(st, by_number(st, [slot for slot, _ in found]), bottom=node.to == "deck_bottom")
    else:
        for slot, seat in found:
            _put(run, slot, node.to, seat)
    run.those = tuple(slot for slot, _ in found)
    return outcomes


def leave_play(st: State, slots: list[int], to: str) -> None:
    """Take permanents out of play to a zone of their owners, at the same moment.

    A Life Base that leaves loses the game (210.8).
    """
    losers = [st.objs[slot].owner for slot in slots if query.info(st, slot).card.is_life_base]
    if to == "discard" and slots:
        hit(st, "205.3")
    leave_together(st, slots, ZONE_OF[to], bottom=to == "deck_bottom")
    if losers:
        hit(st, "210.8")
        lose(st, losers, "106.3#1")


HANDLERS: dict[type, Handler] = {
    N.Draw: _draw,
    N.Keep: _keep,
    N.Discard: _discard,
    N.Search: _search,
    N.Shuffle: _shuffle,
    N.Show: _show,
    N.Look: _look,
    N.Present: _present,
    N.Take: _take,
    N.MoveCard: _move_card,
}

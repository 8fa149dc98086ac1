"""Effects on cards in hands, decks and piles: drawing, discarding, searching, shuffling, showing (211-213, 505-506)."""

from rules_engine.kernel.errors import EngineGap, forbid

from . import nodes as N
from . import query
from .answers import ask_cards, ask_order, name_hidden
from .effects import HANDLERS, Run
from .model import DECK, DISCARD, DRAW, HAND, PLAY, REMOVED, State, hit, unknown
from .winning import lose
from .zones import move_card

_ZONES = {"hand": HAND, "deck": DECK, "deck_bottom": DECK, "discard": DISCARD, "removed": REMOVED}


def draw_cards(st: State, seat: int, count: int) -> list[int]:
    """Draw from the top of a deck (212.1, 501.2). Who must draw more than there is loses (106.3#2, H16)."""
    drawn = []
    for _ in range(count):
        if not st.deck[seat]:
            if st.game.deckout_at_once:
                lose(st, [seat], "106.3#2")
            elif not st.decked_out >> seat & 1:
                st.decked_out |= 1 << seat
            break
        slot = st.deck[seat][-1]
        move_card(st, slot, HAND)
        drawn.append(slot)
    if drawn:
        hit(st, "212.1")
        st.events.append(("draw", seat, len(drawn)))
    return drawn


def _draw(run: Run, node: N.Draw) -> bool:
    """``extra`` in a draw phase enlarges the draw of that phase: all of it is "those cards" (H14)."""
    st = run.st
    count = run.amount(node.count)
    done = True
    found: list[int] = []
    for seat in run.seats(node.who):
        more = 1 if _enlarges(run, node, seat) else 0
        if more:
            run.extra_done = True
            st.drew_normally = True
        drawn = draw_cards(st, seat, count + more)
        found += drawn
        done = done and len(drawn) == count + more
    run.those = tuple(found)
    run.kept = ()
    return done


def _enlarges(run: Run, node: N.Draw, seat: int) -> bool:
    """True if this extra draw takes the normal draw of the phase with it (H14)."""
    st = run.st
    in_phase = node.extra and st.phase == DRAW and st.active == seat and not run.extra_done
    return in_phase and not st.drew_normally and st.game.chosen["H14"] == "one_draw"


def _keep(run: Run, node: N.Keep) -> bool:
    count = min(run.amount(node.count), len(run.those))
    seat = run.seat(node.who)
    run.kept = tuple(ask_cards(run.st, seat, "keep", "207.4a", run.those, count, count))
    return True


def _discard(run: Run, node: N.Discard) -> bool:
    st = run.st
    if node.of_those:
        rest = [slot for slot in run.those if slot not in run.kept and st.objs[slot].zone == HAND]
        chooser = run.you if node.choice == "you" else run.seat(node.who)
        count = min(run.amount(node.count), len(rest))
        chosen = ask_cards(st, chooser, "discard", "505.1", rest, count, count)
        return _to_pile(run, chosen)
    done = True
    found: list[int] = []
    for seat in run.seats(node.who):
        hand = st.hand[seat]
        wanted = run.amount(node.count)
        count = min(wanted, len(hand))
        chooser = run.you if node.choice == "you" else seat
        prompt = "discard_random" if node.choice == "random" else "discard"
        chosen = ask_cards(
            st, chooser, prompt, "502.2" if node.choice == "random" else "505.1", hand, count, count
        )
        _to_pile(run, chosen)
        found += chosen
        done = done and (wanted >= query.EVERYTHING or count == wanted)
    run.those = tuple(found)
    return done


def _to_pile(run: Run, cards: list[int]) -> bool:
    for slot in cards:
        move_card(run.st, slot, DISCARD)
    return True


def _search(run: Run, node: N.Search) -> bool:
    """The searcher may fail to find; what he takes must be what the text describes (212.2)."""
    wanted = run.amount(node.count)
    found: list[int] = []
    done = True
    for seat in run.seats(node.who):
        chosen = _found(run, node, seat, wanted)
        if node.to == "play":
            _name_all(run, chosen, node.select, "212.2", seat)
        for slot in chosen:
            _put(run, slot, node.to, seat)
        found += chosen
        done = done and len(chosen) >= wanted
    run.those = tuple(found)
    return done


def _found(run: Run, node: N.Search, seat: int, wanted: int) -> list[int]:
    st = run.st
    zone = st.deck[seat] if node.zone == "deck" else st.discard[seat]
    fitting = _fitting(st, zone, node.select)
    hit(st, "212.2")
    hides = any(st.objs[slot].rev < 0 for slot in fitting)
    chosen = ask_cards(st, seat, "search", "212.2", fitting, 0, wanted) if fitting else []
    if hides and len(chosen) < wanted:
        unknown(st, "212.2", "search_of_hidden_cards")
    _must_fit(st, chosen, node.select, "212.2", seat)
    return chosen


def _fitting(st: State, zone: tuple[int, ...], select: N.Select | None) -> list[int]:
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
        from .resolve import put_into_play

        put_into_play(run.st, slot, seat, run.depth)
    else:
        move_card(run.st, slot, _ZONES[to], bottom=to == "deck_bottom")


def _shuffle(run: Run, node: N.Shuffle) -> bool:
    st = run.st
    for seat in run.seats(node.who):
        if node.hand_first:
            for slot in st.hand[seat]:
                move_card(st, slot, DECK)
        ask_order(st, seat, seat)
        hit(st, "211.1")
        st.events.append(("shuffle", seat))
    return True


def _show(run: Run, node: N.Show) -> bool:
    """Shown cards are known from now on; an unknown card stays unknown in a log that does not name it (213.1)."""
    st = run.st
    found: list[int] = []
    for seat in run.seats(node.who):
        zone = st.hand[seat] if node.what == "hand" else tuple(reversed(st.deck[seat]))
        found += zone[: min(len(zone), run.amount(node.count))]
    for slot in found:
        if st.objs[slot].rev < 0:
            unknown(st, "213.1", "shown_card_not_named")
    hit(st, "213.1")
    run.those = tuple(found)
    st.events.append(("show", tuple(found)))
    return True


def _present(run: Run, node: N.Present) -> bool:
    """A hand is offered face down; the pick is blind, so its outcome is chance (213.2, 502.2)."""
    st = run.st
    wanted = run.amount(node.count)
    found: list[int] = []
    done = True
    for seat in run.seats(node.who):
        hand = st.hand[seat]
        count = min(wanted, len(hand))
        hit(st, "213.2")
        found += ask_cards(st, run.seat(node.by), "pick_unseen", "502.2", hand, count, count)
        done = done and count == wanted
    run.those = tuple(found)
    return done


def _move_card(run: Run, node: N.MoveCard) -> bool:
    st = run.st
    if node.choose_from != "none":
        return _choose_and_move(run, node) and run.done()
    if isinstance(node.what, N.Those):
        for slot in run.those:
            if st.objs[slot].zone != PLAY:
                _put(run, slot, node.to, st.objs[slot].owner)
        return run.done()
    found = run.objects(node.what)
    if node.to == "play":
        raise EngineGap("move_from_play_to_play", card=f"#{run.slot}")
    for slot in found:
        leave_play(st, slot, node.to)
    return bool(found) and run.done()


def _choose_and_move(run: Run, node: N.MoveCard) -> bool:
    st = run.st
    wanted = run.amount(node.count)
    found: list[int] = []
    done = True
    for seat in run.seats(node.who):
        fitting = _fitting(st, st.hand[seat] if node.choose_from == "hand" else st.discard[seat], node.select)
        count = min(wanted, len(fitting))
        chosen = ask_cards(st, seat, "choose_card", "208.4", fitting, count, count)
        if node.to == "play":
            _name_all(run, chosen, node.select, "208.4", seat)
        _must_fit(st, chosen, node.select, "208.4", seat)
        for slot in chosen:
            _put(run, slot, node.to, seat)
        found += chosen
        done = done and (count == wanted or wanted >= query.EVERYTHING)
    run.those = tuple(found)
    return done


def leave_play(st: State, slot: int, to: str) -> None:
    """Take a permanent out of play to a zone of its owner; a Life Base that leaves loses the game (210.8)."""
    obj = st.objs[slot]
    card = query.info(st, slot).card
    if to == "discard":
        hit(st, "205.3")
    move_card(st, slot, _ZONES[to], bottom=to == "deck_bottom")
    if card.is_summon and card.is_life_base:
        hit(st, "210.8")
        lose(st, [obj.owner], "106.3#1")


HANDLERS.update(
    {
        N.Draw: _draw,
        N.Keep: _keep,
        N.Discard: _discard,
        N.Search: _search,
        N.Shuffle: _shuffle,
        N.Show: _show,
        N.Present: _present,
        N.MoveCard: _move_card,
    }
)

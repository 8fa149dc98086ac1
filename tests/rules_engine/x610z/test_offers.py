"""What a recorder offers: a hidden hand offers what a known one can, and every legal action is reached by choosing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine import Action, Cursor, Game, LogError
from rules_engine.kernel.errors import NeedAnswer
from rules_engine.testing import Stream
from rules_engine.x610z.castable import castable, left_of
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.model import State
from rules_engine.x610z.offers import Draft, Options, options
from rules_engine.x610z.play import check, perform
from rules_engine.x610z.random_games import answer, choose, random_decks
from tests.rules_engine.cards.table import ME, YOU, Table, effect

SEEDS = range(6)


def middle(seed: int, actions: int, **more: Any) -> Game:
    """A random game after so many actions, in a position where somebody may do something."""
    stream = Stream(f"offers/{seed}")
    game = Game(random_decks(stream, 2), chooser=lambda need: answer(stream, need), **more)
    game.push(Action(do="begin", seat=0))
    for _ in range(actions):
        if game.outcome() is not None:
            break
        game.push(choose(stream, game.state, game.legal()))
    while game.outcome() is not None:
        game.pop()
    return game


def every(state: State, draft: Draft, left: dict[str, int] | None = None) -> Options:
    """The next question with all of its values, page by page."""
    first = options(state, draft, left, 0, 7)
    values = list(first.values)
    while first.field and len(values) < first.total:
        values += options(state, draft, left, len(values), 7).values
    assert len(values) == first.total
    return Options(
        first.field, tuple(values), proposal=first.proposal, action=first.action, refused=first.refused
    )


def chosen_for(state: State, action: Action, left: dict[str, int] | None = None) -> Action:
    """The action that choosing leads to when every choice is the one of ``action``; each must be offered."""
    wanted: dict[str, Any] = {
        "do": action.do,
        "card": action.card,
        "ability": action.ability,
        "mode": action.mode,
        "to": action.landing,
        "path": tuple(action.path or ()),
        "pay": action.pay or {},
        "x": action.x,
    }
    extras = list(action.extras or [action.x])
    targets = list(action.targets or ())
    draft = Draft(seat=action.seat) if action.seat is not None else Draft()
    for _ in range(40):
        found = every(state, draft, left)
        if not found.field:
            assert found.refused is None and found.action is not None, (action, found.refused)
            return found.action
        if found.field == "crystals":
            value: Any = tuple(action.crystals or ())
            assert set(value) <= set(found.values)
        else:
            value = {"extras": extras, "targets": targets}.get(found.field) or wanted.get(found.field)
            value = value.pop(0) if isinstance(value, list) else value
            assert value in found.values, (action, found.field, found.values)
        draft = draft.choose(found.field, value)
    raise AssertionError(action)


def positions(stride: int) -> Iterator[State]:
    """Positions of several games, from the first turns to the last."""
    for seed in SEEDS:
        for actions in range(8 + seed, 130, stride):
            yield middle(seed, actions).state


def test_every_legal_action_is_reached_by_choosing() -> None:
    reached = set()
    for state in positions(17):
        for action in legal_actions(state)[:60]:
            if action.card and action.card.startswith("#") and action.do == "cast":
                continue
            assert chosen_for(state, action) == action
            reached.add(action.do)
    assert {"cast", "activate", "move", "resolve", "proceed", "end"} <= reached


def test_a_dot_is_chosen_first_and_the_path_only_where_several_lead_there() -> None:
    t = Table()
    dragon = t.summon(ME, "Hunter Dragon", "3,1")
    t.summon(YOU, "Jelly Fish Vessel", "3,3")
    t.st.pool[ME] = (5, 5, 5, 5)
    listed = [action for action in legal_actions(t.st, ME) if action.card == dragon]
    assert {action.do for action in listed} == {"move", "attack"}
    for action in listed:
        assert chosen_for(t.st, action) == action
    moves = [action for action in listed if action.do == "move"]
    to = every(t.st, Draft(do="move", seat=ME, card=dragon))
    assert (to.field, set(to.values)) == ("to", {action.landing for action in moves})
    asked = set()
    for dot in to.values:
        found = every(t.st, Draft(do="move", seat=ME, card=dragon, to=dot))
        ways = {tuple(action.path or ()) for action in moves if action.landing == dot}
        asked.add(found.field == "path")
        assert set(found.values) == ways if found.field == "path" else len(ways) == 1
    assert asked == {True, False}


def test_whatever_is_chosen_is_legal_or_refused_by_a_rule() -> None:
    """A walk by chance through the questions: the end is an action that ``check`` judges in the same way."""
    stream = Stream("walk")
    ends = 0
    for state in positions(11):
        before = state.digest()
        for _ in range(8):
            draft = Draft(seat=stream.below(2))
            while (found := every(state, draft)).field and found.values:
                value = stream.pick(found.values)
                draft = draft.choose(found.field, (value,) if found.field == "crystals" else value)
            if found.action is None:
                continue
            ends += 1
            said = check(state, found.action)
            assert (said is None) or found.refused == said, (found.action, said)
            if found.refused is not None:
                assert found.refused.rule
        assert state.digest() == before
    assert ends > 300


def test_a_hidden_hand_may_cast_what_the_known_one_can() -> None:
    """The same game with orders and without: each cast of the known hand is offered for the hidden one."""
    compared = 0
    for state in positions(9):
        hidden = state.snapshot()
        for seat in (0, 1):
            counts: dict[int, int] = {}
            for slot in (*hidden.hand[seat], *hidden.deck[seat]):
                counts[hidden.objs[slot].rev] = counts.get(hidden.objs[slot].rev, 0) + 1
                hidden.change(slot, rev=-1)
            hidden.remaining[seat] = counts
        for seat in (0, 1):
            listed = [action for action in legal_actions(state, seat) if action.do == "cast"]
            assert not [action for action in legal_actions(hidden, seat) if action.do == "cast"]
            offered = {card.card: card for card in castable(hidden, seat)}
            for action in listed:
                card = offered[action.card or ""]
                assert card.refused is None and card.left > 0
                assert action in card.actions or card.more
                assert perform_or_need(hidden.snapshot(), action)
                compared += 1
    assert compared > 100


def perform_or_need(state: State, action: Action) -> bool:
    try:
        return perform(state, action) is None
    except NeedAnswer:
        return True


def test_a_card_of_which_every_copy_is_known_is_refused_with_its_rule() -> None:
    game = Game([["Mystic Energy Crystal"] * 40, ["Spark"] * 40], hidden=[0])
    game.push(Action(do="begin", seat=0))
    number = game.state.game.number_of(game.state.game.rev_of("Mystic Energy Crystal"))
    spark = game.state.game.number_of(game.state.game.rev_of("Spark"))
    deck = {number: 1, spark: 2}
    left = left_of(game.state, 0, deck)
    assert left == deck
    offered = {card.card: card for card in castable(game.state, 0, left)}
    assert offered[number].actions == (Action(do="cast", seat=0, card=number),)
    assert offered[spark].refused is not None and offered[spark].refused.code == "cost_not_paid"
    game.push(offered[number].actions[0])
    left = left_of(game.state, 0, deck)
    assert left == {number: 0, spark: 2}
    refused = {card.card: card.refused for card in castable(game.state, 0, left)}[number]
    assert refused is not None and (refused.rule, refused.code) == ("101.1a", "more_copies_than_registered")
    assert options(game.state, Draft(do="cast", seat=0, card=number), left).refused == refused


def test_without_a_list_the_whole_pool_may_be_in_a_hidden_hand() -> None:
    game = Game([["Spark"] * 40, ["Spark"] * 40], hidden=[0])
    game.push(Action(do="begin", seat=0))
    offered = castable(game.state, 0)
    assert len(offered) == len(game.pool.cards) - 1
    assert {card.left for card in offered} == {-1}
    refused = [card.refused for card in castable(game.state, 1) if card.refused is not None]
    assert {violation.code for violation in refused} == {"cost_not_paid"}


def test_additional_costs_and_targets_go_beyond_what_is_listed() -> None:
    t = Table(effect("Rain", "For each extra C1, deal 1 damage to target summon."))
    t.summon(YOU, "Jelly Fish Vessel", "3,1")
    t.hold(ME, "Rain")
    t.st.pool[ME] = (0, 0, 0, 9)
    number = t.st.game.number_of(t.rev("Rain"))
    draft = Draft(do="cast", seat=ME, card=number)
    times = every(t.st, draft)
    assert (times.field, times.values) == ("extras", tuple(range(10)))
    targets = every(t.st, draft.choose("extras", 7))
    assert targets.field == "targets"
    done = options(t.st, draft.choose("extras", 7).choose("targets", targets.values[0]))
    assert done.action is not None and done.action.x == 7 and done.refused is None


def test_a_cost_that_cannot_be_met_is_offered_as_such() -> None:
    t = Table()
    t.hold(ME, "Mist Dragon")
    crystal = t.permanent(ME, "Mystic Energy Crystal")
    number = t.st.game.number_of(t.rev("Mist Dragon"))
    draft = Draft(do="cast", seat=ME, card=number)
    found = every(t.st, draft)
    while found.field != "crystals":
        draft = draft.choose(found.field, found.values[0])
        found = every(t.st, draft)
    assert found.proposal == {"crystals": [crystal], "short": True}
    found = every(t.st, draft.choose("crystals", [crystal]))
    assert (found.field, found.values) == ("short", (True,))
    done = options(t.st, draft.choose("crystals", [crystal]).choose("short", True))
    assert done.action is not None and done.action.short and done.refused is None
    kept = options(t.st, draft.choose("crystals", []).choose("short", True))
    assert kept.refused is not None and kept.refused.rule == "200.5"


def test_nothing_to_target_and_what_does_not_exist() -> None:
    t = Table()
    t.hold(ME, "Blackout")
    t.st.pool[ME] = (9, 9, 9, 9)
    number = t.st.game.number_of(t.rev("Blackout"))
    offered = {card.card: card for card in castable(t.st, ME)}
    assert offered[number].refused is not None and offered[number].refused.code == "nothing_to_target"
    refused = options(t.st, Draft(do="cast", seat=ME, card=number)).refused
    assert refused is not None and (refused.rule, refused.code) == ("208.1", "nothing_to_target")
    with pytest.raises(LogError, match="unknown_card"):
        options(t.st, Draft(do="cast", seat=ME, card="No Such Card"))
    with pytest.raises(LogError, match="unknown_object"):
        options(t.st, Draft(do="move", seat=ME, card="#9999"))


def test_an_open_choice_of_a_whole_action_is_told() -> None:
    game = Game([["Spark"] * 40, ["Spark"] * 40])
    found = options(game.state, Draft(do="murphy", seat=0, x=3))
    assert found.action is not None
    assert found.need is not None and found.need.prompt == "shuffle"


def test_a_cursor_offers_what_its_position_does() -> None:
    game = middle(1, 30)
    cursor = Cursor(game.log())
    assert options(cursor.state, Draft(seat=0)).values == options(game.state, Draft(seat=0)).values

"""A machine that plays any game in any way: Hypothesis chooses the table and every step, and shrinks what it finds.

The short profile runs in ``./test``; ``make fuzz`` (HYPOTHESIS_PROFILE=fuzz) plays many more and longer games.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as hs
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from msgspec.structs import replace

from rules_engine import audit
from rules_engine.kernel.errors import EngineGap, LogError, NeedAnswer, RulingNeeded
from rules_engine.rulebook import rule as rule_of
from rules_engine.testing import GameRecorder, Stream
from rules_engine.testing.campaigns import begin, plan_of
from rules_engine.testing.invariants import Watch
from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.convert import to_compact, to_full
from rules_engine.x610z.hiding import hide_decks
from rules_engine.x610z.legal import legal_actions
from rules_engine.x610z.log import decode_line, encode_line, read_lines
from rules_engine.x610z.play import check, perform
from rules_engine.x610z.random_games import start, step
from rules_engine.x610z.view import view
from tests.speeds import amount

from .moves import hidden_otherwise, key_of, perturbed

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
seeds = hs.integers(0, 2**32)
pytestmark = pytest.mark.timeout(4 * 3600 if LONG else 3600)


class AnyGame(RuleBasedStateMachine):
    """One game, from the table to the verdict."""

    def __init__(self) -> None:
        super().__init__()
        self.game: GameRecorder | None = None
        self.watch = Watch()

    @property
    def recorder(self) -> GameRecorder:
        assert self.game is not None
        return self.game

    @initialize(seed=hs.integers(0, 10**6))
    def sit_down(self, seed: int) -> None:
        """A table of any mode, level, ruleset and rulings."""
        plan = plan_of(seed)
        self.pool = load_pool(plan.cards)
        self.game, stream = begin(plan)
        start(self.game, stream)
        self.watch(self.game.state)

    def going_on(self) -> bool:
        """True while there is something to do."""
        return self.game is not None and self.game.state.result is None

    @precondition(going_on)
    @rule(seed=seeds, steps=hs.integers(1, 25))
    def play_on(self, seed: int, steps: int) -> None:
        """Some legal actions; every state on the way keeps its invariants."""
        stream = Stream(seed)
        for _ in range(steps):
            if self.recorder.state.result is None:
                step(self.recorder, stream)
                self.watch(self.recorder.state)

    @precondition(going_on)
    @rule()
    def write_a_checkpoint(self) -> None:
        """Counts and digest in between."""
        self.recorder.checkpoint()

    @precondition(going_on)
    @rule()
    def every_listed_action_is_accepted_and_undone(self) -> None:
        """Legal is legal, and taking it back leaves the state as it was."""
        state = self.recorder.state
        saved, before = state.snapshot(), state.digest()
        for action in legal_actions(state):
            act = replace(action, n=1)
            assert check(state, act) is None, action
            assert decode_line(encode_line(act), 1) == act
            with suppress(NeedAnswer, EngineGap, RulingNeeded):
                assert perform(state, act) is None, action
            state.restore(saved)
            assert state.digest() == before, action

    @precondition(going_on)
    @rule(seed=seeds)
    def an_unlisted_action_is_refused_with_a_number(self, seed: int) -> None:
        """One thing changed: the action is listed as well, or a rule that exists refuses it."""
        state, stream = self.recorder.state, Stream(seed)
        listed = legal_actions(state)
        keys = {key_of(state, action) for action in listed}
        before = state.digest()
        for action in listed[:40]:
            other = perturbed(stream, state, action)
            try:
                violation = check(state, other)
            except LogError:
                continue  # no such thing at this table: the log is at fault, not a player
            if violation is None:
                assert key_of(state, other) in keys, other
            else:
                assert rule_of(violation.rule).id == violation.rule
        assert state.digest() == before, "a check changed the state"

    @precondition(going_on)
    @rule(seed=seeds)
    def no_secret_shows(self, seed: int) -> None:
        """Other cards in decks and in the hands of others change neither a view nor what one may do."""
        state, stream = self.recorder.state, Stream(seed)
        for viewer in ("spectator", *range(len(state.hand))):
            other = hidden_otherwise(stream, state, viewer)
            seen, again = (json.dumps(view(one, viewer), sort_keys=True) for one in (state, other))
            assert seen == again, viewer
            if isinstance(viewer, int):
                assert legal_actions(state, viewer) == legal_actions(other, viewer)

    @precondition(lambda self: self.game is not None)
    @rule()
    def what_is_written_reads_the_same(self) -> None:
        """Encoding and decoding the log agree, line by line."""
        writer = self.recorder.writer
        assert [line for _, _, line in read_lines(writer.data())] == writer.lines

    def teardown(self) -> None:
        """The finished log is in order at both levels, with known decks and with hidden ones."""
        if self.game is None:
            return
        if self.game.state.result is None:
            self.game.act("time")
        log = self.game.finish()
        report = audit(log, pool=self.pool)
        assert (report.verdict, report.fidelity) == ("ok", "exact"), report.finding
        assert report.digest == self.game.state.digest()
        compact = to_compact(log, self.pool)
        full = to_full(compact, self.pool)
        assert to_compact(full, self.pool) == compact
        assert {audit(other, pool=self.pool).digest for other in (compact, full)} == {report.digest}
        decks, unseen = hide_decks(log, self.pool)
        assert audit(unseen, decks=decks, pool=self.pool).verdict in ("ok", "unverifiable")


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(
    max_examples=1_000 if LONG else amount(15, 200, "games tapped at random"),
    stateful_step_count=40 if LONG else 12,
    deadline=None,
    derandomize=not LONG,
    # Shrinking a game takes minutes: only the long profile does it, ./test shows the game as it was found.
    phases=tuple(Phase) if LONG else (Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)

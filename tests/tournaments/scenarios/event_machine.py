"""A whole event, driven at random, beside a plain model of it (event_model.py): every answer and every state agree."""

from collections import Counter
from copy import deepcopy
from typing import Any, ClassVar

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from ledger.commands import Actor
from ledger.errors import UserError
from tests.tournaments.hall import enter, make_tournament, organizer_of
from tests.tournaments.scenarios.event_model import Event, Person, Stage, Table
from tests.tournaments.scenarios.invariants import broken
from tournaments.entries import services as entries
from tournaments.entries.models import Entry
from tournaments.events import services as events
from tournaments.events.models import Stage as StoredStage
from tournaments.mending import move_services, repair_services, restore_services, undo_services
from tournaments.rounds import pairing_services, services
from tournaments.rounds.models import Match, Round, Snapshot
from tournaments.rounds.outcomes import Games
from tournaments.rounds.stage_services import stage_cut

SCORES = ((2, 0), (2, 1), (0, 2), (1, 2))
pick = st.integers(0, 1_000)
score = st.sampled_from(SCORES)


class EventMachine(RuleBasedStateMachine):
    """Every rule does one thing to the site and to the model, and both must take it or refuse it."""

    event: type[Event] = Event
    accepted: ClassVar[Counter[str]] = Counter()
    """How often the site took each command, in all events driven since this was emptied."""

    def __init__(self) -> None:
        super().__init__()
        self.block = transaction.atomic()
        self.block.__enter__()
        self.model = self.event()
        self.kept: dict[int, Event] = {}

    def teardown(self) -> None:
        """Nothing of it stays."""
        transaction.set_rollback(True)
        self.block.__exit__(None, None, None)

    @initialize(
        players=st.integers(5, 7), here=st.integers(3, 7), running=st.sampled_from((True, True, False))
    )
    def begin(self, players: int, here: int, running: bool) -> None:
        """A championship of two rounds with a cut, and people who entered; mostly already started."""
        self.tournament = make_tournament(template="constructed-championship", changes={"rounds": 2})
        self.desk = organizer_of(self.tournament)
        events.tournament_open_entry(actor=self.desk, tournament=self.tournament, casual=True)
        for entry in enter(self.tournament, players):
            self.model.people[entry.pk] = Person()
        if running:
            self.open_check_in()
            for place in range(here):
                self.check_in(place)
            self.start()

    # --- how a step is done ---

    def both(self, allowed: Any, service: Any, **said: Any) -> Any:
        """Do it on both sides; the answer of the site, None when both refused."""
        before = deepcopy(self.model)
        newest = Snapshot.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        accepted = allowed() if callable(allowed) else allowed
        said = {"actor": self.desk, **said}
        try:
            answer = service(tournament=self.tournament, **said)
        except UserError as error:
            assert not accepted, f"{service.action} was refused: {error.code} {error.message}"
            self.model = before
            return None
        assert accepted, f"{service.action} was accepted: {answer}"
        self.accepted[service.action] += 1
        for pk in Snapshot.objects.filter(pk__gt=newest).order_by("pk").values_list("pk", flat=True):
            self.kept[pk] = before
        self.tournament.refresh_from_db()
        return answer

    def person(self, place: int) -> int:
        return sorted(self.model.people)[place % len(self.model.people)]

    def table(self, place: int, *, every: bool = False) -> tuple[int, Table] | None:
        """A table somebody could mean: of the newest round, or with ``every`` of any."""
        rounds = list(enumerate(self.model.rounds, start=1))
        chosen = rounds if every else rounds[-1:]
        tables = [(number, table) for number, one in chosen for table in one.tables if table.played]
        return tables[place % len(tables)] if tables else None

    def stored_tables(self, round_id: int) -> list[Table]:
        found = Match.objects.filter(round=round_id).prefetch_related("seats").order_by("pk")
        return [
            Table(match.pk, match.table, tuple(seat.entry_id for seat in match.seats.all()))
            for match in found
        ]

    def round_id(self) -> int:
        return Round.objects.filter(tournament=self.tournament).order_by("-number")[0].pk

    # --- before the rounds ---

    @rule()
    def open_check_in(self) -> None:
        """The doors open."""
        if self.model.phase in ("entry", "check_in"):
            self.both(self.model.open_check_in, events.tournament_open_check_in)

    @rule(place=pick)
    def check_in(self, place: int) -> None:
        """Somebody comes, or comes back: into a draft as well, which is paired anew around them."""
        who = self.person(place)
        if self.model.people[who].state == "absent" or self.model.knock_out:
            return
        away = self.model.people[who].state != "here"
        answer = self.both(lambda: self.model.check_in(who), entries.entry_check_in, entry_id=who)
        last = self.model.last
        if answer is not None and away and last is not None and last.state == "draft":
            self.model.rounds.pop()
            self.model.drafted(self.stored_tables(self.round_id()))

    @rule()
    @precondition(lambda self: self.model.phase in ("check_in", "running"))
    def start(self) -> None:
        """Check-in closes."""
        if self.model.phase == "running":
            return
        allowed = len(self.model.here()) > 1
        if self.both(allowed, entries.tournament_start) is not None:
            stage = StoredStage.objects.get(tournament=self.tournament)
            assert self.model.start(stage.rounds, stage.cut)

    # --- rounds ---

    @rule()
    def pair(self) -> None:
        """The next round is paired."""
        number = len(self.model.rounds) + 1
        answer = self.both(self.model.may_draft, pairing_services.round_draft, number=number)
        if answer is not None:
            self.model.drafted(self.stored_tables(answer["round"]))

    @rule(
        what=st.sampled_from(("discard", "publish", "publish", "complete", "complete", "withdraw", "reopen"))
    )
    @precondition(lambda self: self.model.rounds)
    def round_step(self, what: str) -> None:
        """A button about the newest round."""
        done = {
            "discard": (self.model.discard, pairing_services.round_discard, {}),
            "publish": (self.model.publish, pairing_services.round_publish, {"start_clock": True}),
            "complete": (self.model.complete, pairing_services.round_complete, {}),
            "withdraw": (self.model.withdraw, undo_services.round_withdraw, {"reason": "too early"}),
            "reopen": (self.model.reopen, undo_services.round_reopen, {"reason": "too early"}),
        }
        allowed, service, more = done[what]
        self.both(allowed, service, round_id=self.round_id(), **more)

    @rule(scores=st.lists(score, min_size=4, max_size=4))
    def all_results(self, scores: list[Any]) -> None:
        """The slips of the round come in at once, so that rounds end more often than by chance."""
        last = self.model.last
        if last is None or last.state != "published":
            return
        for table, said in zip([one for one in last.tables if one.played], scores * 2, strict=False):
            if table.state in ("open", "reported"):
                self.said(self.model.enter, services.result_enter, table, said)

    @rule(scores=st.lists(score, min_size=4, max_size=4))
    @precondition(lambda self: self.model.phase == "running")
    def a_round(self, scores: list[Any]) -> None:
        """A round as it goes on most days, from wherever it stands: steps by chance alone rarely end one."""
        if self.model.last is None or self.model.last.state == "completed":
            self.pair()
        for what in ("publish", "results", "complete"):
            if self.model.last is None:
                return
            if what == "results":
                self.all_results(scores)
            else:
                self.round_step(what)

    def said(self, model: Any, service: Any, table: Table, score: Any, **more: Any) -> None:
        self.both(lambda: model(table, score), service, match_id=table.pk, said=(*score, 0), **more)

    # --- tables ---

    @rule(place=pick, seat=st.integers(0, 1), score=score)
    def report(self, place: int, seat: int, score: Any) -> None:
        """A player reports."""
        if (found := self.table(place)) is not None:
            table, who = found[1], found[1].players[seat]
            actor = Actor(Entry.objects.select_related("user").get(pk=who).user, "player")
            said = {"match_id": table.pk, "said": (*score, 0), "actor": actor}
            self.both(lambda: self.model.report(table, who, score), services.result_report, **said)

    @rule(place=pick, score=score)
    def both_report(self, place: int, score: Any) -> None:
        """Both report the same."""
        for seat in (0, 1):
            self.report(place, seat, score)

    @rule(place=pick, seat=st.integers(0, 1))
    def take_back(self, place: int, seat: int) -> None:
        """A player takes the report back."""
        if (found := self.table(place)) is not None:
            table, who = found[1], found[1].players[seat]
            actor = Actor(Entry.objects.select_related("user").get(pk=who).user, "player")
            self.both(
                lambda: self.model.take_back(table, who),
                services.result_take_back,
                match_id=table.pk,
                actor=actor,
            )

    @rule(place=pick, score=score)
    def enter_slip(self, place: int, score: Any) -> None:
        """The desk enters a slip."""
        if (found := self.table(place)) is not None:
            self.said(self.model.enter, services.result_enter, found[1], score)

    @rule(place=pick, score=score)
    def settle(self, place: int, score: Any) -> None:
        """A dispute is ruled."""
        if (found := self.table(place)) is not None:
            self.said(self.model.settle, services.dispute_settle, found[1], score, reason="saw it")

    @rule(place=pick, score=score)
    def correct(self, place: int, score: Any) -> None:
        """A result of any round is corrected."""
        if (found := self.table(place, every=True)) is not None:
            number, table = found
            version = Match.objects.values_list("version", flat=True).get(pk=table.pk)
            self.both(
                lambda: self.model.correct(number, table, score),
                services.result_correct,
                match_id=table.pk,
                said=(*score, 0),
                reason="wrong slip",
                version=version,
            )

    @rule(place=pick, number=st.integers(1, 5))
    def move(self, place: int, number: int) -> None:
        """A match goes to another table."""
        if (found := self.table(place)) is not None:
            match = Match.objects.select_related("round").get(pk=found[1].pk)
            try:
                agreed = move_services.move_of(self.tournament, match, number).token
            except UserError:
                agreed = ""
            said = {"match_id": match.pk, "table": number, "agreed": agreed, "reason": "light"}
            self.both(lambda: self.model.move(found[1], number), move_services.match_move, **said)

    @rule(one=pick, two=pick)
    @precondition(lambda self: self.model.rounds)
    def swap(self, one: int, two: int) -> None:
        """Two players change places in a published round."""
        first, second = self.person(one), self.person(two)
        round_ = Round.objects.select_related("stage").get(pk=self.round_id())
        round_.tournament = self.tournament
        agreed = ""
        if self.model.last is not None and self.model.last.state == "published":
            try:
                agreed = repair_services.exchange_of(self.tournament, round_, first, second).token
            except UserError:
                agreed = ""
        said = {"first": first, "second": second, "agreed": agreed, "reason": "brothers", "despite": True}
        said |= {"round_id": round_.pk}
        exchange = repair_services.round_exchange
        if self.both(lambda: self.model.swap(first, second), exchange, **said) is not None:
            stored = {one.players: one.pk for one in self.stored_tables(round_.pk)}
            for who in (first, second):
                table = self.model.table_of(who)
                assert table is not None
                table.pk = stored[table.players]

    # --- people, the cut, the end ---

    @rule(place=pick)
    def drop(self, place: int) -> None:
        """Somebody leaves; nobody does once the knock-out is made, which has walkovers of its own."""
        who = self.person(place)
        may = self.model.people[who].state in ("here", "dropped") and len(self.model.here()) > 3
        if may and not self.model.knock_out:
            self.both(lambda: self.model.drop(who), entries.entry_drop, entry_id=who)

    @rule()
    @precondition(lambda self: self.model.stages)
    def cut(self) -> None:
        """The best go on."""
        made = self.model.knock_out
        answer = self.both(self.model.may_cut, stage_cut)
        if answer is None or made:
            return
        if answer["stage"] is None:
            self.model.stages[0].cut = 0
        else:
            stage = StoredStage.objects.get(pk=answer["stage"])
            self.model.stages.append(Stage(stage.rounds, stage.cut))

    @rule()
    @precondition(lambda self: self.model.stages)
    def finish(self) -> None:
        """The end of the day."""
        self.both(self.model.finish, events.tournament_finish)

    @rule(place=pick)
    @precondition(lambda self: self.kept)
    def restore(self, place: int) -> None:
        """The rounds stand as they stood before some step."""
        pk = sorted(self.kept)[place % len(self.kept)]
        snapshot = Snapshot.objects.get(pk=pk)
        plan = restore_services.restore_of(self.tournament, snapshot)
        said = {"agreed": plan.differs.token, "lost": len(plan.lost), "reason": "too early"}
        then = self.kept[pk]
        self.both(
            lambda: self.model.restore(then), restore_services.tournament_restore, snapshot_id=pk, **said
        )

    # --- after every step ---

    @invariant()
    def the_site_is_as_the_model_says(self) -> None:
        """Phase, people, rounds, tables, reports and results."""
        if not hasattr(self, "tournament"):
            return
        assert self.tournament.state == self.model.phase
        names = {"entered": "entered", "here": "checked_in", "absent": "no_show", "dropped": "dropped"}
        stored = Entry.objects.filter(tournament=self.tournament).order_by("pk")
        assert list(stored.values_list("pk", "state", "dropped_after")) == [
            (pk, names[one.state], one.left) for pk, one in sorted(self.model.people.items())
        ]
        rounds = Round.objects.filter(tournament=self.tournament).order_by("number")
        assert list(rounds.values_list("state", flat=True)) == [one.state for one in self.model.rounds]
        matches = Match.objects.filter(tournament=self.tournament).prefetch_related("seats", "reports")
        site = {
            match.pk: (
                match.table,
                match.state,
                tuple(seat.entry_id for seat in match.seats.all()),
                match.outcome.won if isinstance(match.outcome, Games) and match.kind == "played" else None,
                {
                    report.entry_id: report.outcome.won
                    for report in match.reports.all()
                    if isinstance(report.outcome, Games)
                },
            )
            for match in matches.order_by("pk")
        }
        model = {
            table.pk: (table.number, table.state, table.players, table.score, table.said)
            for one in self.model.rounds
            for table in one.tables
        }
        assert site == model

    @invariant()
    def nothing_is_broken(self) -> None:
        """What must always be so, reckoned from the results alone."""
        if hasattr(self, "tournament"):
            assert broken(self.tournament) == []

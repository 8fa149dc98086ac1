"""An event of crews, driven at random, beside a plain model of it: crews, seats, majority, substitutes."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from ledger.commands import Actor
from tests.tournaments.hall import make_tournament, make_user, organizer_of, staff_actor
from tests.tournaments.scenarios.crew_model import Crew, CrewEvent, Seat
from tests.tournaments.scenarios.event_machine import EventMachine, pick, score
from tests.tournaments.scenarios.event_model import Person, Table
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_join, clan_leave
from tournaments.desk.rule_services import rule_add
from tournaments.entries import services as entries
from tournaments.entries import team_services as teams
from tournaments.entries.models import Entry, Team
from tournaments.events import services as events
from tournaments.events.models import Stage as StoredStage
from tournaments.rounds import services
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import Match

POLICY = {"teams": True, "crews": True, "deck_required": False, "min_competitors": 2, "rounds": 2}


class CrewMachine(EventMachine):
    """The rules of every event, and those that only crews have."""

    event = CrewEvent
    model: CrewEvent

    @initialize(
        sizes=st.lists(st.sampled_from((3, 3, 4)), min_size=2, max_size=4),
        running=st.sampled_from((True, True, False)),
    )
    def begin(self, sizes: list[int], running: bool) -> None:
        """Crews of three, some with a substitute, one clan for each; somebody of the first clan entered alone."""
        self.tournament = make_tournament("Crew Cup", changes=POLICY)
        self.desk = organizer_of(self.tournament)
        self.head = staff_actor(self.tournament, "head_judge")
        events.tournament_open_entry(actor=self.desk, tournament=self.tournament, casual=True)
        for number, size in enumerate(sizes):
            actors = [Actor(make_user(f"{letter}{number}"), "player") for letter in "ABCD"[:size]]
            clan = Clan.objects.get(pk=clan_create(actor=actors[0], name=f"Clan {number}")["clan"])
            for actor in actors[1:]:
                clan_join(actor=actor, code=clan.code)
            mine = [self.enters(actor, clan.pk) for actor in actors]
            if number == 0 and not running:
                mine[2:] = []  # one who is in the clan and not yet in the crew
            made = teams.team_create(actor=actors[0], tournament=self.tournament, name=f"Crew {number}")
            for actor in actors[1 : len(mine)]:
                self.joins(actor, made["team"])
            self.model.crews[made["team"]] = Crew(mine[0], clan.pk, set(mine))
        if running:
            self.open_check_in()
            for place in range(len(self.model.people)):
                self.check_in(place)
            self.start()

    def enters(self, actor: Actor, clan: int) -> int:
        pk = entries.entry_create(actor=actor, tournament=self.tournament)["entry"]
        self.model.people[pk], self.model.clans[pk] = Person(), clan
        return pk

    def joins(self, actor: Actor, team: int) -> Any:
        code = Team.objects.get(pk=team).code
        return teams.team_join(actor=actor, tournament=self.tournament, code=code)

    def stored_tables(self, round_id: int) -> list[Table]:
        """As it stands in the hall; what is given away without play the model finds out by itself."""
        return [Seat(one.pk, one.number, one.players) for one in super().stored_tables(round_id)]

    def user(self, entry: int) -> Actor:
        return Actor(Entry.objects.select_related("user").get(pk=entry).user, "player")

    # --- crews change until the start ---

    @rule(place=pick)
    @precondition(lambda self: self.model.changing)
    def found(self, place: int) -> None:
        """Somebody makes a crew."""
        who = self.person(place)
        said = {"actor": self.user(who), "name": f"New {place}"}
        answer = self.both(lambda: self.model.may_found(who), teams.team_create, **said)
        if answer is not None:
            self.model.crews[answer["team"]] = Crew(who, self.model.clans[who], {who})

    @rule(place=pick, crew=pick)
    @precondition(lambda self: self.model.crews)
    def join(self, place: int, crew: int) -> None:
        """Somebody joins with the code of a crew."""
        who, number = self.person(place), sorted(self.model.crews)[crew % len(self.model.crews)]
        said = {"actor": self.user(who), "code": Team.objects.get(pk=number).code}
        self.both(lambda: self.model.join(who, number), teams.team_join, **said)

    @rule(place=pick)
    def leave(self, place: int) -> None:
        """Somebody leaves the crew."""
        who = self.person(place)
        self.both(lambda: self.model.leave(who), teams.team_leave, actor=self.user(who))

    @rule(captain=pick, place=pick, service=st.sampled_from((teams.team_remove, teams.team_seat)))
    def captain_says(self, captain: int, place: int, service: Any) -> None:
        """A captain takes a member out, or moves one a seat up; so tries who is no captain, or another crew's."""
        one, who = self.person(captain), self.person(place)
        allowed = self.model.remove if service is teams.team_remove else self.model.move_up
        self.both(lambda: allowed(one, who), service, actor=self.user(one), entry_id=who)

    @rule(crew=pick, seat=st.integers(1, 3))
    @precondition(lambda self: self.model.changing and self.model.crews)
    def another_order(self, crew: int, seat: int) -> None:
        """A captain moves a member of their own crew up: who stood third may be the substitute now."""
        mine = self.model.crews[sorted(self.model.crews)[crew % len(self.model.crews)]]
        who = mine.order()[seat % len(mine.members)]
        captain = mine.captain
        self.both(
            lambda: self.model.move_up(captain, who),
            teams.team_seat,
            actor=self.user(captain),
            entry_id=who,
        )

    @rule(place=pick)
    @precondition(lambda self: self.model.changing)
    def leave_clan(self, place: int) -> None:
        """Somebody who does not lead the clan leaves it, and may not play for its crew any more."""
        who = self.person(place)
        actor = self.user(who)
        if who in self.model.clans and not Clan.objects.filter(leader=actor.user).exists():
            clan_leave(actor=actor)
            self.model.leave_clan(who)

    @rule()
    @precondition(lambda self: self.model.phase in ("check_in", "running"))
    def start(self) -> None:
        """Check-in closes on whole crews."""
        if self.model.phase == "running":
            return
        if self.both(self.model.may_start, entries.tournament_start) is not None:
            stage = StoredStage.objects.get(tournament=self.tournament)
            assert self.model.start(stage.rounds, stage.cut)

    # --- tables ---

    @rule(place=pick, seat=st.integers(0, 1), score=score)
    def captain_reports(self, place: int, seat: int, score: Any) -> None:
        """A captain reports for a member: the same as the member's own report."""
        if (found := self.table(place)) is not None:
            table, who = found[1], found[1].players[seat]
            crew = self.model.crew_of(who)
            assert crew is not None
            said = {"match_id": table.pk, "said": (*score, 0), "actor": self.user(crew.captain)}
            self.both(lambda: self.model.report(table, who, score), services.result_report, **said)

    @rule(place=pick, other=pick, score=score)
    def somebody_else_reports(self, place: int, other: int, score: Any) -> None:
        """Who neither sits at a table nor is the captain of who does has nothing to say there."""
        if (found := self.table(place)) is not None:
            table, who = found[1], self.person(other)
            captains = {
                crew.captain for one in table.players if (crew := self.model.crew_of(one)) is not None
            }
            if who not in {*table.players, *captains}:
                said = {"match_id": table.pk, "said": (*score, 0), "actor": self.user(who)}
                self.both(False, services.result_report, **said)

    # --- people ---

    @rule(place=pick)
    def drop(self, place: int) -> None:
        """Somebody leaves; two crews always stay."""
        who = self.person(place)
        if self.model.people[who].state in ("here", "dropped") and self.two_without(who):
            self.both(lambda: self.model.drop(who), entries.entry_drop, entry_id=who)

    @rule(place=pick)
    @precondition(lambda self: self.model.phase == "running")
    def disqualify(self, place: int) -> None:
        """A head judge disqualifies somebody: the substitute has the seat, or it is lost."""
        who = self.person(place)
        if self.two_without(who):
            said = {"actor": self.head, "kind": "disqualified", "entry_id": who}
            self.both(lambda: self.model.disqualify(who), rule_add, **said)

    def two_without(self, who: int) -> bool:
        """Whether two crews play on without this player."""
        here = self.model.here() - {who}
        return sum(bool(crew.members & here) for crew in self.model.crews.values()) > 1

    # --- after every step ---

    @invariant()
    def crews_are_as_the_model_says(self) -> None:
        """Members and captains of every crew."""
        if not hasattr(self, "tournament"):
            return
        stored = Team.objects.filter(tournament=self.tournament).prefetch_related("members")
        assert {team.pk: (team.captain_id, {one.pk for one in team.members.all()}) for team in stored} == {
            number: (crew.captain, crew.members) for number, crew in self.model.crews.items()
        }

    @invariant()
    def the_standings_are_the_majorities_of_the_seats(self) -> None:
        """The points of every crew that came."""
        if not hasattr(self, "tournament") or not self.model.rounds:
            return
        numbers = dict(Entry.objects.filter(tournament=self.tournament).values_list("number", "pk"))
        shown = {numbers[int(row.id[1:])]: int(row.points) for row in standings_rows(self.tournament)}
        points = self.model.points()
        assert shown == {captain: points[captain] for captain in shown}
        assert all(not points[captain] for captain in set(points) - set(shown))

    @invariant()
    def what_is_given_is_stored_as_given(self) -> None:
        """The seat of who is out is a forfeit for the side that is there."""
        if not hasattr(self, "tournament"):
            return
        for round_ in self.model.rounds:
            given = {
                one.pk: one.given for one in round_.tables if isinstance(one, Seat) and one.given is not None
            }
            for match in Match.objects.filter(pk__in=given):
                assert (match.kind, match.outcome and match.outcome.winner) == ("forfeit", given[match.pk])

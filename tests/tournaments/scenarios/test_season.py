"""A simulated season: several events of different kinds, played at random, and after every command nothing is broken.

`make season` plays longer ones. What may never be broken stands in invariants.py.
"""

import os
import random
from typing import Any

import pytest

from ledger.audits import differences
from ledger.commands import Actor
from ledger.errors import UserError
from tests.speeds import few_by_day
from tests.tournaments.hall import hand_in_deck, make_tournament, make_user, organizer_of, staff_actor, tell
from tests.tournaments.scenarios.invariants import broken
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_join
from tournaments.desk.rule_services import rule_add
from tournaments.entries import services as entries
from tournaments.entries import team_services as teams
from tournaments.entries.models import Entry, Team
from tournaments.events import services as events
from tournaments.events.models import Tournament
from tournaments.mending import repair_services, restore_services, undo_services
from tournaments.rounds import pairing_services, services
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Round, Snapshot
from tournaments.rounds.stage_services import stage_cut

pytestmark = [pytest.mark.django_db]
EVENTS = int(os.environ.get("SEASON_EVENTS", "1"))
KINDS = {
    "swiss": {"changes": {"rounds": 3, "late_until_round": 3}, "players": 7, "capacity": 8},
    "round-robin": {"players": 4, "capacity": 8},
    "pods": {"template": "multiplayer-pods", "players": 7, "capacity": 7, "changes": {"rounds": 2}},
    "knock-out": {
        "template": "constructed-championship",
        "changes": {"rounds": 2},
        "players": 7,
        "capacity": 16,
    },
    "crews": {
        "changes": {"teams": True, "crews": True, "deck_required": False, "min_competitors": 2, "rounds": 2},
        "players": 12,
        "teams": 3,
    },
    "teams": {"template": "teams-2v2", "changes": {"deck_required": False}, "players": 8, "teams": 4},
}


class Season:
    """One event of the season. Chance decides who reports, who drops and what is taken back."""

    def __init__(self, kind: str, seed: int) -> None:
        self.dice, wanted = random.Random(f"{kind} {seed}"), dict(KINDS[kind])
        self.players, self.teams = int(str(wanted.pop("players"))), int(str(wanted.pop("teams", 0)))
        self.tournament: Tournament = make_tournament(name=f"{kind} {seed}", **wanted)
        self.desk, self.head = organizer_of(self.tournament), staff_actor(self.tournament, "head_judge")
        tell(self.tournament)
        self.commands = 0

    def do(self, service: Any, **said: Any) -> Any:
        """Carry a command out; refused or not, nothing may be broken after it."""
        said = {"actor": self.desk, "tournament": self.tournament, **said}
        try:
            answer = service(**said)
        except UserError:
            answer = None
        self.commands += 1
        problems = broken(self.tournament)
        assert problems == [], f"after {service.action} ({self.commands}): {problems}"
        return answer

    def play(self) -> None:
        """From the first entry to the last result."""
        self.gather()
        number = 0
        while self.tournament.state == "running" and self.commands < 400:
            number = Round.objects.filter(tournament=self.tournament).count() + 1
            if self.do(pairing_services.round_draft, number=number) is not None:
                self.round(Round.objects.get(tournament=self.tournament, number=number))
                continue
            self.do(stage_cut)
            self.do(events.tournament_finish)
        assert self.tournament.state == "finished"

    def gather(self) -> None:
        """Entry, a waiting list where places are few, check-in, somebody who withdraws, the start."""
        self.do(events.tournament_open_entry, casual=True)
        actors = [Actor(make_user(), "player") for _place in range(self.players)]
        for actor in actors:
            answer = self.do(entries.entry_create, actor=actor)
            hand_in_deck(Entry.objects.get(pk=answer["entry"]))
        for place in range(self.teams):
            self.team(actors[place :: self.teams])
        self.do(events.tournament_open_check_in)
        people = list(Entry.objects.filter(tournament=self.tournament).order_by("pk"))
        if self.players > 4 and not self.teams:
            self.do(entries.entry_withdraw, entry_id=self.dice.choice(people).pk)
        for entry in people:
            self.do(entries.entry_check_in, entry_id=entry.pk)
        assert self.do(entries.tournament_start) is not None

    def team(self, actors: list[Actor]) -> None:
        """A captain makes a team or a crew, the others join, and the captain says who sits where."""
        if self.tournament.policy.crews:
            clan = clan_create(actor=actors[0], name=f"Clan of {actors[0].user.pk}")["clan"]
            for actor in actors[1:]:
                clan_join(actor=actor, code=Clan.objects.get(pk=clan).code)
        made = self.do(teams.team_create, actor=actors[0], name=f"Team of {actors[0].user.pk}")
        for actor in actors[1:]:
            self.do(teams.team_join, actor=actor, code=Team.objects.get(pk=made["team"]).code)
        mine = Entry.objects.filter(team=made["team"]).order_by("pk")
        self.do(teams.team_seat, actor=actors[0], entry_id=self.dice.choice(list(mine)).pk)

    def round(self, round_: Round) -> None:
        """One round: redrafted or not, published, played, corrected, closed, and now and then taken back."""
        if self.dice.random() < 0.3:
            made = self.do(pairing_services.round_redraft, round_id=round_.pk)
            round_ = Round.objects.get(pk=made["round"])
        self.do(pairing_services.round_publish, round_id=round_.pk, start_clock=True)
        if self.dice.random() < 0.2:
            self.do(undo_services.round_withdraw, round_id=round_.pk, reason="too early")
            self.do(pairing_services.round_publish, round_id=round_.pk)
        if self.dice.random() < 0.5 and not self.teams:
            self.late(round_)
        for match in Match.objects.filter(round=round_).exclude(state="final").order_by("pk"):
            self.table(match)
        self.do(pairing_services.round_complete, round_id=round_.pk)
        if self.dice.random() < 0.4:
            self.take_back()
        here = Entry.objects.filter(tournament=self.tournament, state="checked_in").order_by("pk")
        if (
            self.dice.random() < 0.3
            and len(here) > 4
            and not self.tournament.stages.filter(number=2).exists()
        ):
            gone = self.dice.choice(list(here))
            self.do(entries.entry_drop, entry_id=gone.pk)
            if self.teams and self.dice.random() < 0.5:
                self.do(entries.entry_check_in, entry_id=gone.pk)
        if self.tournament.policy.crews and self.dice.random() < 0.5:
            out = self.dice.choice(list(here))
            self.do(rule_add, actor=self.head, kind="disqualified", entry_id=out.pk)

    def late(self, round_: Round) -> None:
        """Somebody comes while the round is played, with a list or without; staff choose a plan, or one is stale."""
        came = self.do(entries.entry_add_at_desk, name=f"Late {self.commands}", text="")
        if came is None:
            return
        if self.dice.random() < 0.5:
            hand_in_deck(Entry.objects.get(pk=came["entry"]))
        if not format_of(round_.stage).mendable:
            return
        plan = self.dice.choice(format_of(round_.stage).plans(self.tournament, round_, ()))
        said = {"round_id": round_.pk, "kind": plan.kind, "reason": "came late"}
        self.do(repair_services.round_repair, agreed="another plan", **said)
        self.do(repair_services.round_repair, agreed=plan.token, lost=plan.lost, **said)

    def table(self, match: Match) -> None:
        """Both report, or differ and a ruling follows, or the desk enters it; now and then it is corrected."""
        seats = list(
            match.seats.select_related("entry__user", "entry__team__captain__user").order_by("position")
        )
        said, other = self.scores(len(seats))
        where: dict[str, Any] = {"match_id": match.pk}
        way = self.dice.random()
        if way < 0.5:
            for place, seat in enumerate(seats):
                told = other if way < 0.2 and place else said
                who = seat.entry.team.captain if way < 0.1 and seat.entry.team is not None else seat.entry
                self.do(services.result_report, actor=Actor(who.user, "player"), said=told, **where)
            self.do(services.dispute_settle, said=said, reason="saw it", **where)
        self.do(services.result_enter, said=said, **where)
        if self.dice.random() < 0.2:
            version = Match.objects.values_list("version", flat=True).get(pk=match.pk)
            self.do(services.result_correct, said=other, reason="wrong slip", version=version, **where)

    def scores(self, seats: int) -> tuple[Any, Any]:
        if self.tournament.template == "teams-2v2":  # one game
            return self.dice.choice([((1, 0, 0), (0, 1, 0)), ((0, 1, 0), (1, 0, 0))])
        if seats == 2 and not self.tournament.template.startswith("multi"):
            return self.dice.choice([((2, 0, 0), (1, 2, 0)), ((0, 2, 0), (2, 1, 0)), ((2, 1, 0), (0, 2, 0))])
        letters = ["w" + "l" * (seats - 1), "l" * (seats - 1) + "w"]
        self.dice.shuffle(letters)
        return letters[0], letters[1]

    def take_back(self) -> None:
        """Bring the rounds back to before one of the last steps, and sometimes forth again."""
        kept = list(Snapshot.objects.filter(tournament=self.tournament).order_by("-pk")[:4])
        snapshot = self.dice.choice(kept)
        for one in [snapshot.pk, None][: self.dice.choice((1, 2))]:
            found = Snapshot.objects.filter(tournament=self.tournament).order_by("-pk")
            chosen = found.get(pk=one) if one else found.filter(step="tournament.restore").first()
            if chosen is None:
                return
            plan = restore_services.restore_of(self.tournament, chosen)
            said = {"agreed": plan.differs.token, "lost": len(plan.lost), "reason": "too early"}
            self.do(restore_services.tournament_restore, snapshot_id=chosen.pk, **said)
        self.finish_open_round()

    def finish_open_round(self) -> None:
        """What a restore left open is published, played and closed again."""
        opened = Round.objects.filter(tournament=self.tournament).exclude(state="completed").first()
        if opened is None:
            return
        self.do(pairing_services.round_publish, round_id=opened.pk)
        opened.refresh_from_db()
        if opened.state == "draft":
            self.do(pairing_services.round_discard, round_id=opened.pk)
            return
        for match in Match.objects.filter(round=opened).exclude(state="final").order_by("pk"):
            self.table(match)
        self.do(pairing_services.round_complete, round_id=opened.pk)


@pytest.mark.parametrize("kind", few_by_day(KINDS, 3, "seasons of every kind of event"))
@pytest.mark.parametrize("seed", range(EVENTS))
def test_after_every_command_of_a_season_nothing_is_broken(kind: str, seed: int) -> None:
    event = Season(kind, seed)
    event.play()
    assert event.commands > 20
    told = [
        one.text for name, one in differences() if name != "decks"
    ]  # lists are handed in without a command
    assert told == [], "the event that is made anew of its chains is the one of the tables"

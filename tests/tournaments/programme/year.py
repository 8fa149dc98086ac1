"""A year of organized play, driven through the services that pages use, beside a plain record of what was done.

The record knows who played whom for which clan, who was a guest, put out or forgotten, and the places that the API
published before anybody was put out. From it a season is written as its file has it, which the second implementation
of season points (`tests/tournaments/season_points/second.py`) turns into ladders: no line of the site's is in between.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from django.utils import timezone

from ledger.commands import Actor
from tests.site.privacy.erasing import person_erase
from tests.tournaments import crowd
from tests.tournaments.api.programs import site_of
from tests.tournaments.hall import hand_in_deck, make_tournament, organizer_of, publish
from tests.tournaments.organizations.found import found, join
from tests.tournaments.rounds.test_disqualified import disqualify
from tournaments.clans.models import Clan
from tournaments.clans.services import clan_create, clan_join, clan_leave
from tournaments.entries.invitation_services import entry_claim
from tournaments.entries.models import Entry, Team
from tournaments.entries.services import (
    entry_add_at_desk,
    entry_check_in,
    entry_create,
    entry_drop,
    tournament_start,
)
from tournaments.entries.team_services import team_create, team_join
from tournaments.events.invitation_services import invitation_make
from tournaments.events.models import Invitation, Tournament
from tournaments.events.services import tournament_finish, tournament_open_check_in, tournament_open_entry
from tournaments.formats.letters import claim_for
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_complete
from tournaments.rounds.services import result_correct, result_enter
from tournaments.rounds.stage_services import stage_cut

Data = dict[str, Any]
KINDS = ("swiss", "swiss", "swiss", "cut", "teams", "crews", "pods")
NO_LISTS = {"deck_required": False}
MADE_BY_ONE = 15
"""Tournaments that one organizer makes: the whole year is one day of the clock, and a day has a limit."""


@dataclass
class Seat:
    """Somebody in an event, as the record has them. ``person``: the id of the account; ``clan``: played for."""

    entry: int
    person: int
    clan: int | None
    guest: bool = False
    out: bool = False


@dataclass
class Held:
    """An event as the record has it: its units in the order of the entries' numbers, and the place of each."""

    tournament: Tournament
    kind: str
    day: date
    units: dict[int, list[Seat]]
    clans: dict[int, int] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)

    @property
    def put_out(self) -> bool:
        """Whether somebody was disqualified."""
        return any(seat.out for unit in self.units.values() for seat in unit)


class Year:
    """The people, clans and events of a year. The same seed gives the same year."""

    def __init__(self, seed: int, people: int, clans: int, largest: int, events: int) -> None:
        self.dice, self.largest = Random(seed), largest
        self.clubs = [found("Orbit Club"), found("Star Shop")]
        count = 1 + events // MADE_BY_ONE
        self.hosts = {club.pk: [join(club, "organizer") for _host in range(count)] for club in self.clubs}
        self.people: list[Any] = crowd.people([""] * people)
        self.clan_of: dict[int, int] = {}
        self.gone: set[int] = set()
        self.held: list[Held] = []
        regulars = self.people[: max(people // 4, 3 * clans)]
        for number in range(clans):
            self._found_clan(number, regulars[3 * number : 3 * number + 3 + number % 3])

    def _found_clan(self, number: int, users: Sequence[Any]) -> None:
        free = [user for user in users if user.pk not in self.clan_of]
        clan = clan_create(actor=Actor(free[0], "player"), name=f"Clan {number}")["clan"]
        for user in free[1:]:
            clan_join(actor=Actor(user, "player"), code=Clan.objects.get(pk=clan).code)
        self.clan_of |= {user.pk: clan for user in free}

    # --- a day ---------------------------------------------------------------------------------------------

    def play_a_day(self, day: datetime) -> Held:
        """Hold an event of some kind; nothing is corrected yet."""
        kind = self.dice.choice(KINDS)
        held: Held = getattr(self, f"_{kind}")(day)
        self._finish(held)
        self.held.append(held)
        return held

    def something_changes(self) -> str:
        """Something of the past turns out otherwise; what."""
        change: Callable[[], str] = self.dice.choice(
            (self._correct, self._correct, self._claim, self._erase, self._move_clans)
        )
        return change()

    def _some(self, most: int) -> list[Any]:
        """Some people; regulars come more often."""
        regulars = [one for one in self.people[: len(self.people) // 4] if one.pk not in self.gone]
        others = [one for one in self.people[len(self.people) // 4 :] if one.pk not in self.gone]
        often = self.dice.sample(regulars, min(len(regulars), most * 2 // 3))
        return often + self.dice.sample(others, min(len(others), most - len(often)))

    def _open(self, day: datetime, **params: Any) -> Tournament:
        club = self.dice.choice(self.clubs)
        host = self.hosts[club.pk][len(self.held) // MADE_BY_ONE]
        scale = self.dice.choice((1, 1, 2))
        tournament = make_tournament(
            f"Event {len(self.held)}",
            by=host,
            organization_id=club.pk,
            scale=scale,
            starts_at=day,
            **params,
        )
        tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
        return tournament

    def _start(self, tournament: Tournament) -> None:
        boss = organizer_of(tournament)
        tournament_open_check_in(actor=boss, tournament=tournament)
        for key in Entry.objects.filter(tournament=tournament).values_list("pk", flat=True):
            entry_check_in(actor=boss, tournament=tournament, entry_id=key)
        tournament_start(actor=boss, tournament=tournament)
        tournament.refresh_from_db()

    def _enter(self, tournament: Tournament, user: Any) -> Seat:
        entry = Entry.objects.get(
            pk=entry_create(actor=Actor(user, "player"), tournament=tournament)["entry"]
        )
        if entry.registration_id is not None:
            hand_in_deck(entry)
        return Seat(entry.number, user.pk, self.clan_of.get(user.pk))

    def _guest(self, tournament: Tournament) -> Seat:
        made = entry_add_at_desk(actor=organizer_of(tournament), tournament=tournament, name="Walk-in")
        entry = Entry.objects.get(pk=made["entry"])
        return Seat(entry.number, entry.user_id, None, guest=True)

    # --- kinds ---------------------------------------------------------------------------------------------

    def _swiss(self, day: datetime, **params: Any) -> Held:
        changes = NO_LISTS | {"rounds": self.dice.choice((2, 3))}
        tournament = self._open(day, **({"changes": changes} | params))
        seats = [self._enter(tournament, user) for user in self._some(self.dice.randint(7, self.largest))]
        if self.dice.random() < 0.5:
            seats.append(self._guest(tournament))
        self._start(tournament)
        held = Held(tournament, "single", day.date(), {seat.entry: [seat] for seat in seats})
        self._rounds(held)
        if tournament.stages.get().cut:  # enough came for a knock-out or a final table
            stage_cut(actor=organizer_of(tournament), tournament=tournament)
            self._rounds(held)
        return held

    def _cut(self, day: datetime) -> Held:
        return self._swiss(day, template="constructed-championship", changes=NO_LISTS | {"rounds": 2})

    def _pods(self, day: datetime) -> Held:
        return self._swiss(day, template="multiplayer-pods", changes=NO_LISTS | {"rounds": 2})

    def _teams(self, day: datetime) -> Held:
        tournament = self._open(day, template="teams-2v2", changes=NO_LISTS)
        people = self._some(2 * self.dice.randint(3, 5))
        units = {}
        for first, second in zip(people[::2], people[1::2], strict=False):
            unit = [self._enter(tournament, user) for user in (first, second)]
            self._team_up(tournament, [first, second])
            units[unit[0].entry] = unit
        self._start(tournament)
        held = Held(tournament, "team", day.date(), units)
        self._rounds(held)
        return held

    def _crews(self, day: datetime) -> Held:
        clans: dict[int, list[Any]] = {}
        for user in self.people:
            if user.pk in self.clan_of and user.pk not in self.gone:
                clans.setdefault(self.clan_of[user.pk], []).append(user)
        ready = [clan for clan, users in clans.items() if len(users) >= 3]
        if len(ready) < 2:
            return self._swiss(day)
        changes = NO_LISTS | {"teams": True, "crews": True, "min_competitors": 2}
        tournament = self._open(day, changes=changes)
        units, played_for = {}, {}
        for clan in self.dice.sample(ready, min(len(ready), self.dice.choice((2, 4)))):
            unit = [self._enter(tournament, user) for user in clans[clan][:3]]
            self._team_up(tournament, clans[clan][:3])
            units[unit[0].entry], played_for[unit[0].entry] = unit, clan
        self._start(tournament)
        held = Held(tournament, "crew", day.date(), units, played_for)
        self._rounds(held)
        return held

    def _team_up(self, tournament: Tournament, users: Sequence[Any]) -> None:
        made = team_create(actor=Actor(users[0], "player"), tournament=tournament, name=f"Of {users[0].pk}")
        code = Team.objects.get(pk=made["team"]).code
        for user in users[1:]:
            team_join(actor=Actor(user, "player"), tournament=tournament, code=code)

    # --- rounds --------------------------------------------------------------------------------------------

    def _next(self, tournament: Tournament) -> int:
        """The number of the next round of the stage that is played; 0 after the last."""
        stage = tournament.stages.order_by("-number")[0]
        before = sum(one.rounds for one in tournament.stages.order_by("number")) - stage.rounds
        played = Round.objects.filter(tournament=tournament).count()
        return played + 1 if played < before + stage.rounds else 0

    def _rounds(self, held: Held) -> None:
        while number := self._next(held.tournament):
            self._one_round(held, number)
            if held.kind == "single" and self.dice.random() < 0.2 and number == 1:
                key = self.dice.choice(list(held.units))
                entry = Entry.objects.get(tournament=held.tournament, number=key)
                entry_drop(actor=organizer_of(held.tournament), tournament=held.tournament, entry_id=entry.pk)

    def _one_round(self, held: Held, number: int) -> None:
        tournament, boss = held.tournament, organizer_of(held.tournament)
        round_ = publish(tournament, number)
        for match in Match.objects.filter(round=round_, kind="played").exclude(state="final"):
            result_enter(actor=boss, tournament=tournament, match_id=match.pk, said=self._said(match))
        round_complete(actor=boss, tournament=tournament, round_id=round_.pk)

    def _said(self, match: Match) -> Any:
        seats = match.seats.count()
        if seats == 2:
            return self.dice.choice([(first, second, 0) for first, second in self._ends(match)])
        return claim_for(seats, winner=self.dice.randrange(seats))

    def _ends(self, match: Match) -> list[tuple[int, int]]:
        """How many games each can have won of a match of two."""
        wins = match.tournament.policy.games // 2 + 1
        return [(wins, lost) for lost in range(wins)] + [(lost, wins) for lost in range(wins)]

    def _finish(self, held: Held) -> None:
        """The last places are read; then, some days, somebody is put out before the end is announced."""
        held.places = self._published(held)
        if held.kind != "team" and self.dice.random() < 0.25:
            unit = self.dice.choice(list(held.units.values()))
            seat = self.dice.choice(unit)
            disqualify(held.tournament, Entry.objects.get(tournament=held.tournament, number=seat.entry))
            seat.out = True
        tournament_finish(actor=organizer_of(held.tournament), tournament=held.tournament)
        if not held.put_out:
            held.places = self._published(held)
        held.tournament.refresh_from_db()

    def _published(self, held: Held) -> dict[int, int]:
        """The places that everybody may read, by the number of the entry."""
        site, slug = site_of(), held.tournament.slug
        ends = site.tournament_knock_out(slug)
        if ends.kind and ends.places:
            return {line.entry: line.place for line in ends.places if line.place is not None}
        rows = site.tournament_standings(slug).rows
        return {row.entry: row.rank for row in rows if row.rank is not None}

    # --- what turns out otherwise --------------------------------------------------------------------------

    def _correct(self) -> str:
        """A result of an event that was not cut, and from which nobody was put out, was read wrongly."""
        open_ones = [one for one in self.held if not one.put_out and one.tournament.stages.count() == 1]
        if not open_ones:
            return "nothing to correct"
        held = self.dice.choice(open_ones)
        found_ = Match.objects.filter(tournament=held.tournament, kind="played", state="final")
        match = self.dice.choice(list(found_.order_by("pk")))
        result_correct(
            actor=organizer_of(held.tournament),
            tournament=held.tournament,
            match_id=match.pk,
            said=self._said(match),
            version=match.version,
            reason="Read wrongly",
        )
        held.places = self._published(held)
        return f"a result of {held.tournament.slug}"

    def _claim(self) -> str:
        """A guest turns out to be somebody with an account, who says so."""
        for held in self.held:
            for unit in held.units.values():
                if unit[0].guest and unit[0].person not in self.gone:
                    return self._claim_seat(held, unit[0])
        return "no guest"

    def _claim_seat(self, held: Held, seat: Seat) -> str:
        there = {one.person for unit in held.units.values() for one in unit}
        free = [user for user in self.people if user.pk not in there | self.gone]
        user = self.dice.choice(free)
        made = invitation_make(
            actor=organizer_of(held.tournament),
            tournament=held.tournament,
            username=user.username,
            kind=Invitation.Kind.CLAIM,
            entry_number=seat.entry,
        )
        entry_claim(actor=Actor(user, "player"), tournament=held.tournament, invitation_id=made["invitation"])
        seat.person, seat.guest = user.pk, False
        return f"a guest of {held.tournament.slug}"

    def _erase(self) -> str:
        """Somebody wants to be forgotten."""
        played = {seat.person for held in self.held for unit in held.units.values() for seat in unit}
        free = [user for user in self.people if user.pk in played - self.gone]
        user = self.dice.choice(free)
        leads = Clan.objects.filter(leader=user, ended_at=None).exists()
        if leads and Clan.objects.get(leader=user, ended_at=None).memberships.count() > 1:
            return "a leader stays"
        person_erase(actor=Actor(user, "person"), user_id=user.pk)
        self.gone.add(user.pk)
        self.clan_of.pop(user.pk, None)
        return "somebody forgotten"

    def _move_clans(self) -> str:
        """A member of one clan is one of another from now on."""
        leaders = set(Clan.objects.values_list("leader_id", flat=True))
        free = [user for user in self.people if user.pk in self.clan_of and user.pk not in leaders]
        if not free:
            return "nobody moves"
        user = self.dice.choice(free)
        rooms = [clan for clan in Clan.objects.filter(ended_at=None) if clan.memberships.count() < 9]
        clan = self.dice.choice([one for one in rooms if one.pk != self.clan_of[user.pk]])
        clan_leave(actor=Actor(user, "player"))
        clan_join(actor=Actor(user, "player"), code=clan.code)
        self.clan_of[user.pk] = clan.pk
        return "a new clan"

    # --- the record as a season ----------------------------------------------------------------------------

    def season(self, circuit: Data, classes: Callable[[Held], str], on: str | None = None) -> Data:
        """`season/1` of all events that have a class in a circuit, from the record alone."""
        events = []
        for held in self.held:
            if of := classes(held):
                events.append(self._event(held, of))
        return {"format": "season/1", "circuit": circuit, "events": events} | ({"on": on} if on else {})

    def _event(self, held: Held, of: str) -> Data:
        finishes = [
            self._finish_of(held, number, stayed, held.places[number])
            for number, unit in held.units.items()
            if number in held.places and (stayed := [seat for seat in unit if not seat.out])
        ]
        key, day = held.tournament.slug, held.day.isoformat()
        finishes.sort(key=lambda one: int(one["place"]))
        return {
            "key": key,
            "name": held.tournament.name,
            "class": of,
            "date": day,
            "kind": held.kind,
            "size": len(held.units),
            "finishes": finishes,
        }

    def _finish_of(self, held: Held, number: int, unit: list[Seat], place: int) -> Data:
        members = [
            {"person": str(seat.person)}
            | ({"unclaimed": True} if seat.guest or seat.person in self.gone else {})
            | ({"clan": str(seat.clan)} if seat.clan and held.kind != "crew" else {})
            for seat in unit
        ]
        if held.kind == "single":
            return {"place": place} | members[0]
        crew = {"clan": str(held.clans[number])} if held.kind == "crew" else {}
        return {"place": place, "members": members} | crew


def days(count: int) -> list[datetime]:
    """So many days of the last year, in order."""
    first = timezone.localtime() - timedelta(days=360)
    return [first + timedelta(days=number * 350 // max(count, 1)) for number in range(count)]

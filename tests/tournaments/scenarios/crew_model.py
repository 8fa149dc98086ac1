"""An event of crews in plain data, beside :mod:`event_model`: who may be in a crew, who sits where, who has won.

Written from the glossary (a crew is three players of one clan, with a named substitute) and from docs/scenarios.md 10:
the order of seats is fixed per round, tables are neighbours, the majority of seats wins, and the seat of somebody who
is out is the substitute's or lost.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.tournaments.scenarios.event_model import Event, Round, Table

SEATS, MOST = 3, 4
WON, DREW = 3, 1


@dataclass
class Seat(Table):
    """A table of a crew match; ``given``: the side that has it without play, because the other side's seat is empty."""

    given: int | None = None

    @property
    def played(self) -> bool:
        """Whether two play here."""
        return super().played and self.given is None

    @property
    def winner(self) -> int | None:
        """Who won."""
        return self.players[self.given] if self.given is not None else super().winner


@dataclass
class Crew:
    """A crew: its captain, its clan, its members, and the order of seats as far as the captain has said it."""

    captain: int
    clan: int
    members: set[int]
    said: list[int] = field(default_factory=list)

    def order(self) -> list[int]:
        """The members by seat: as the captain said; who is not in that behind it, the captain first."""
        told = [who for who in self.said if who in self.members]
        return told + sorted(self.members - set(told), key=lambda who: (who != self.captain, who))


@dataclass
class CrewEvent(Event):
    """The event; a crew is known by the number the site gave it.

    ``clans``: the clan of everybody who is in one. ``out``: whom a ruling keeps out.
    """

    crews: dict[int, Crew] = field(default_factory=dict)
    clans: dict[int, int] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)

    # --- crews, before the start ---

    @property
    def changing(self) -> bool:
        """Whether crews may change."""
        return self.phase in ("entry", "check_in")

    def crew_of(self, who: int) -> Crew | None:
        """The crew somebody is in."""
        return next((crew for crew in self.crews.values() if who in crew.members), None)

    def may_found(self, who: int) -> bool:
        """Whether somebody may be the captain of a new crew."""
        return self.changing and self.crew_of(who) is None and who in self.clans

    def join(self, who: int, number: int) -> bool:
        """Somebody joins a crew of their own clan that is not full."""
        crew = self.crews[number]
        if not self.changing or self.crew_of(who) is not None or len(crew.members) >= MOST:
            return False
        if self.clans.get(who) != crew.clan:
            return False
        crew.members.add(who)
        return True

    def leave(self, who: int) -> bool:
        """Somebody leaves; the captain's crew is no more."""
        crew = self.crew_of(who)
        if not self.changing or crew is None:
            return False
        crew.members.discard(who)
        if who == crew.captain:
            self.crews = {number: one for number, one in self.crews.items() if one is not crew}
        return True

    def remove(self, captain: int, who: int) -> bool:
        """The captain takes a member out."""
        crew = self.crew_of(captain)
        if not self.changing or crew is None or crew.captain != captain:
            return False
        if who == captain or who not in crew.members:
            return False
        crew.members.discard(who)
        return True

    def move_up(self, captain: int, who: int) -> bool:
        """The captain moves a member one seat up."""
        crew = self.crew_of(captain)
        if not self.changing or crew is None or crew.captain != captain or who not in crew.members:
            return False
        order = crew.order()
        place = order.index(who)
        if place:
            order[place - 1], order[place] = order[place], order[place - 1]
        crew.said = order
        return True

    def leave_clan(self, who: int) -> bool:
        """Somebody leaves the clan."""
        self.clans.pop(who, None)
        return True

    def whole(self, crew: Crew) -> bool:
        """Three players of one clan, and at most one substitute."""
        clans = {self.clans.get(who) for who in crew.members}
        return SEATS <= len(crew.members) <= MOST and clans == {crew.clan}

    def check_in(self, who: int) -> bool:
        """Nobody checks in without a whole crew; while it runs only who left comes back."""
        person, crew = self.people[who], self.crew_of(who)
        if self.phase == "finished":
            return False
        if person.state != "here":
            if self.changing and (crew is None or not self.whole(crew)):
                return False
            if self.phase == "running" and person.state != "dropped":
                return False
        return super().check_in(who)

    def may_start(self) -> bool:
        """Whether all who came are in whole crews that are here (a substitute perhaps not), and two crews came."""
        if self.phase == "running":
            return True
        came = {who for who, person in self.people.items() if person.state == "here"}
        coming = [crew for crew in self.crews.values() if crew.members & came]
        whole = all(self.whole(crew) and set(crew.order()[:SEATS]) <= came for crew in coming)
        alone = any(self.crew_of(who) is None for who in came)
        return self.phase == "check_in" and len(coming) > 1 and whole and not alone

    # --- rounds ---

    def here(self) -> set[int]:
        """Everybody who plays on: here, and not kept out by a ruling."""
        return super().here() - self.out

    def crews_here(self) -> list[Crew]:
        """Every crew of which somebody plays on."""
        return [crew for crew in self.crews.values() if crew.members & self.here()]

    def may_draft(self) -> bool:
        """Whether the next round can be paired: two crews are there."""
        return super().may_draft() and len(self.crews_here()) > 1

    def seats(self, crew: Crew) -> list[tuple[int, bool]]:
        """Who has the three seats and whether they play: the substitute takes the first that is empty."""
        order, here = crew.order(), self.here()
        seats = [(who, who in here) for who in order[:SEATS]]
        for substitute in order[SEATS:]:
            free = [place for place, (_who, plays) in enumerate(seats) if not plays]
            if free and substitute in here:
                seats[free[0]] = (substitute, True)
        return seats

    def _match(self, one: Crew, two: Crew) -> list[tuple[tuple[int, ...], int | None]]:
        """Seat against seat: who sits at every table, and the side to which it is given."""
        tables: list[tuple[tuple[int, ...], int | None]] = []
        for (first, plays), (second, other) in zip(self.seats(one), self.seats(two), strict=True):
            if plays or other:
                tables.append(((first, second), None if plays and other else int(other)))
        return tables

    def _bye(self, crew: Crew) -> list[tuple[tuple[int, ...], int | None]]:
        return [((who,), None) for who, plays in self.seats(crew) if plays]

    def drafted(self, tables: list[Table]) -> None:
        """The next round is paired like this; who meets whom is told, who sits where follows."""
        problem = self.wrong(tables)
        assert not problem, problem
        for table in tables:
            table.state = "open" if table.played else "final"
        self.rounds.append(Round(tables, len(self.stages)))

    def wrong(self, tables: Iterable[Table]) -> str:
        """Why these are not the tables of a round of the crews that are here; empty where they are."""
        met: dict[tuple[int, ...], list[Table]] = {}
        owner = {who: number for number, crew in self.crews.items() for who in crew.members}
        for table in sorted(tables, key=lambda one: (one.number is None, one.number or 0, one.pk)):
            met.setdefault(tuple(owner[who] for who in table.players), []).append(table)
        seen = Counter(number for crews in met for number in crews)
        wanted = {number for number, crew in self.crews.items() if crew in self.crews_here()}
        if set(seen) != wanted or set(seen.values()) - {1}:
            return f"not every crew once: {met}"
        if sum(len(crews) == 1 for crews in met) != len(wanted) % 2:
            return f"a bye too many: {met}"
        for crews, found in met.items():
            sides = [self.crews[number] for number in crews]
            should = self._match(*sides) if len(sides) == 2 else self._bye(*sides)
            if sorted(one.players for one in found) != sorted(players for players, _given in should):
                return f"they should sit {should}, and sit {found}"
            if len(sides) == 1:
                continue
            numbers = [one.number or 0 for one in found]
            if not any(one.moved for one in found):  # what staff moved stays where they put it
                if [one.players for one in found] != [players for players, _given in should]:
                    return f"seats out of their order: {found}"
                if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
                    return f"not neighbours: {numbers}"
            sides_given = dict(should)
            for one in found:
                assert isinstance(one, Seat)
                one.given = sides_given[one.players]
        return ""

    def publish(self) -> bool:
        """Show a draft while the crews would still sit so, and play the same seats; twice is once."""
        assert self.last is not None
        if self.last.state != "draft":
            return True
        drafted = [(one, one.given) for one in self.last.tables if isinstance(one, Seat)]
        if self.wrong(self.last.tables) or any(one.given != given for one, given in drafted):
            for one, given in drafted:
                one.given = given
            return False
        self.last.state = "published"
        return True

    def swap(self, one: int, two: int) -> bool:
        """The seats of a round are fixed."""
        return False

    def disqualify(self, who: int) -> bool:
        """A ruling: out from the next round on; who sits in a draft stays until it is drafted anew."""
        person = self.people[who]
        self.out.add(who)
        drafted = self.last is not None and self.last.state == "draft" and self.table_of(who) is not None
        if self.phase == "running" and person.state == "here" and not drafted:
            person.state, person.left = "dropped", sum(one.state != "draft" for one in self.rounds)
        return True

    # --- standings ---

    def points(self) -> dict[int, int]:
        """The points of every crew by its captain: matches of which every seat has ended."""
        owner = {who: crew for crew in self.crews.values() for who in crew.members}
        points = {crew.captain: 0 for crew in self.crews.values()}
        for round_ in self.rounds:
            met: dict[tuple[int, ...], list[Table]] = {}
            for table in round_.tables if round_.state != "draft" else []:
                met.setdefault(tuple(owner[who].captain for who in table.players), []).append(table)
            for captains, tables in met.items():
                if any(table.state != "final" for table in tables):
                    continue
                won = Counter(owner[table.winner].captain for table in tables if table.winner is not None)
                best = max(won.values())
                leaders = [captain for captain in captains if won[captain] == best]
                for captain in leaders:
                    points[captain] += WON if len(leaders) == 1 else DREW
        return points

"""A whole event in plain data: what every command does to it, and when it is refused. Knows no Django and no database.

The model does not pair: it is told who sits where and checks that everybody does exactly once. Everything else (states,
results, who may still do what, what is brought back) it works out by itself, so the site can be held against it.
"""

from copy import deepcopy
from dataclasses import dataclass, field

Score = tuple[int, int]


@dataclass
class Table:
    """A match: its players in the order of their seats, what each of them said, and how it ended."""

    pk: int
    number: int | None
    players: tuple[int, ...]
    state: str = "open"
    score: Score | None = None
    said: dict[int, Score] = field(default_factory=dict)
    moved: bool = False

    @property
    def played(self) -> bool:
        """Whether two meet here; a bye is no table."""
        return len(self.players) == 2

    @property
    def touched(self) -> bool:
        """Whether anybody has said anything about it."""
        return self.played and (self.state != "open" or bool(self.said))

    @property
    def winner(self) -> int | None:
        """Who won; somebody always does where there is a score."""
        if self.score is None:
            return None if self.played else self.players[0]
        return self.players[0] if self.score[0] > self.score[1] else self.players[1]


@dataclass
class Round:
    """A round: draft, published or completed."""

    tables: list[Table]
    stage: int
    state: str = "draft"


@dataclass
class Person:
    """Somebody who entered: entered, here, absent or dropped; ``left``: after which round."""

    state: str = "entered"
    left: int | None = None


@dataclass
class Stage:
    """A stage: how many rounds it has, and how many go on from it."""

    rounds: int
    cut: int


@dataclass
class Event:
    """The event. Every command answers whether it is accepted, and then has happened."""

    phase: str = "entry"
    people: dict[int, Person] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)

    # --- before the rounds ---

    def open_check_in(self) -> bool:
        """Players may say that they are here; that is opened once."""
        if self.phase != "entry":
            return False
        self.phase = "check_in"
        return True

    def check_in(self, who: int) -> bool:
        """Somebody is here; who dropped comes back."""
        if self.phase == "finished":
            return False
        person = self.people[who]
        if person.state == "entered" and self.phase == "running":
            return False
        person.state, person.left = "here", None
        return True

    def start(self, rounds: int, cut: int) -> bool:
        """Anyone who is not here did not come; how many rounds there are is told."""
        if self.phase == "running":
            return True
        if self.phase != "check_in" or len(self.here()) < 2:
            return False
        for person in self.people.values():
            person.state = "absent" if person.state == "entered" else person.state
        self.phase, self.stages = "running", [Stage(rounds, cut)]
        return True

    def here(self) -> set[int]:
        """Everybody who plays on."""
        return {who for who, person in self.people.items() if person.state == "here"}

    # --- rounds ---

    @property
    def planned(self) -> int:
        """How many rounds all stages have."""
        return sum(stage.rounds for stage in self.stages)

    @property
    def last(self) -> Round | None:
        """The newest round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def knock_out(self) -> bool:
        """Whether the cut is made."""
        return len(self.stages) > 1

    def may_draft(self) -> bool:
        """Whether the next round can be paired now."""
        done = all(one.state == "completed" for one in self.rounds)
        return self.phase == "running" and done and len(self.rounds) < self.planned and len(self.here()) > 1

    def drafted(self, tables: list[Table]) -> None:
        """The next round is paired like this; everybody who plays sits once."""
        seated = [who for table in tables for who in table.players]
        assert len(seated) == len(set(seated)), "somebody sits twice"
        byes = [table for table in tables if not table.played]
        if self.knock_out:
            assert set(seated) <= set(self.people)
        else:
            assert set(seated) == self.here() and len(byes) == len(seated) % 2
        for table in byes:
            table.state = "final"
        self.rounds.append(Round(tables, len(self.stages)))

    def discard(self) -> bool:
        """Throw a draft away."""
        if self.last is None or self.last.state != "draft":
            return False
        self.rounds.pop()
        return True

    def publish(self) -> bool:
        """Show a draft, while it still is a round of the field; twice is once."""
        assert self.last is not None
        if self.last.state != "draft":
            return True
        seated = {who for table in self.last.tables for who in table.players}
        if not self.knock_out and seated != self.here():
            return False
        self.last.state = "published"
        return True

    def complete(self) -> bool:
        """Close a round with all its results; twice is once."""
        assert self.last is not None
        if self.last.state == "published" and all(table.state == "final" for table in self.last.tables):
            self.last.state = "completed"
        return self.last.state == "completed"

    def withdraw(self) -> bool:
        """Make a published round that nobody touched a draft again."""
        assert self.last is not None
        if self.last.state == "draft":
            return True
        touched = any(table.touched for table in self.last.tables)
        if self.phase != "running" or self.last.state != "published" or touched:
            return False
        self.last.state = "draft"
        for person in self.people.values():
            if person.left is not None:
                person.left = min(person.left, len(self.rounds) - 1)
        return True

    def reopen(self) -> bool:
        """Play a completed round again, while nothing was built on it."""
        assert self.last is not None
        if self.last.state == "published":
            return True
        built = self.last.stage != len(self.stages)
        if self.phase != "running" or self.last.state != "completed" or built:
            return False
        self.last.state = "published"
        return True

    # --- tables ---

    def report(self, table: Table, who: int, score: Score) -> bool:
        """A player says how it ended."""
        if not self.plays(table) or table.state == "disputed":
            return False
        if table.state == "final":
            return score == table.score
        table.said[who] = score
        if len(set(table.said.values())) > 1:
            table.state = "disputed"
        elif len(table.said) == len(table.players):
            table.state, table.score = "final", score
        else:
            table.state = "reported"
        return True

    def take_back(self, table: Table, who: int) -> bool:
        """A player takes their own report back that nobody has answered."""
        if not self.plays(table) or table.state in ("final", "disputed") or set(table.said) - {who}:
            return False
        if table.said.pop(who, None) is not None:
            table.state = "open"
        return True

    def enter(self, table: Table, score: Score) -> bool:
        """Staff enter a slip."""
        if not self.plays(table) or table.state == "disputed":
            return False
        if table.state == "final":
            return score == table.score
        table.state, table.score = "final", score
        return True

    def settle(self, table: Table, score: Score) -> bool:
        """Staff rule a dispute."""
        if not self.plays(table) or table.state != "disputed":
            return False
        table.state, table.score = "final", score
        return True

    def correct(self, number: int, table: Table, score: Score) -> bool:
        """Staff change a final result; in a knock-out nobody else can go on once the next round is made."""
        if table.state != "final" or not table.played:
            return False
        other = Table(0, None, table.players, "final", score)
        changes = other.winner != table.winner
        if changes and self.rounds[number - 1].stage > 1 and number < len(self.rounds):
            return False
        table.score = score
        return True

    def move(self, table: Table, number: int) -> bool:
        """Play a match at another table; anyone who plays there takes its own."""
        round_ = self.round_of(table)
        if table.number == number:
            return True
        if round_.state == "completed" or table.state == "final" or table.number is None:
            return False
        other = next((one for one in round_.tables if one.number == number), None)
        if other is not None:
            other.number, other.moved = table.number, True
        table.number, table.moved = number, True
        return True

    def swap(self, one: int, two: int) -> bool:
        """Two players of a published round change places; their tables are new ones."""
        if self.last is None or self.last.state != "published" or self.knock_out:
            return False
        if not {one, two} <= self.here():
            return False
        first, second = self.table_of(one), self.table_of(two)
        if first is None or second is None or first is second or first.touched or second.touched:
            return False
        other = {one: two, two: one}
        for table in (first, second):
            table.players = tuple(other.get(who, who) for who in table.players)
        return True

    def round_of(self, table: Table) -> Round:
        """The round a table belongs to."""
        return next(one for one in self.rounds if any(other is table for other in one.tables))

    def table_of(self, who: int) -> Table | None:
        """Where somebody sits in the newest round."""
        tables = self.last.tables if self.last is not None else []
        return next((table for table in tables if who in table.players), None)

    def plays(self, table: Table) -> bool:
        """Whether results are said of this table now."""
        return table.played and self.round_of(table).state == "published"

    # --- people, the cut, the end ---

    def drop(self, who: int) -> bool:
        """Leave after the present round, when their own match is over."""
        person = self.people[who]
        if self.phase != "running":
            return False
        if person.state == "dropped":
            return True
        table = self.table_of(who)
        if table is not None and self.last is not None:
            open_ = self.last.state == "published" and table.state != "final"
            if open_ or self.last.state == "draft":
                return False
        person.state = "dropped"
        person.left = sum(one.state != "draft" for one in self.rounds)
        return True

    def may_cut(self) -> bool:
        """Whether the best can go on now; twice is once."""
        if self.knock_out:
            return True
        done = sum(one.state == "completed" for one in self.rounds)
        return self.phase == "running" and self.stages[0].cut > 0 and done >= self.stages[0].rounds

    def finish(self) -> bool:
        """The end, when everything is played; twice is once."""
        if self.phase == "finished":
            return True
        done = len(self.rounds) >= self.planned and all(one.state == "completed" for one in self.rounds)
        if self.phase != "running" or not done or self.stages[-1].cut:
            return False
        self.phase = "finished"
        return True

    def restore(self, then: "Event") -> bool:
        """Let the rounds stand as they stood; who is here and who has left stays as it is."""
        if self.phase not in ("running", "finished"):
            return False
        now = deepcopy(then)
        self.phase, self.rounds, self.stages = now.phase, now.rounds, now.stages
        published = [one for one in self.rounds if one.state != "draft"]
        for who, person in self.people.items():
            if person.left is None:
                continue
            before = now.people[who].left if who in now.people else None
            sat = [
                number
                for number, one in enumerate(published, start=1)
                if any(who in table.players for table in one.tables)
            ]
            person.left = before if before is not None else max(min(person.left, len(published)), *sat, 0)
        return True

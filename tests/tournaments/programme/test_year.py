"""A simulated year: after every day each ladder is what a plain record says, and what it always would have been."""

import os
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.speeds import amount
from tests.tournaments.programme.season import BY_LEVEL, circuit_of
from tests.tournaments.programme.year import Data, Held, Year, days
from tests.tournaments.season_points import second
from tournaments.programme.ladders import KNOWN, ladder_of, season_of
from tournaments.programme.models import Circuit, Counts, Outcome
from tournaments.season_points import clan_ladder, honours
from tournaments.season_points.output import ladder_json

pytestmark = [pytest.mark.django_db]
EVENTS = amount(5, 9, "days of a short year")
OWN: Data = {
    "classes": [
        {
            "key": "small",
            "bands": [{"to": 1, "points": "5/2"}, {"to": 3, "points": 1, "field": 6}],
            "best": 2,
        },
        {
            "key": "large",
            "bands": [{"to": 2, "points": 7}, {"to": 8, "points": 3}],
            "taking_part": "1/2",
            "window_best": 1,
        },
    ],
    "best": 4,
    "tie_breaks": ["wins", "events"],
    "clan_best": 2,
    "clan_members": 2,
    "honours": [
        {"key": "first", "name": "First", "kind": "rank", "place": 3},
        {"key": "clan", "name": "Best clan", "kind": "clan_rank"},
        {"key": "often", "name": "Often there", "kind": "events", "times": 3},
        {"key": "podium", "name": "Podium", "kind": "finishes", "class": "small", "place": 2, "times": 2},
    ],
}


class Watched:
    """A circuit, and the rules that the record is read by: its classes by event, said a second time."""

    def __init__(self, circuit: Circuit, rules: Data, by_level: dict[int, str], own: int) -> None:
        self.circuit, self.rules, self.by_level, self.own = circuit, rules, by_level, own
        self.chosen: dict[str, str] = {}

    def class_of(self, held: Held) -> str:
        """As which class an event counts."""
        if held.tournament.slug in self.chosen:
            return self.chosen[held.tournament.slug]
        ours = held.tournament.organization_id == self.own
        return self.by_level.get(held.tournament.scale, "") if ours else ""

    def choose(self, held: Held, of: str) -> None:
        """Somebody says by hand how an event counts; empty: never."""
        Counts.objects.update_or_create(
            circuit=self.circuit, tournament=held.tournament, defaults={"of": of, "made_at": timezone.now()}
        )
        self.chosen[held.tournament.slug] = of

    def wrong(self, year: Year) -> list[str]:
        """What the site and the record say otherwise, by name."""
        by_hand = sorted(key for key, of in self.chosen.items() if of)
        rules = self.rules | {"also": by_hand} | ({"only": by_hand} if self.rules.get("only") == [] else {})
        on = timezone.localdate().isoformat() if self.rules.get("months") else None
        said = second.answer(year.season(rules, self.class_of, on))
        season, table = season_of(self.circuit), ladder_of(self.circuit)
        ours = ladder_json("", table, clan_ladder(season), honours(season, table))
        return [
            f"{self.circuit}: {part}" for part in ("rows", "clans", "honours") if ours[part] != said[part]
        ]


def circuits(year: Year) -> list[Watched]:
    """Five circuits of two clubs: by size, by hand, over 18 months, chosen alone, and one with rules of its own."""
    club, shop = year.clubs
    windows = [
        {"key": f"q{number}", "starts": start.isoformat(), "ends": (start + timedelta(days=89)).isoformat()}
        for number in range(4)
        for start in [timezone.localdate() - timedelta(days=362 - 90 * number)]
    ]
    own = OWN | {"windows": windows}
    every = dict.fromkeys(("1", "2", "3"), "event")
    plain: list[tuple[Any, str, Data, dict[str, str], Data | None]] = [
        (club, "By size", second.PRESETS["x610z"], BY_LEVEL, None),
        (club, "By hand", second.PRESETS["pokemon"], {}, None),
        (shop, "Long", second.PRESETS["vekn"], every, None),
        (club, "Chosen", second.PRESETS["alwaysberunning"], every, None),
        (shop, "Own", own, {"1": "small", "2": "large"}, own),
    ]
    presets = {"By size": "x610z", "By hand": "pokemon", "Long": "vekn", "Chosen": "alwaysberunning"}
    found = []
    for organization, name, rules, by_level, rows in plain:
        values: Data = {"name": name, "by_level": by_level} | ({"rules": rows} if rows else {})
        circuit = circuit_of(organization, presets.get(name, "x610z"), **values)
        levels = {int(level): of for level, of in by_level.items()}
        found.append(Watched(circuit, rules, levels, organization.pk))
    return found


def drive(seed: int, events: int, people: int, clans: int, largest: int) -> Year:
    """Play the year; after every day and every change all ladders are looked at."""
    year = Year(seed, people, clans, largest, events)
    watched = circuits(year)
    by_hand, chosen = watched[1], watched[3]
    for number, day in enumerate(days(events)):
        held = year.play_a_day(day)
        happened = [f"day {number}: {held.kind} {held.tournament.slug}"]
        if year.dice.random() < 0.6:
            by_hand.choose(held, year.dice.choice(("challenge", "cup", "")))
        if year.dice.random() < 0.5:
            chosen.choose(held, "event")
        if year.dice.random() < 0.7:
            happened.append(year.something_changes())
        if year.dice.random() < 0.2:
            Outcome.objects.filter(pk=held.tournament.pk).delete()  # what is derived may go at any time
            KNOWN.forget()
        assert [one for circuit in watched for one in circuit.wrong(year)] == [], happened
    return year


def test_after_every_day_of_a_short_year_every_ladder_is_what_the_record_says() -> None:
    year = drive(seed=int(os.environ.get("YEAR_SEED", "7")), events=EVENTS, people=40, clans=5, largest=9)
    assert len({held.kind for held in year.held}) > 1


@pytest.mark.night(
    "a year of 200 tournaments and 3,000 people",
    short="tests/tournaments/programme/test_year.py::test_after_every_day_of_a_short_year_every_ladder_is_what_the_record_says",
)
def test_after_every_day_of_a_whole_year_every_ladder_is_what_the_record_says() -> None:
    year = drive(seed=20, events=200, people=3_000, clans=40, largest=16)
    assert {held.kind for held in year.held} == {"single", "team", "crew"}
    assert len(year.gone) > 5 and any(held.put_out for held in year.held)

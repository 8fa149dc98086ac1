"""From stored rows to the plain data that pairing and standings work on, and back."""

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Exists, F, OuterRef

from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry
from tournaments.events.kinds import knock_out_kinds
from tournaments.events.models import Tournament
from tournaments.pairing import Player
from tournaments.standings import PRESETS, Entrant, Preset, Row, compute
from tournaments.standings import Match as Played

from .models import EntryRule, Match, Round
from .outcomes import NO_BYE, Games, Outcome
from .rules import with_rules
from .units import Line, unit_of


def preset_of(tournament: Tournament) -> Preset:
    """The standings preset the event's policy names, with the policy's own values when it holds some."""
    stored = tournament.policy.preset
    return PRESETS[stored] if isinstance(stored, str) else Preset.from_json(stored)


# What a bye counts as, by the letter of its one seat.
SOLO_KINDS = {"w": "bye", "d": "half_bye", "l": "missed"}

UNSEEDED = 1 << 40
"""Behind every seed."""

# Who was never in the tournament: not in its standings.
ABSENT = (Entry.State.ENTERED, Entry.State.WAITING, Entry.State.WITHDRAWN, Entry.State.NO_SHOW)


def _lines(tournament: Tournament) -> list[Line]:
    """Who is paired and ranked, in entry order: every entry, or every crew or team in the place of its captain."""
    out = EntryRule.objects.filter(entry=OuterRef("pk"), kind=EntryRule.Kind.DISQUALIFIED)
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    rows = entries.annotate(disqualified=Exists(out), clan_name=F("clan__name"))
    lines = [Line(*row) for row in rows.values_list(*Line._fields)]
    return unit_of(tournament).lines(tournament, lines)


def entrants_of(tournament: Tournament) -> list[Entrant]:
    """Everybody who was ever checked in, in entry order."""
    return _entrants(_lines(tournament))


def _entrants(lines: list[Line]) -> list[Entrant]:
    return [
        Entrant(
            id=line.key,
            name_key=line.sort_name,
            joined_round=line.joined_round,
            dropped_after=line.dropped_after,
            random=line.random,
            disqualified=line.disqualified,
        )
        for line in lines
        if line.state not in ABSENT
    ]


def played_matches(tournament: Tournament, *, through: int | None = None) -> list[Played]:
    """All final matches of published and completed rounds as plain data; one query.

    Matches of a knock-out are left out: the standings stay those of the rounds before the cut. Where crews play,
    these are the matches of crews.
    """
    of_units = unit_of(tournament).played(tournament, through=through)
    if of_units is not None:
        return of_units
    rows = (
        Match.objects.filter(tournament=tournament, state=Match.State.FINAL)
        .exclude(round__state=Round.State.DRAFT)
        .exclude(round__stage__kind__in=knock_out_kinds())
        .exclude(kind=Match.Kind.VOID)
        .order_by("round__number", "pk", "seats__position")
        .values_list("round__number", "pk", "kind", "outcome", "seats__entry__number", "source")
    )
    if through is not None:
        rows = rows.filter(round__number__lte=through)
    seated = (list(seats) for _match, seats in groupby(rows, key=itemgetter(1)))
    return [_played(seats) for seats in seated if seats[0][3] != NO_BYE]


def _played(seats: list[tuple[Any, ...]]) -> Played:
    """One match from its seats in order: round, match, kind, outcome, entry number, source."""
    number, _match, kind, outcome, first, source = seats[0]
    if len(seats) == 1:
        kind = "awarded_bye" if source == Match.Source.AWARDED else SOLO_KINDS[outcome.letter(0)]
        return Played.bye(number, entry_key(first), kind)
    return as_played(number, kind, tuple(entry_key(seat[4]) for seat in seats), outcome)


def as_played(number: int, kind: str, keys: tuple[str, ...], outcome: Outcome) -> Played:
    """One match of two or more as the standings read it."""
    if isinstance(outcome, Games):
        return Played(round=number, players=keys, games=(*outcome.won, outcome.drawn), kind=kind)  # type: ignore[arg-type]
    return Played(round=number, players=keys, results=tuple(outcome.letters))


def last_completed(tournament: Tournament) -> int:
    """Number of the last completed round before the cut, 0 before the first."""
    rounds = Round.objects.filter(tournament=tournament, state=Round.State.COMPLETED)
    numbers = rounds.exclude(stage__kind__in=knock_out_kinds()).values_list("number", flat=True)
    return max(numbers, default=0)


def standings_rows(
    tournament: Tournament, *, through: int | None = None, disqualified: str | None = None
) -> list[Row]:
    """The standings after a round (default: all that is final); ``disqualified``: in place of what the event says."""
    preset = preset_of(tournament)
    return compute(
        entrants_of(tournament),
        played_matches(tournament, through=through),
        preset if disqualified is None else replace(preset, disqualified=disqualified),
        through_round=through,
    )


def players_of(
    tournament: Tournament, *, before: int | None = None, also: Container[int] = ()
) -> list[Player]:
    """Everybody to pair, with points (whole, by the preset's scale), opponents in order of the rounds, and byes.

    Before anything is played, the seeds that were awarded say who stands where.
    ``before`` looks at the field as it stood before that round (default: now). Anyone who is checked in is
    active; the others are there with ``active=False``, except the entry ids in ``also``.
    """
    through = None if before is None else before - 1
    lines = _lines(tournament)
    played = played_matches(tournament, through=through)
    preset = preset_of(tournament)
    standings = compute(_entrants(lines), played, preset, through_round=through)
    rows = {row.id: row for row in standings}
    met = _met(played)
    rounds = range(1, 1 + max((number for seen in met.values() for number in seen), default=0))
    places = {key: place for place, key in enumerate(rows if played else _seeded(rows, lines), start=1)}
    players = []
    for line in lines:
        key, active = line.key, line.state == Entry.State.CHECKED_IN or line.pk in also
        row = rows.get(key)
        # Somebody who arrived during this round is in no standings before it, and stands behind all others.
        if row is None and not active:
            continue
        players.append(
            Player(
                id=key,
                score=preset.whole(row.points) if row is not None else 0,
                opponents=tuple(met[key].get(number) for number in rounds),
                byes=row.byes if row is not None else 0,
                rank=places.get(key, len(places) + line.number),
                active=active,
            )
        )
    return _with_groups(tournament, players, lines)


def _seeded(keys: Iterable[str], lines: Iterable[Line]) -> list[str]:
    """The keys with those who have a seed in front, by seed."""
    seeds = {line.key: line.seed for line in lines if line.seed is not None}
    return sorted(keys, key=lambda key: seeds.get(key, UNSEEDED))


def _met(played: Iterable[Played]) -> dict[str, dict[int, str | None]]:
    """By key, whom somebody met in which round; None for a bye."""
    met: dict[str, dict[int, str | None]] = defaultdict(dict)
    for match in played:
        first, second = match.players
        met[str(first)][match.round] = second
        if second is not None:
            met[second][match.round] = first
    return met


def _with_groups(tournament: Tournament, players: list[Player], lines: Iterable[Line]) -> list[Player]:
    """The players with what staff decided and with their clans; where units play, with their clans alone.

    What staff decided about one member holds for the member, not for the crew.
    """
    groups = {line.key: line.clan_name for line in lines}
    if not unit_of(tournament).alone:
        return [replace(player, group=groups[player.id]) for player in players]
    return with_rules(tournament, players, {key: clan for key, clan in groups.items() if clan})

"""From stored rows to the plain data that pairing and standings work on, and back."""

from collections import defaultdict
from collections.abc import Container, Mapping
from typing import Any

from tournaments.entries.models import Entry
from tournaments.events.models import Tournament
from tournaments.pairing import Player
from tournaments.standings import PRESETS, Entrant, Preset, Row, compute
from tournaments.standings import Match as Played

from .models import Match, Round


def preset_of(tournament: Tournament) -> Preset:
    """The standings preset the event's policy names, with the policy's own values when it holds some."""
    stored = tournament.policy["preset"]
    return PRESETS[stored] if isinstance(stored, str) else Preset.from_json(stored)


def entrants_of(tournament: Tournament) -> list[Entrant]:
    """Everybody who was ever checked in, in entry order."""
    present = Entry.objects.filter(tournament=tournament).exclude(
        state__in=(Entry.State.ENTERED, Entry.State.WAITING, Entry.State.WITHDRAWN, Entry.State.NO_SHOW)
    )
    return [
        Entrant(
            id=entry.key,
            name_key=entry.sort_name,
            joined_round=entry.joined_round,
            dropped_after=entry.dropped_after,
            random=entry.random,
        )
        for entry in present.order_by("number")
    ]


def played_matches(tournament: Tournament, *, through: int | None = None) -> list[Played]:
    """All final matches of published and completed rounds as plain data; two queries."""
    rows = (
        Match.objects.filter(tournament=tournament, state=Match.State.FINAL)
        .exclude(round__state=Round.State.DRAFT)
        .values(
            "pk",
            "kind",
            "drawn_games",
            "round__number",
            "seats__position",
            "seats__entry__number",
            "seats__games_won",
        )
        .order_by("round__number", "pk", "seats__position")
    )
    grouped: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        if through is None or row["round__number"] <= through:
            grouped[row["pk"]].append(row)
    return [_played(seats) for seats in grouped.values()]


def _played(seats: list[Mapping[str, Any]]) -> Played:
    first = seats[0]
    second = seats[1] if len(seats) > 1 else None
    if second is None:
        return Played.bye(first["round__number"], f"E{first['seats__entry__number']}")
    return Played(
        round=first["round__number"],
        players=(f"E{first['seats__entry__number']}", f"E{second['seats__entry__number']}"),
        games=(first["seats__games_won"] or 0, second["seats__games_won"] or 0, first["drawn_games"] or 0),
        kind=first["kind"],
    )


def last_completed(tournament: Tournament) -> int:
    """Number of the last completed round, 0 before the first."""
    numbers = Round.objects.filter(tournament=tournament, state=Round.State.COMPLETED).values_list(
        "number", flat=True
    )
    return max(numbers, default=0)


def standings_rows(tournament: Tournament, *, through: int | None = None) -> list[Row]:
    """The standings after a round (default: all that is final)."""
    return compute(
        entrants_of(tournament),
        played_matches(tournament, through=through),
        preset_of(tournament),
        through_round=through,
    )


def players_of(
    tournament: Tournament, *, before: int | None = None, also: Container[int] = ()
) -> list[Player]:
    """Everybody to pair, with points, opponents in order of the rounds, and byes.

    ``before`` looks at the field as it stood before that round (default: now). Whoever is checked in is
    active; the others are there with ``active=False``, except the entry ids in ``also``.
    """
    through = None if before is None else before - 1
    rows = {row.id: row for row in standings_rows(tournament, through=through)}
    met: dict[str, dict[int, str | None]] = defaultdict(dict)
    for match in played_matches(tournament, through=through):
        first, second = match.players
        met[str(first)][match.round] = second
        if second is not None:
            met[second][match.round] = first
    rounds = range(1, 1 + max((number for seen in met.values() for number in seen), default=0))
    places = {key: place for place, key in enumerate(rows, start=1)}
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    return [
        Player(
            id=entry.key,
            score=int(rows[entry.key].points) if entry.key in rows else 0,
            opponents=tuple(met[entry.key].get(number) for number in rounds),
            byes=rows[entry.key].byes if entry.key in rows else 0,
            rank=places.get(entry.key, len(places) + entry.number),
            active=entry.active or entry.pk in also,
        )
        for entry in entries
        # Somebody who arrived during this round is in no standings before it, and stands behind all others.
        if entry.key in rows or entry.active or entry.pk in also
    ]

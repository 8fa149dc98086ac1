"""What is kept of ladders is made again, and what moved is written down: after whatever changed a result or a rule.

A command that touches a finished tournament marks, inside its own transaction, the ladders that look at it
(:func:`follow_results`): their pages have a new version at once. What moved is worked out afterwards, by the relay or
by whoever asks first; two who do it at once write it down once.
"""

import secrets
import zlib
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from ledger.models import Chain, LedgerRow
from ledger.telling import follow
from tournaments.entries.models import Entry, Team
from tournaments.events.models import Tournament
from tournaments.rounds.models import EntryRule, Match, ResultChange
from tournaments.season_points import Circuit as Rules
from tournaments.season_points import Event, Ladder, Reason, Season, ladder, moves

from .ladders import live_ladder, packed_season, unpacked_season
from .models import Change, Circuit, Table
from .outcome_services import outcomes_await, outcomes_sweep

STALE, MAKING = "", "making "
"""Signatures of a table that must be made again, and of one that somebody makes now."""
STEPS = 20
"""So many events that changed at once are told one by one; more are one change."""
MOST_MOVES = 2000
"""Moves of one change that are kept, the best places first."""
FEW = 5
"""People whom a move names of those who were passed."""
TOO_LONG = timedelta(minutes=2)
"""Whoever makes a table for longer than this has died."""
AT_ONCE = 20


class Why(NamedTuple):
    """Why somebody moved: a code of docs/season-points.md, and what changed or who was met."""

    code: str
    event: str = ""
    before: str = ""
    after: str = ""
    people: tuple[str, ...] = ()
    more: int = 0


class Moved(NamedTuple):
    """Somebody whose rank or points changed; ranks None: not on the ladder. Points are exact, as text."""

    person: str
    rank_before: int | None
    rank_after: int | None
    points_before: str
    points_after: str
    reasons: tuple[Why, ...]


# --- who looks at what ------------------------------------------------------------------------------------


def follow_results() -> None:
    """Follow every command that changes what a finished tournament was."""
    follow(Tournament, ladders_follow, "name")
    for model in (Entry, EntryRule, Team):
        follow(model, ladders_follow_finished, "name" if model is Entry else "", by="tournament_id")
    follow(ResultChange, ladders_follow_matches, by="match_id")


def ladders_follow(keys: Collection[int]) -> None:
    """These tournaments are finished, or were: every ladder that looks at one of them is to be made again."""
    was = Q(state=Tournament.State.FINISHED) | Q(outcome__isnull=False)
    _changed(Tournament.objects.filter(was, pk__in=keys))


def ladders_follow_finished(keys: Collection[int]) -> None:
    """The same for those among these tournaments that are finished: before that nobody reads their results."""
    _changed(Tournament.objects.filter(pk__in=keys, state=Tournament.State.FINISHED))


def ladders_follow_matches(keys: Collection[int]) -> None:
    """The same for the tournaments of these matches."""
    ladders_follow_finished(list(Match.objects.filter(pk__in=keys).values_list("tournament", flat=True)))


def _changed(tournaments: QuerySet[Tournament]) -> None:
    """Results of these are others now, and so are the ladders that look at them."""
    rows = list(tournaments.order_by().values_list("pk", "series", "organization_id"))
    outcomes_await([pk for pk, _series, _of in rows])
    _mark(rows)


def _mark(rows: Sequence[tuple[int, str, int | None]]) -> None:
    """Mark every ladder that may look at these tournaments: by number, series and organization."""
    if not rows:
        return
    looks = Q(counting__tournament__in=[pk for pk, _series, _of in rows])
    if series := [name for _pk, name, _of in rows if name]:
        looks |= Q(counting__series__in=series)
    if hosts := [host for _pk, _series, host in rows if host]:
        looks |= Q(organization__in=hosts) & ~Q(by_level={})
    ladders_mark(Circuit.objects.filter(looks))


def ladders_mark(circuits: Iterable[Circuit]) -> None:
    """Let these circuits have a new version and, once they are open, a new table; inside the transaction of the cause.

    Heads are taken in the order of their keys, so that two commands never wait for each other.
    """
    rows = sorted({(one.slug, one.pk) for one in circuits})
    for slug, _pk in rows:
        Chain.objects.filter(pk=f"c-{slug}").update(version=F("version") + 1)
    if rows:
        Table.objects.filter(pk__in=sorted(pk for _slug, pk in rows)).update(signature=STALE)


def ladders_show_anew(user_id: int) -> None:
    """Somebody shows themselves in another way: pages of ladders that may name them are made again."""
    played = Entry.objects.filter(user=user_id, tournament__state=Tournament.State.FINISHED)
    _mark(list(played.order_by().values_list("tournament", "tournament__series", "tournament__organization")))


# --- tables ------------------------------------------------------------------------------------------------


def table_begin(circuit: Circuit) -> None:
    """Take the ladder of now as the one that the first change is compared with; inside the command that opens it."""
    signature, table = live_ladder(circuit)
    _put(circuit, signature, table.season)


def _put(circuit: Circuit, signature: str, season: Season) -> None:
    values = {"signature": signature, "packed": packed_season(season), "made_at": timezone.now()}
    Table.objects.update_or_create(circuit=circuit, defaults=values)


def table_make(circuit_id: int) -> bool:
    """Make a table that is out of date, and write down what moved. Harmless to run twice, or twice at once."""
    mark = f"{MAKING}{secrets.token_hex(8)}"
    stale = Q(signature=STALE) | Q(signature__startswith=MAKING, made_at__lt=timezone.now() - TOO_LONG)
    mine = Table.objects.filter(stale, pk=circuit_id)
    if not mine.update(signature=mark, made_at=timezone.now()):
        return False
    # What is read from here on is newer than the mark: whatever changes it meanwhile takes the mark away.
    circuit = Circuit.objects.get(pk=circuit_id)
    before = unpacked_season(bytes(Table.objects.values_list("packed", flat=True).get(pk=circuit_id)))
    signature, table = live_ladder(circuit)
    changes = list(_changes(circuit, before, table))
    with transaction.atomic():
        held = Table.objects.filter(pk=circuit_id, signature=mark)
        if not held.update(signature=signature, packed=packed_season(table.season), made_at=timezone.now()):
            return False
        Change.objects.bulk_create(changes)
    return True


def table_fresh(circuit: Circuit) -> None:
    """Let what moved be written down before somebody reads it; whoever is at it already is not waited for."""
    if Table.objects.filter(pk=circuit.pk, signature=STALE).exists():
        table_make(circuit.pk)


def ladder_settled(circuit: Circuit) -> Ladder:
    """The ladder before a command changes its rules, with all that moved until then written down by its own cause."""
    table_fresh(circuit)
    return live_ladder(circuit)[1]


def ladders_sweep() -> None:
    """Make the results and the tables that are out of date: whatever the relay finds, some at a time."""
    outcomes_sweep()
    old = Q(signature=STALE) | Q(signature__startswith=MAKING, made_at__lt=timezone.now() - TOO_LONG)
    for pk in list(Table.objects.filter(old).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        table_make(pk)


def _changes(circuit: Circuit, before: Season, after: Ladder) -> Iterator[Change]:
    """What moved, one change for each cause: new rules or another day first, then each event."""
    was = ladder(before)
    for season, cause, key in _steps(before, after.season):
        now = after if _same(season, after.season) else ladder(season)
        moved = moves_told(was, now)
        was = now
        if moved:
            yield _change(circuit, cause, key, moved)


def _steps(before: Season, after: Season) -> list[tuple[Season, str, str]]:
    """The seasons on the way from one to the other, each with its cause and the key of an event; the last is ``after``.

    What is chosen by hand stands in the rules as well; it is told with its event.
    """
    season, steps = before, list[tuple[Season, str, str]]()
    chosen = replace(after.circuit, only=before.circuit.only, also=before.circuit.also)
    if chosen != before.circuit or before.on != after.on:
        season = replace(before, circuit=_both(before.circuit, after.circuit), on=after.on)
        steps.append((season, "rules" if chosen != before.circuit else "day", ""))
    else:
        season = replace(before, circuit=_both(before.circuit, after.circuit))
    old, new = ({one.key: one for one in some.events} for some in (before, after))
    changed = sorted(key for key in {*old, *new} if old.get(key) != new.get(key))
    for key in changed if len(changed) <= STEPS else ():
        kept = tuple(one for one in season.events if one.key != key)
        season = replace(season, events=(*kept, new[key]) if key in new else kept)
        steps.append((season, _cause(key, old, new), key))
    if not steps or not _same(season, after):
        steps.append((after, "events", ""))
    return steps


def _cause(key: str, old: Container[str], new: Container[str]) -> str:
    """What became of one event."""
    if key not in new:
        return "event"
    return "result" if key in old else "counts"


def _same(one: Season, other: Season) -> bool:
    """Whether two seasons are of the same, in whatever order their events stand."""
    events = ({event.key: event for event in season.events} for season in (one, other))
    return (one.circuit, one.on) == (other.circuit, other.on) and next(events) == next(events)


def _both(before: Rules, after: Rules) -> Rules:
    """The new rules, with what either of them chose by hand."""
    only = None if before.only is None or after.only is None else before.only | after.only
    return replace(after, also=before.also | after.also, only=only if after.only is not None else None)


def moves_told(before: Ladder, after: Ladder) -> list[Moved]:
    """Who moved from one ladder to another, as everybody may read it.

    Whoever was put out of an event, or is let in again, is left out, and named in nobody's reasons (decision 670).
    """
    unsaid = _put_out(before.season, after.season)
    return [
        Moved(
            one.person,
            one.rank_before,
            one.rank_after,
            str(one.points_before),
            str(one.points_after),
            tuple(_why(reason, unsaid) for reason in one.reasons),
        )
        for one in moves(before, after)
        if one.person not in unsaid
    ]


def _put_out(before: Season, after: Season) -> set[str]:
    """Who stands in an event of one season and not in the same event of the other; no place that changed hands."""
    found = set[str]()
    later = {event.key: event for event in after.events}
    for event in before.events:
        if event.key in later and later[event.key] != event:
            was, now = _people(event), _people(later[event.key])
            gone, come = set(was) - set(now), set(now) - set(was)
            taken_over = {one for one in gone if was[one]}
            found |= gone - taken_over
            if len(come) > len(taken_over):
                found |= come
    return found


def _people(event: Event) -> dict[str, bool]:
    """Everybody in an event, and whether their place is nobody's yet."""
    return {one.person: one.unclaimed for finish in event.finishes for one in finish.members}


def _why(reason: Reason, unsaid: Collection[str]) -> Why:
    people = tuple(one for one in reason.people if one not in unsaid)[:FEW]
    return Why(
        reason.code,
        reason.event.key if reason.event is not None else "",
        "" if reason.before is None else str(reason.before),
        "" if reason.after is None else str(reason.after),
        people,
        len(reason.people) - len(people),
    )


def _change(circuit: Circuit, cause: str, key: str, moved: list[Moved]) -> Change:
    """A change with the newest row of the event that is its cause: the number of that row, never what it did."""
    tournament = Tournament.objects.filter(slug=key).only("pk", "slug").first() if key else None
    row = None
    if tournament is not None:
        row = LedgerRow.objects.filter(chain_id=tournament.chain_key).order_by("-number").first()
    return Change(
        circuit=circuit,
        at=row.at if row is not None else timezone.now(),
        tournament=tournament,
        number=row.number if row is not None else None,
        cause=cause,
        moved=len(moved),
        packed=zlib.compress(msgspec.msgpack.encode(moved[:MOST_MOVES]), 6),
    )


def moves_in(change: Change) -> list[Moved]:
    """What moved by a change, as it is stored."""
    return msgspec.msgpack.decode(zlib.decompress(bytes(change.packed)), type=list[Moved])

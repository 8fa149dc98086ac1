"""Storing a finished event: one command, one transaction, one ledger row; the same file is stored once."""

import secrets
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any, TypedDict

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.utils import timezone
from msgspec.structs import replace

from ledger.commands import Command, command
from ledger.names import clean_name, sort_name
from ledger.quotas import require_quota
from rules_engine.games import GAMES
from tournaments.entries.keys import entry_key
from tournaments.entries.models import Entry
from tournaments.events import policy as policies
from tournaments.events.kinds import first_format
from tournaments.events.models import TOURNAMENT_LOCK, Staff, Stage, Tournament
from tournaments.events.services import free_slug
from tournaments.rounds.field import standings_rows
from tournaments.rounds.models import EntryRule, Match, Round, Seat
from tournaments.rounds.selectors import placed
from tournaments.standings import Preset, Row, compute

from .reading import FinishedEvent, Line


class EventImported(TypedDict):
    """The tournament made of a file, whether it is new, and what it holds."""

    id: int
    slug: str
    new: bool
    policy: str
    players: int
    rounds: int
    matches: int


TEMPLATE = "import"
DESK = "import-desk"
_IMPORT_LOCK = 0  # no tournament has this number: two imports of one file wait for each other


def imported(sha256: str) -> Tournament | None:
    """The tournament made from the file with this hash, if there is one."""
    return Tournament.objects.filter(policy__import__sha256=sha256).first()


MOST_IMPORTED = 10
"""Files one person may bring in within a day; each may hold two thousand players."""


@command("results.import", public=True)
def results_import(
    cmd: Command,
    *,
    event: FinishedEvent,
    name: str = "",
    organizer: Any = None,
    starts_at: datetime | None = None,
    demo: bool = False,
) -> EventImported:
    """Make a finished tournament of an event; a file stored before gives its tournament and changes nothing.

    The players become people who cannot sign in. Without ``organizer`` it belongs to the import desk, who
    cannot sign in either. ``starts_at`` replaces the file's date. The answer: ``id``, ``slug``, ``new``,
    ``players``, ``rounds``, ``matches``, ``policy``.
    """
    cmd.lock(TOURNAMENT_LOCK, _IMPORT_LOCK)
    tournament = imported(event.sha256)
    if tournament is None:
        if not demo:
            require_quota(cmd, MOST_IMPORTED)
        tournament = _store(
            event, name or event.results.event, organizer, starts_at or _moment(event.results.date)
        )
        Tournament.objects.filter(pk=tournament.pk).update(demo=demo)
        _prove(tournament, event)
        _tell(cmd, tournament)
        new = True
    else:
        new = False
    cmd.tournament = tournament
    stored = policies.preset_key(tournament.policy)
    answer: EventImported = {
        "id": tournament.pk,
        "slug": tournament.slug,
        "new": new,
        "policy": stored,
        "players": Entry.objects.filter(tournament=tournament).count(),
        "rounds": Round.objects.filter(tournament=tournament).count(),
        "matches": Match.objects.filter(tournament=tournament).count(),
    }
    counted = {name: value for name, value in answer.items() if name not in ("id", "slug")}
    cmd.record(tournament=tournament.pk, sha256=event.sha256, **counted)
    return answer


def _tell(cmd: Command, tournament: Tournament) -> None:
    """Let the row tell every result of the file, and who sat where."""
    matches = Match.objects.filter(tournament=tournament).order_by("pk")
    played = matches.values_list("pk", "outcome", "kind", "source")
    cmd.record(
        played=[dict(zip(("match", "outcome", "kind", "source"), one, strict=True)) for one in played],
        placed={one.pk: placed(one) for one in Round.objects.filter(tournament=tournament)},
    )


def game_of_order(preset: Preset) -> str:
    """The game that an order of standings is of: its name begins with it; of a game that nobody knows here, its own."""
    return next((key for key in GAMES if preset.key.split("_")[0] == key), preset.key[:20])


def _store(event: FinishedEvent, name: str, organizer: Any, moment: datetime) -> Tournament:
    results = event.results
    owner = organizer or _desk()
    title = clean_name(name)[:100]
    tournament = Tournament.objects.create(
        slug=free_slug(title),
        name=title,
        game=game_of_order(event.policy),
        template=TEMPLATE,
        mode="multiplayer" if event.pods else "1v1",
        policy=_policy(event),
        state=Tournament.State.FINISHED,
        capacity=len(results.entrants),
        starts_at=moment,
        deck_deadline=moment,
        seed=secrets.token_hex(16),
        created_by=owner,
    )
    kind = first_format(tournament.policy).kind
    stage = Stage.objects.create(tournament=tournament, rounds=results.rounds, kind=kind)
    Staff.objects.create(tournament=tournament, user=owner, role=Staff.Role.ORGANIZER)
    entries = _store_entries(tournament, event, moment)
    rounds = _store_rounds(tournament, stage, results.rounds, moment)
    _store_matches(tournament, rounds, entries, event.lines, moment)
    return tournament


def _desk() -> Any:
    """Who owns what nobody else imported: a name on the page, without a way to sign in."""
    users = get_user_model().objects
    found = users.filter(username=DESK).first()
    if found is None:
        found = users.create_user(DESK, display_name="Import desk", is_active=False)
    return found


def _moment(text: str) -> datetime:
    """The day of the event at noon UTC, or now when the file does not say it."""
    if not text:
        return timezone.now()
    day = date.fromisoformat(text)
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def _policy(event: FinishedEvent) -> policies.Policy:
    """The whole policy the event was played under, as far as the file and its preset tell."""
    preset = event.policy
    policy = policies.Policy(
        rounds=event.results.rounds,
        games=2 * preset.games_to_win - 1,
        bye_games=(preset.games_to_win, 0),
        points=policies.Points(_plain(preset.win), _plain(preset.draw), _plain(preset.loss)),
        deck_required=False,
        preset=preset.to_json(),
        imported={"sha256": event.sha256},
    )
    return replace(policy, mode="multiplayer", pairing=policies.PODS, games=1) if event.pods else policy


def _plain(value: Fraction) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)


def _store_entries(tournament: Tournament, event: FinishedEvent, moment: datetime) -> dict[str, Entry]:
    """People and entries in the order of the file; returns the entries by the file's ids."""
    user_model = get_user_model()
    entrants = event.results.entrants
    users = user_model.objects.bulk_create(
        user_model(
            username=f"imported-{tournament.pk}-{number}",
            password=make_password(None),
            display_name=event.names[entrant.id],
            sort_name=sort_name(event.names[entrant.id])[:80],
            guest_of=tournament.chain_key,
            is_active=False,
        )
        for number, entrant in enumerate(entrants, start=1)
    )
    entries = [
        Entry(
            tournament=tournament,
            user=user,
            number=number,
            name=event.names[entrant.id],
            sort_name=sort_name(event.names[entrant.id])[:80],
            state=Entry.State.CHECKED_IN if entrant.dropped_after is None else Entry.State.DROPPED,
            random=entrant.random,
            joined_round=entrant.joined_round,
            dropped_after=entrant.dropped_after,
            entered_at=moment,
            checked_in_at=moment,
        )
        for number, (entrant, user) in enumerate(zip(entrants, users, strict=True), start=1)
    ]
    stored = Entry.objects.bulk_create(entries)
    EntryRule.objects.bulk_create(
        EntryRule(tournament=tournament, entry=entry, kind=EntryRule.Kind.DISQUALIFIED)
        for entrant, entry in zip(entrants, stored, strict=True)
        if entrant.disqualified
    )
    return {entrant.id: entry for entrant, entry in zip(entrants, stored, strict=True)}


def _store_rounds(tournament: Tournament, stage: Stage, count: int, moment: datetime) -> dict[int, Round]:
    rounds = [
        Round(
            tournament=tournament,
            stage=stage,
            number=number,
            state=Round.State.COMPLETED,
            seed=TEMPLATE,
            drafted_at=moment,
            published_at=moment,
            completed_at=moment,
        )
        for number in range(1, count + 1)
    ]
    return {round_.number: round_ for round_ in Round.objects.bulk_create(rounds)}


def _store_matches(
    tournament: Tournament,
    rounds: dict[int, Round],
    entries: dict[str, Entry],
    lines: tuple[Line, ...],
    moment: datetime,
) -> None:
    tables = dict.fromkeys(rounds, 0)
    matches = []
    for line in lines:
        bye = line.kind == "bye"
        tables[line.round] += not bye
        matches.append(
            Match(
                tournament=tournament,
                round=rounds[line.round],
                table=None if bye else tables[line.round],
                state=Match.State.FINAL,
                kind=line.kind,
                source=Match.Source.BYE if bye else Match.Source.IMPORT,
                outcome=line.outcome,
                ended_at=moment,
            )
        )
    stored = Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(
        Seat(
            match=match,
            round=match.round,
            entry=entries[player],
            position=position,
        )
        for match, line in zip(stored, lines, strict=True)
        for position, player in enumerate(line.players)
    )


def _prove(tournament: Tournament, event: FinishedEvent) -> None:
    """Standings from the stored rows must equal those from the file, exactly; anything else is our bug."""
    results = event.results
    keys = {entrant.id: entry_key(number) for number, entrant in enumerate(results.entrants, start=1)}
    told = _facts(compute(results.entrants, results.matches, event.policy, results.rounds), keys)
    stored = _facts(standings_rows(tournament, through=results.rounds), None)
    if told != stored:
        wrong = sorted(key for key in told if told[key] != stored.get(key))
        raise RuntimeError(f"stored standings differ from the file's for {', '.join(wrong[:5])}")


def _facts(rows: list[Row], keys: dict[str, str] | None) -> dict[str, Any]:
    return {
        keys[row.id] if keys else row.id: (row.rank, dict(row.values), row.record, row.byes, row.dropped)
        for row in rows
    }

"""The front page: which tournament it shows, its tables and leaders, and one board out of a finished game.

Everything here is public: results that are final, standings of complete rounds, and of a game only what anybody
at the table could see, and only once its round is over. This page speaks for the site, so only tournaments that the
office approved are on it (and the demo's), and of a game only names of the people at that table: never words that
somebody put into a log.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, TypedDict

from django.core.cache import cache
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import get_language

from ledger.hashing import digest
from ledger.models import LedgerRow
from ledger.names import clean_name
from ledger.shapes import Context, Json
from rules_engine.games import game_of
from tournaments.entries.models import Entry
from tournaments.events.kinds import knock_out_kinds
from tournaments.events.models import Stage, Tournament
from tournaments.gamelogs.models import GameLog
from tournaments.gamelogs.replay import cursor
from tournaments.rounds.field import last_completed, standings_rows
from tournaments.rounds.models import Match, Round
from tournaments.rounds.selectors import matches_of, result_words
from tournaments.rounds.words import line_names

from .cache import by_version
from .standings_page import shown

TABLES = 12
LEADERS = 8
LISTED = 4
LOOKED_THROUGH = 50
_WEEK = 7 * 24 * 3600
_LOGS = 8  # so many of the newest games are looked through for one to show
_LARGEST_LOG = 500_000  # bytes; the demo's games have a fifth of it, and a page must not replay for seconds
_LOOKED_AT = (0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8)  # parts of a game in which boards are full


def approved() -> QuerySet[Tournament]:
    """The tournaments that may stand on the front page: those the office approved, and the demo's."""
    return Tournament.objects.filter(Q(approval=Tournament.Approval.APPROVED) | Q(demo=True))


def living_tournament() -> Tournament | None:
    """The running approved tournament in which somebody wrote something last; None when nothing is being played.

    Of very many those that began last are looked through. What the site writes by itself, such as the check of a log
    that waited, moves no event to the front.
    """
    newest = approved().filter(state=Tournament.State.RUNNING).order_by("-starts_at", "-name", "-pk")
    running = {one.chain_key: one for one in newest[:LOOKED_THROUGH]}
    if len(running) < 2:
        return next(iter(running.values()), None)
    rows = LedgerRow.objects.filter(chain_id__in=running, actor__isnull=False).order_by("-pk")
    last = rows.values_list("chain_id", flat=True)
    return running[last[0]] if last else next(iter(running.values()))


def other_tournaments(but: Tournament | None) -> tuple[list[Tournament], list[Tournament]]:
    """Approved tournaments one can still enter, soonest first, and the last finished ones.

    ``after_a_cut`` of these: whether they had a knock-out.
    """
    states = Tournament.State
    rest = approved().exclude(pk=but.pk) if but is not None else approved()
    coming = rest.order_by("starts_at", "name", "pk")
    # Each state by itself: the index has the order within one. Stages of the few rows that are read: EXISTS would be
    # answered out of a copy of all stages.
    soonest = [
        one for state in (states.ENTRY, states.CHECK_IN) for one in coming.filter(state=state)[:LISTED]
    ]
    cut = Subquery(
        Stage.objects.filter(tournament=OuterRef("pk"), kind__in=knock_out_kinds()).values("pk")[:1]
    )
    begun = timezone.now() + timedelta(days=1)  # those to come are many, and none of them is finished
    finished = rest.filter(state=states.FINISHED, starts_at__lt=begun).annotate(after_a_cut=cut)
    finished = finished.order_by("-starts_at", "name", "pk")
    soonest.sort(key=lambda one: (one.starts_at, one.name, one.pk))
    return soonest[:LISTED], list(finished[:LISTED])


def tables_body(tournament: Tournament, round_: Round) -> str:
    """The round's tables with the results so far, made once per version."""
    return by_version(
        tournament,
        f"front-tables.{round_.pk}",
        lambda: render_to_string("display/_front_tables.html", _tables(tournament, round_)),
    )


def _tables(tournament: Tournament, round_: Round) -> Context:
    matches = matches_of(round_)
    rows = [_table(match) for match in matches[:TABLES]]
    done = sum(match.state == Match.State.FINAL for match in matches)
    return {"tournament": tournament, "rows": rows, "done": done, "total": len(matches)}


def _table(match: Match) -> Json:
    final = match.state == Match.State.FINAL and match.kind != Match.Kind.BYE
    seats = list(match.seats.all())
    players = [
        {
            "entry": seat.entry_id,
            "name": seat.name,
            "games": seat.games_won if final else None,
            "won": final and seat.result == "w",
        }
        for seat in seats
    ]
    line = {
        "table": match.table,
        "players": players,
        "final": final,
        "bye": match.source if match.kind == Match.Kind.BYE else "",
    }
    counted = all(player["games"] is not None for player in players)  # who sit three and more count no games
    return line | {"words": "" if counted or not final else result_words(match)}


def leaders_body(tournament: Tournament) -> str:
    """The top of the standings after the last complete round, made once per version; empty before that."""
    return by_version(
        tournament,
        "front-leaders",
        lambda: render_to_string("display/_front_leaders.html", _leaders(tournament)),
    )


def _leaders(tournament: Tournament) -> Context:
    through = last_completed(tournament)
    if not through:
        return {"tournament": tournament, "rows": [], "through": 0}
    names = line_names(tournament)
    rows = [
        {
            "key": row.id,
            "rank": row.rank,
            "name": names[row.id],
            "points": shown("match_points", row.values["match_points"]),
            "record": "–".join(map(str, row.record)),
        }
        for row in standings_rows(tournament, through=through)[:LEADERS]
    ]
    return {"tournament": tournament, "rows": rows, "through": through}


def public_logs(tournament: Tournament) -> list[GameLog]:
    """Games anybody may look at, the newest first: checked to the end, no broken rule, their rounds over.

    Only of the game whose board the front page draws.
    """
    if not game_of(tournament.game).pools.in_catalogue:
        return []
    found = (
        GameLog.objects.filter(
            Q(verdict="ok") | Q(verdict="unverifiable"),
            match__tournament=tournament,
            match__round__state=Round.State.COMPLETED,
            state=GameLog.State.DONE,
            size__lte=_LARGEST_LOG,
        )
        .select_related("match__round", "match__tournament")
        .defer("original", "report")
        .order_by("-match__round__number", "match__table", "game_number", "pk")
    )
    return list(found[:_LOGS])


def board_body(tournament: Tournament) -> str:
    """A board in the middle of a public game as markup, empty without one.

    It is made once per game and language, and again when a release brings other styles or signs.
    """
    return next(filter(None, map(_board_body, public_logs(tournament))), "")


def _board_body(log: GameLog) -> str:
    names = names_at_the_table(log)  # in the key: a person who is erased must not stay in a cache
    drawn_for = [static("css/board.css"), static("css/front.css"), static("icons/sprite.svg")]
    key = f"front-board:{log.pk}:{log.sha256}:{digest([names, drawn_for])}:{get_language()}"
    body = cache.get(key)
    if body is None:
        context = board_context(log, names)
        body = render_to_string("display/_front_board.html", context) if context else ""
        cache.set(key, body, _WEEK)
    return str(body)


class SpectatorSeat(TypedDict):
    """What a spectator may know of one seat."""

    seat: int
    name: str
    hand: int
    deck: int
    energy: Json
    active: bool


class SpectatorView(TypedDict):
    """A moment of a game as everybody may see it, as the drawing of the board takes it."""

    turn: int
    pawns: list[Json]
    last: Json | None
    seats: list[SpectatorSeat]


def board_context(log: GameLog, names: dict[str, str]) -> Context | None:
    """The fullest moment in the middle of a game, as spectators saw it.

    None when the log names anybody but the people of its match: what a log says about who played is what its
    writer typed, and it must not stand here as if the site said it.
    """
    game = cursor(log)
    if sorted(str(seat["player"]) for seat in game.view("spectator").get("seats", ())) != sorted(names):
        return None
    total = len(game.steps)
    moments: list[tuple[int, int]] = []
    for part in _LOOKED_AT:
        step = int(total * part)
        game.seek(step)
        moments.append((len(game.view("spectator").get("pawns", ())), -step))
    game.seek(-max(moments)[1])
    view = spectator_view(game.view("spectator"), names)
    return {
        "view": view,
        "board": game.board,
        "round": log.match.round.number,
        "table": log.match.table,
        "players": [seat["name"] for seat in view["seats"]],
        "turn": view["turn"],
        "certain": log.verdict == "ok",
    }


def names_at_the_table(log: GameLog) -> dict[str, str]:
    """The people of the log's match by the key that its seat lines use."""
    entries = Entry.objects.filter(seats__match_id=log.match_id)
    return {entry.key: clean_name(entry.name) for entry in entries}


def spectator_view(view: Mapping[str, Any], names: Mapping[str, str]) -> SpectatorView:
    """The engine's public view with people's names for entry keys, as the drawing wants its seats."""
    seats: list[SpectatorSeat] = [
        {
            "seat": seat["seat"],
            "name": names[str(seat["player"])],
            "hand": seat["hand"]["count"],
            "deck": seat["deck"]["count"],
            "energy": seat["pool"],
            "active": seat["seat"] == view["active"],
        }
        for seat in view["seats"]
    ]
    return {"turn": view["turn"], "pawns": view["pawns"], "last": view["last"], "seats": seats}

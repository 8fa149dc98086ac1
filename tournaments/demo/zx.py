"""The demo's Z/X evening: four players, one round behind them and one being played, and three logs.

One log underpays, one is of a game that was recorded at its table; another game is being recorded. The games are played
at random within the rules, with the decks that were submitted.
"""

import json
from datetime import timedelta

from django.utils import timezone

from decks.cards.pools import card_pool
from decks.lists.editing import pressed
from ledger.commands import Actor
from ledger.shapes import Json
from rules_engine.kernel.stream import Stream
from rules_engine.zx.audit import audit
from rules_engine.zx.cards import NOT_OF_DECK, ReadyDeck, ZxPool, load_pool, ready_decks
from rules_engine.zx.hiding import hide_zx_decks, table_lines
from rules_engine.zx.random_games import record_zx_game
from tournaments.demo.people import Users
from tournaments.entries.models import Entry
from tournaments.entries.services import entry_add_at_desk, entry_check_in, tournament_start
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_create, tournament_open_check_in, tournament_open_entry
from tournaments.rounds.models import Match, Round
from tournaments.rounds.pairing_services import round_complete, round_draft, round_publish
from tournaments.rounds.selectors import matches_of
from tournaments.rounds.services import result_enter
from tournaments.submissions.services import deck_submit

from . import people
from .logs import LoggedGame, submit
from .recordings import live_game, signed_game
from .staff import take_role

_GAMES = 20  # games tried until one has a winner, or can be spoiled


def zx_evening(users: Users) -> Tournament:
    """Make the evening: round 1 complete with a logged and a recorded game, round 2 with a log in which a play is
    underpaid, and with a game that is being recorded."""
    organizer = Actor(users[people.ORGANIZER.username], "organizer")
    tournament = _open(organizer)
    take_role(organizer, tournament, users[people.JUDGE.username], "judge")
    for name in people.ZX_PLAYERS:
        entry_add_at_desk(actor=organizer, tournament=tournament, name=name)
    _submit_decks(tournament)
    tournament_open_check_in(actor=organizer, tournament=tournament)
    for entry in Entry.objects.filter(tournament=tournament).order_by("number"):
        entry_check_in(actor=organizer, tournament=tournament, entry_id=entry.pk)
    tournament_start(actor=organizer, tournament=tournament)
    logged, recorded = matches_of(_published(organizer, tournament, 1))
    _logged(organizer, logged)
    signed_game(recorded, 1, _table_lines(recorded))  # what both sign is the result of the match
    round_complete(
        actor=organizer,
        tournament=tournament,
        round_id=Round.objects.get(tournament=tournament, number=1).pk,
    )
    faulty, live = matches_of(_published(organizer, tournament, 2))
    _logged(organizer, faulty, underpaid=True)
    live_game(live, _table_lines(live))
    return tournament


def _open(organizer: Actor) -> Tournament:
    answer = tournament_create(
        actor=organizer,
        template="zx-community",
        name="Five Worlds Evening, Groningen",
        starts_at=timezone.now() + timedelta(minutes=20),
        capacity=8,
        location="De Drie Gezusters, Groningen",
        town="Groningen",
        demo=True,
    )
    tournament = Tournament.objects.get(pk=answer["id"])
    tournament_open_entry(actor=organizer, tournament=tournament, casual=True)
    return tournament


def _submit_decks(tournament: Tournament) -> None:
    """Every player submits one of the ready-made decks, in turn."""
    pool = card_pool(tournament.game, tournament.pool_key)
    entries = Entry.objects.filter(tournament=tournament).select_related("user").order_by("number")
    for place, entry in enumerate(entries):
        ready = ready_decks(load_pool(tournament.pool_key))[place]
        deck_submit(
            actor=Actor(entry.user, "player"),
            tournament=tournament,
            text=pressed("", pool, "en", ready=str(place), game=tournament.game),
            name=ready.name,
        )


def _published(organizer: Actor, tournament: Tournament, number: int) -> Round:
    round_id = round_draft(actor=organizer, tournament=tournament, number=number)["round"]
    round_publish(actor=organizer, tournament=tournament, round_id=round_id, start_clock=True)
    return Round.objects.get(pk=round_id)


def _logged(organizer: Actor, match: Match, *, underpaid: bool = False) -> None:
    """A game of a match as its winner submits it, and its result where the log is not the judges' business."""
    game = zx_game(match, underpaid=underpaid)
    if not underpaid:
        said = (1, 0, 0) if game.winner == 0 else (0, 1, 0)
        result_enter(actor=organizer, tournament=match.tournament, match_id=match.pk, said=said)
    submit(match.tournament, match, game)


def _table_lines(match: Match) -> list[Json]:
    """A game between the players of a match as their phones write it down."""
    game = zx_game(match)
    _decks, hidden = hide_zx_decks(game.data, load_pool(match.tournament.pool_key), beside=True)
    return table_lines(hidden)


def zx_game(match: Match, *, underpaid: bool = False) -> LoggedGame:
    """A game with a winner between the players of a match; ``underpaid`` leaves out a card that pays for a play.

    Raises LookupError when no game of some offers that.
    """
    entries = [
        Entry.objects.select_related("registration__current").get(pk=seat.entry_id)
        for seat in match.seats.all()
    ]
    pool = load_pool(match.tournament.pool_key)
    chosen = [_deck_of(entry, pool) for entry in entries]
    for attempt in range(_GAMES):
        stream = Stream(f"zx demo/{match.round.number}/{match.table}/{attempt}")
        game = record_zx_game(
            f"{match.round.number}/{match.table}/{attempt}",
            pool=pool,
            decks=[stream.shuffled(_order(deck)) for deck in chosen],
            laid_out=[_beside(deck) for deck in chosen],
            players=[entry.key for entry in entries],
            play="constructed",
            choices=dict(match.tournament.policy.rulings),
        )
        result = game.outcome()
        data = game.finish()
        if underpaid:
            data = _underpay(data, pool) or b""
        if data and result is not None and len(result.winners) == 1:
            return LoggedGame(data, result.winners[0])
    raise LookupError(f"no game at table {match.table}")


def _deck_of(entry: Entry, pool: ZxPool) -> ReadyDeck:
    revision = entry.registration.current if entry.registration is not None else None
    return next(deck for deck in ready_decks(pool) if revision is not None and deck.name == revision.name)


def _order(deck: ReadyDeck) -> list[str]:
    """The deck card by card, without what its player lays out of it before the shuffle."""
    cards = [number for number, copies in deck.main.items() for _copy in range(copies)]
    for field, number in deck.laid_out.items():
        if field not in NOT_OF_DECK:
            cards.remove(number)
    return cards


def _beside(deck: ReadyDeck) -> dict[str, object]:
    dynamis = [number for number, copies in deck.dynamis.items() for _copy in range(copies)]
    return {**deck.laid_out, "dynamis": dynamis, **({"markers": [*deck.markers]} if deck.markers else {})}


def _underpay(log: bytes, pool: ZxPool) -> bytes | None:
    """The log with one play in its second half paid with one card too few; None where no play can be so."""
    rows = [json.loads(line) for line in log.splitlines()]
    rows[-1].pop("sha256", None)
    places = [
        index for index, row in enumerate(rows) if row.get("do") == "play" and len(row.get("pay") or ()) > 1
    ]
    for index in places[len(places) // 2 :]:
        short = {**rows[index], "pay": rows[index]["pay"][:-1]}
        lines = [*rows[:index], short, *rows[index + 1 :]]
        data = b"".join(json.dumps(row).encode() + b"\n" for row in lines)
        finding = audit(data, pool=pool).finding
        if finding is not None and (finding.code, finding.line) == ("wrong_cost", index + 1):
            return data
    return None

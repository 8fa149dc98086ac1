"""Asking how a card plays, and the job that plays it.

The job goes in slices of a few seconds, each a Celery message of its own that names how many deals it starts from. A
slice is stored only if the row still stands there, so a message that comes twice adds nothing, and a killed worker
costs one slice. A few are played at a time, the others wait in the order in which they were asked; what stands still is
sent again by the relay's sweep, and given up after some times.

Nobody chooses the seed: the same question has one answer, and nobody asks again until it suits.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TypedDict

import msgspec
from django.contrib.auth import get_user_model
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ledger.commands import SYSTEM, Actor, Command, command
from ledger.errors import UserError
from ledger.hashing import digest
from ledger.shapes import Json
from rules_engine.games import game_of
from rules_engine.kernel.playtest import METHOD, USUAL_GAMES

from .entered import sheet_of
from .models import PlayTest
from .pools import AnyPool, card_pool
from .reading import read_entry

CHAIN = "play tests"
"""The chain of the ledger in which it stands that a card was played."""
TASK = "decks.cards.tasks.play_test"
SEED = "1"
State = PlayTest.State
WAITING = (State.QUEUED, State.RUNNING)

AT_ONCE = 12
"""Play tests of one person that are not over."""
A_DAY = 150
"""Play tests one person asks for within a day: a keeper's whole pool."""
AT_ONCE_OF_ALL = 60
LEASE = timedelta(seconds=60)
"""Longer than a task may run: whoever was at work that long ago is dead."""
AT_WORK = 2
"""Play tests that workers have messages of; they leave room for everything else that waits in that queue."""
MAX_ATTEMPTS = 5


class PlayTestAsked(TypedDict):
    """The row in which the answer stands, or will stand."""

    play_test: int


class Stored(TypedDict):
    """Whether a worker's slice was still wanted."""

    stored: bool


class Resent(TypedDict):
    """The play tests sent to the workers again."""

    sent: list[int]


def ask_play_test(
    actor: Actor,
    game: str,
    pool: str,
    card: Mapping[str, object],
    sha256: str = "",
    games: int = USUAL_GAMES,
) -> PlayTest:
    """Let the engine play a card that somebody wrote, among the cards of a pool that need not hold it.

    ``pool`` is the key of a pool, ``sha256`` its content ("" for the newest), ``card`` the parts of a card as the
    editor keeps them. Who asks the same again gets the same row. Raises :class:`UserError` with every problem of the
    card, where the game has no play test, where no deck can hold the card, and beyond the quota; ``KeyError`` for a
    pool that there is not. Must not be called inside another command.
    """
    reading = read_entry(sheet_of(game), dict(card))
    if reading.card is None:
        raise UserError("card", _("The card cannot be played yet."), problems=reading.problems)
    return ask_for_card(actor, game, card_pool(game, pool, sha256), reading.card, games)


def ask_for_card(actor: Actor, game: str, pool: AnyPool, card: object, games: int = USUAL_GAMES) -> PlayTest:
    """As :func:`ask_play_test`, of a card as its game reads it."""
    there = found(game, pool, card, games)
    if there is not None and there.state != State.FAILED:
        return there
    if refused := refusal_of(game, pool, card):
        raise UserError("not_playable", refused)
    answer = play_test_ask(
        actor=actor,
        game=game,
        pool=pool.name,
        pool_sha256=pool.sha256,
        card=msgspec.json.encode((card,)).decode(),
        card_sha256=card_hash(game, card),
        games=games,
    )
    return PlayTest.objects.get(pk=answer["play_test"])


def found(game: str, pool: AnyPool, card: object, games: int = USUAL_GAMES) -> PlayTest | None:
    """The answer to this question, or how far it is; None if nobody asked it under the engine of today."""
    return PlayTest.objects.filter(key=key_of(game, pool.sha256, card_hash(game, card), games)).first()


def key_of(game: str, pool_sha256: str, card_sha256: str, games: int) -> str:
    """What a question is found by."""
    return digest(
        ["play test", METHOD, game, pool_sha256, card_sha256, game_of(game).engine.semantics, games, SEED]
    )


def card_hash(game: str, card: object) -> str:
    """The hash of what of a card matters to its game: that of a pool of it alone."""
    return str(game_of(game).engine.pool("", (card,)).sha256)


def refusal_of(game: str, pool: AnyPool, card: object) -> str:
    """Why a card cannot be played, as a sentence; "" where it can."""
    test = game_of(game).playtest
    if test is None:
        return _("The engine plays no random games of %(game)s yet.") % {"game": game_of(game).name}
    refused = test.refusal(pool, card)
    return _(refused) if refused else ""


@command("play_test.ask", chain=CHAIN)
def play_test_ask(
    cmd: Command, *, game: str, pool: str, pool_sha256: str, card: str, card_sha256: str, games: int
) -> PlayTestAsked:
    """Keep a question and send its job; one that was given up goes on where it stopped. The site has no quota."""
    if cmd.actor.user is not None:  # two requests at once count each other
        get_user_model().objects.select_for_update().get(pk=cmd.actor.user.pk)
    key = key_of(game, pool_sha256, card_sha256, games)
    row = PlayTest.objects.select_for_update().filter(key=key).first()
    if row is None or row.state == State.FAILED:
        if cmd.actor.user is not None:
            _check_quota(cmd)
        values = {
            "game": game, "pool": pool, "pool_sha256": pool_sha256, "card": card, "card_sha256": card_sha256,
            "semantics": game_of(game).engine.semantics, "games": games, "seed": SEED,
            "asked_by": cmd.actor.user, "asked_at": cmd.at, "touched_at": cmd.at, "attempts": 0,
            "state": State.QUEUED,
        }  # fmt: skip
        row, made = PlayTest.objects.update_or_create(key=key, defaults=values)
        cmd.record(game=game, made=made)
        _begin_next(cmd)
    cmd.record(play_test=row.pk)
    return {"play_test": row.pk}


def _begin_next(cmd: Command) -> None:
    """Let workers begin what waits longest, as far as they have room."""
    room = AT_WORK - PlayTest.objects.filter(state=State.RUNNING).count()
    waiting = PlayTest.objects.select_for_update(skip_locked=True).filter(state=State.QUEUED)
    for row in waiting.order_by("asked_at", "pk")[: max(0, room)]:
        row.state, row.touched_at = State.RUNNING, cmd.at
        row.save(update_fields=["state", "touched_at"])
        cmd.send_task(TASK, row.pk, row.done)


def _check_quota(cmd: Command) -> None:
    own = PlayTest.objects.filter(asked_by=cmd.actor.user)
    if own.filter(state__in=WAITING).count() >= AT_ONCE:
        text = _("%(count)s of your cards are still being played. Wait for them first.")
        raise UserError("at_once", text % {"count": AT_ONCE})
    if own.filter(asked_at__gt=cmd.at - timedelta(days=1)).count() >= A_DAY:
        raise UserError("a_day", _("You have let a lot of cards be played today. Try again tomorrow."))
    if PlayTest.objects.filter(state__in=WAITING).count() >= AT_ONCE_OF_ALL:
        raise UserError("busy", _("Many other cards are being played. Try again in a few minutes."))


@command("play_test.progress", chain=CHAIN, own_chain=True)
def play_test_progress(cmd: Command, *, number: int, before: int, tally: Json) -> Stored:
    """Store one slice: the sums over all deals so far; nothing when the row does not stand at ``before`` any more.

    Only the last slice has a row in the ledger: the ones before are nobody's decision, and come by the hundred.
    """
    row = PlayTest.objects.select_for_update().filter(pk=number).first()
    if row is None or row.over or row.done != before:
        return {"stored": False}
    row.tally, row.done = tally, int(tally["pairs"])
    row.attempts, row.touched_at = 0, cmd.at
    over = row.done >= row.games
    row.state = State.DONE if over else State.RUNNING
    row.save(update_fields=["tally", "done", "attempts", "touched_at", "state"])
    if over:
        _begin_next(cmd)
        cmd.anchor(play_test=row.pk, done=row.done)
    else:
        cmd.send_task(TASK, row.pk, row.done)
    return {"stored": True}


@command("play_test.requeue", chain=CHAIN)
def play_tests_requeue(cmd: Command) -> Resent:
    """Send play tests again that stand still (a lost message, a killed worker); give up who did so too often."""
    sent, given_up = [], []
    for row in stuck_play_tests(cmd.at).select_for_update()[:100]:
        row.attempts, row.touched_at = row.attempts + 1, cmd.at
        if row.attempts > MAX_ATTEMPTS:
            row.state = State.FAILED
            given_up.append(row.pk)
        else:
            cmd.send_task(TASK, row.pk, row.done)
            sent.append(row.pk)
        row.save(update_fields=["attempts", "touched_at", "state"])
    _begin_next(cmd)
    cmd.record(sent=sent, given_up=given_up)
    return {"sent": sent}


def stuck_play_tests(at: datetime) -> QuerySet[PlayTest]:
    """Play tests without progress for a whole lease."""
    return PlayTest.objects.filter(state=State.RUNNING, touched_at__lt=at - LEASE)


def stuck_play_tests_sweep() -> None:
    """What the relay does every few seconds."""
    counts = PlayTest.objects.filter(state__in=WAITING).aggregate(
        queued=Count("pk", filter=Q(state=State.QUEUED)), running=Count("pk", filter=Q(state=State.RUNNING))
    )
    free = counts["queued"] and counts["running"] < AT_WORK
    if free or (counts["running"] and stuck_play_tests(timezone.now()).exists()):
        play_tests_requeue(actor=SYSTEM)

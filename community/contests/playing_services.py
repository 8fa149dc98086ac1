"""The engine plays every card of a contest once its entries are closed; whoever asks twice gets the same answer."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from decks.cards.playtest_services import ask_play_test
from ledger.commands import SYSTEM, Command, command
from ledger.errors import UserError
from ledger.shapes import Done
from rules_engine.kernel.playtest import USUAL_GAMES

from .models import HIDDEN_CHAIN, Contest, ContestEntry

GAMES = USUAL_GAMES
AT_ONCE = 10
"""So many cards one sweep asks about; the next one goes on."""
WAITING = Q(play_test=None, play_refused="", withdrawn_at=None, excluded_at=None)


def contests_sweep() -> None:
    """Ask how the cards of closed contests play, some at a time. The relay calls this every few seconds.

    What was asked and not written down, because a worker died between, is asked again and found.
    """
    closed = Q(contest__state=Contest.State.PUBLISHED, contest__entries_close_at__lte=timezone.now())
    for entry in list(ContestEntry.objects.filter(WAITING & closed).order_by("code")[:AT_ONCE]):
        with transaction.atomic():
            # Whoever still writes a card holds this row; nobody begins to after the close.
            contest = Contest.objects.select_for_update(no_key=True).get(pk=entry.contest_id)
        _ask(contest, entry.code)


def _ask(contest: Contest, code: str) -> None:
    entry = ContestEntry.objects.filter(WAITING, code=code).first()
    if entry is None:
        return
    test, refused = None, ""
    try:
        test = ask_play_test(SYSTEM, contest.game, contest.pool_key, entry.parts, games=GAMES).pk
    except UserError as error:
        refused = error.code[:30]
    entry_played(actor=SYSTEM, number=entry.pk, test=test, refused=refused)


@command("contest_entry.play", chain=HIDDEN_CHAIN)
def entry_played(cmd: Command, *, number: int, test: int | None, refused: str) -> Done:
    """Write down which play test answers for an entry, or why there is none; the first answer stands."""
    rows = ContestEntry.objects.filter(WAITING, pk=number)
    rows.update(play_test=test, play_refused=refused)
    cmd.record(play_test=test, refused=refused)
    return {}

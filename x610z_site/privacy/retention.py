"""What is forgotten by itself, and when. The table is shown on the privacy page; the relay sweeps once an hour."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.apps import apps
from django.core.cache import cache
from django.db.models import Exists, JSONField, Model, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from community.gallery.services import decided_forget
from community.safety.models import Matter, Objection, Report
from ledger.models import IdempotencyKey, OutboxMessage
from ledger.shapes import Context
from ledger.sql import forget_on_disk
from tournaments.agenda.models import Friendly
from tournaments.events.models import Tournament
from tournaments.events.policy import DAY
from tournaments.gamelogs.models import DeckComparison, GameLog
from tournaments.judging.infractions import Level
from tournaments.judging.models import Penalty
from tournaments.leagues.models import Appointment
from tournaments.recordings.models import OpenedHand, PairingCode, Recording, RecordingDevice, RecordingEntry
from tournaments.rounds.models import Round, Snapshot
from x610z_site.accounts.models import (
    Letter,
    MailAddress,
    MailReset,
    PersonalLink,
    Recovery,
    Session,
    SpentChallenge,
    Tries,
)
from x610z_site.reach.models import PushAddress

from .inventory import BY_LABEL
from .models import YOUNGEST, ErasureRequest, Export, Guardian

_OVER = (Tournament.State.FINISHED, Tournament.State.CANCELLED)
_EVERY = 3600


def _delete(rows: QuerySet[Any]) -> int:
    return rows.delete()[0]


def _old(model: type[Model], moment: str) -> Callable[[datetime], int]:
    """Forget the rows of which this moment has passed."""
    return lambda before: _delete(model._default_manager.filter(**{f"{moment}__lt": before}))


def _sessions(before: datetime) -> int:
    """Sessions that nobody comes back to, and the addresses of messages that were switched on in them."""
    over = Session.objects.filter(expire_date__lt=before)
    names = [str(name) for name in over.exclude(user=None).values_list("public_id", flat=True)]
    _delete(PushAddress.objects.filter(session__in=names))
    return _delete(over)


def _tournament_over(path: str, before: datetime) -> Q:
    """Rows of tournaments that are over and began before this day (a day of play is a day; a league has many)."""
    windows = Round.objects.filter(tournament=OuterRef(path), minutes__gte=DAY)
    over = Q(**{f"{path}__state__in": _OVER, f"{path}__starts_at__lt": before})
    return over & ~Q(Exists(windows.filter(completed_at__gte=before)))


@dataclass(frozen=True)
class Retention:
    """One kind of data: what it is, how many days it stays after what, and what forgets it.

    ``take`` is given the moment so many days ago, and answers how many rows went.
    """

    key: str
    what: object
    days: int
    after: object
    take: Callable[[datetime], int]

    def forget(self, now: datetime) -> int:
        """How many rows had their time at ``now``, and went."""
        return self.take(now - timedelta(days=self.days))


def _guardians(before: datetime) -> int:
    """The contact of a guardian: a month after the last tournament of the player, or after it was given without any."""
    stay = Tournament.objects.exclude(state__in=_OVER)
    recent = Tournament.objects.filter(state__in=_OVER, starts_at__gte=before)
    rows = Guardian.objects.filter(given_at__lt=before).exclude(contact="")
    rows = rows.exclude(user__entries__tournament__in=stay).exclude(user__entries__tournament__in=recent)
    return rows.update(contact="")


def _grown(now: datetime) -> int:
    """Who is 16 for certain: no guardian's word is needed any more; nothing is switched on by it.

    A year of birth counts once a desk asked the guardian; till then nobody but the child said it.
    """
    heard = Q(birth_year__lte=now.year - 17, confirmed_at__isnull=False)
    return _delete(Guardian.objects.filter(heard | Q(given_at__year__lte=now.year - (17 - YOUNGEST))))


def _warnings(before: datetime) -> int:
    light = (Level.NONE, Level.CAUTION, Level.WARNING)
    return _delete(Penalty.objects.filter(level__in=light, at__lt=before))


def _losses(before: datetime) -> int:
    rows = Penalty.objects.filter(level__in=(Level.GAME_LOSS, Level.MATCH_LOSS), at__lt=before)
    return _delete(rows)


def _disqualifications(before: datetime) -> int:
    return _delete(Penalty.objects.filter(level=Level.DISQUALIFICATION, at__lt=before, state="given"))


NOTES = (
    "tournaments.CheckedDeck",
    "tournaments.Dispute",
    "tournaments.CaseRevision",
    "tournaments.Appeal",
    "tournaments.ResultChange",
)
"""Tables of which the words go and the rows stay."""


def _notes(before: datetime) -> int:
    """Judges' notes of checks and disputes, and the words of rulings and appeals."""
    gone = 0
    for table in map(BY_LABEL.__getitem__, NOTES):
        rows = apps.get_model(table.label)._default_manager.filter(_tournament_over(table.tournament, before))
        for field in table.screened.split():
            empty: object = [] if isinstance(rows.model._meta.get_field(field), JSONField) else ""
            gone += rows.exclude(**{field: empty}).update(**{field: empty})
    return gone


def _drafts(before: datetime) -> int:
    """The unfinished text beside a deck that was submitted for a tournament."""
    rows = apps.get_model("decks.Registration")._default_manager.filter(
        _tournament_over("entry__tournament", before)
    )
    return rows.exclude(draft_text="", draft_name="").update(draft_text="", draft_name="")


def _logs(before: datetime) -> int:
    """The original of a game log shows hidden cards, and so does its comparison; its verdict stays."""
    DeckComparison.objects.filter(_tournament_over("log__match__tournament", before)).delete()
    old = _tournament_over("match__tournament", before)
    return GameLog.objects.filter(old).exclude(original=b"").update(original=b"", report={}, error="")


def _journals(before: datetime) -> int:
    """What was written while a game was recorded, with what players opened of their hands; its result stays.

    The rows stay, too: nobody takes a row out of a journal, and each has the hash of what it said.
    """
    old = _tournament_over("recording__match__tournament", before)
    OpenedHand.objects.filter(old).delete()
    return RecordingEntry.objects.filter(old).exclude(body={}).update(body={})


def _phones(before: datetime) -> int:
    """Phones that recorded can write no more, and the codes by which they came are gone."""
    old = _tournament_over("recording__match__tournament", before)
    PairingCode.objects.filter(old).delete()
    rows = RecordingDevice.objects.filter(old).exclude(secret_hash="")
    return rows.update(secret_hash="", revoked_at=Coalesce("revoked_at", Value(timezone.now())))


def _practice(before: datetime) -> int:
    """Games that somebody played alone or against the random player, with everything written in them."""
    return _delete(Recording.objects.filter(match=None, opened_at__lt=before))


def _claims(before: datetime) -> int:
    """Mail addresses that somebody typed and nobody verified, a day after their link ended."""
    gone = _delete(MailAddress.objects.filter(expires_at__lt=before, address=""))
    old = MailAddress.objects.filter(expires_at__lt=before)
    return gone + old.update(wanted="", token_hash="", expires_at=None)


def _reports(before: datetime) -> int:
    """What was reported, why, and what was said of it: the words go, the decision and its number stay."""
    old = Matter.objects.filter(decided_at__lt=before)
    open_again = old.filter(objections__outcome=Objection.Outcome.OPEN)
    old = old.exclude(pk__in=open_again)
    Report.objects.filter(matter__in=old).exclude(words="", mail="").update(words="", mail="")
    Objection.objects.filter(matter__in=old).exclude(words="", answer="").update(words="", answer="")
    return old.exclude(title="", excerpt="").update(title="", excerpt="")


RETENTION = (
    Retention(
        "guardian", _("How to reach a parent or guardian"), 30, _("after the last tournament"), _guardians
    ),
    Retention(
        "grown",
        _("That you are 12 to 15, and your year of birth"),
        0,
        _("after the year in which you turn 16"),
        _grown,
    ),
    Retention("warning", _("Cautions and warnings"), 365, _("after they were given"), _warnings),
    Retention("loss", _("Game losses and match losses"), 730, _("after they were given"), _losses),
    Retention(
        "disqualification", _("Disqualifications"), 365, _("after they were given"), _disqualifications
    ),
    Retention("note", _("Judges' notes of deck checks and disputes"), 365, _("after the tournament"), _notes),
    Retention("draft", _("Unfinished deck lists of a tournament"), 30, _("after the tournament"), _drafts),
    Retention(
        "snapshot",
        _("How the rounds stood before each step of the day"),
        30,
        _("after the tournament"),
        lambda before: _delete(Snapshot.objects.filter(_tournament_over("tournament", before))),
    ),
    Retention("log", _("Game logs with what was hidden"), 90, _("after the tournament"), _logs),
    Retention(
        "journal", _("What was written while a game was recorded"), 90, _("after the tournament"), _journals
    ),
    Retention("phone", _("Phones that recorded a game"), 30, _("after the tournament"), _phones),
    Retention(
        "friendly",
        _("Friendly games that were not agreed or were called off"),
        30,
        _("after the day they were planned for"),
        lambda before: _delete(
            Friendly.objects.filter(starts_at__lt=before).exclude(state=Friendly.State.ACCEPTED)
        ),
    ),
    Retention(
        "gallery",
        _("Pictures and stories that are not shown in the gallery"),
        90,
        _("after the decision, or the answer to an appeal"),
        decided_forget,
    ),
    Retention(
        "appointment",
        _("Appointments of leagues, and the times that were offered"),
        30,
        _("after the tournament"),
        lambda before: _delete(Appointment.objects.filter(_tournament_over("match__tournament", before))),
    ),
    Retention(
        "report",
        _("What was reported and why, and the address of who reported it without an account"),
        180,
        _("after the decision"),
        _reports,
    ),
    Retention(
        "decision",
        _("That something was reported, and what was decided"),
        730,
        _("after the decision"),
        _old(Matter, "decided_at"),
    ),
    Retention("practice", _("Practice games"), 90, _("after they were begun"), _practice),
    Retention(
        "export",
        _("The file of your data, once it is made"),
        7,
        _("after it was created"),
        _old(Export, "asked_at"),
    ),
    Retention(
        "erasure",
        _("A request from the office to erase somebody, if nobody confirms it"),
        30,
        _("after it was created"),
        _old(ErasureRequest, "asked_at"),
    ),
    Retention(
        "link",
        _("Personal links that no longer work"),
        30,
        _("after their last day"),
        _old(PersonalLink, "expires_at"),
    ),
    Retention("session", _("Where you are signed in"), 0, _("after it ends"), _sessions),
    Retention("attempt", _("Counts of wrong passwords"), 1, _("after the last one"), _old(Tries, "since")),
    Retention(
        "challenge",
        _("Challenges that passkeys have answered"),
        1,
        _("after the answer"),
        _old(SpentChallenge, "at"),
    ),
    Retention(
        "recovery",
        _("Requests for a new password"),
        30,
        _("after their last day"),
        _old(Recovery, "expires_at"),
    ),
    Retention(
        "reset",
        _("Links to a new password sent by e-mail"),
        30,
        _("after their last day"),
        _old(MailReset, "expires_at"),
    ),
    Retention("claim", _("An e-mail address that was not confirmed"), 1, _("after its link ended"), _claims),
    Retention(
        "letter", _("E-mails that could not be sent"), 1, _("after the first try"), _old(Letter, "made_at")
    ),
    Retention(
        "answer",
        _("Answers kept so that a form sent twice counts once"),
        7,
        _("after they were given"),
        _old(IdempotencyKey, "created_at"),
    ),
    Retention(
        "message",
        _("Notices to pages and jobs that were delivered"),
        7,
        _("after delivery"),
        _old(OutboxMessage, "sent_at"),
    ),
)


def retention_sweep() -> None:
    """Forget what has had its time; at most once an hour, no matter who asks."""
    if cache.add("retention-swept", 1, _EVERY):
        forget_all(timezone.now())


def forget_all(now: datetime) -> dict[str, int]:
    """How many rows of each kind were forgotten at ``now``."""
    forgotten = {one.key: one.forget(now) for one in RETENTION}
    forget_on_disk()
    return forgotten


def shown() -> list[Context]:
    """The table for the page: what, how long, after what."""
    return [{"what": one.what, "days": one.days, "after": one.after} for one in RETENTION]

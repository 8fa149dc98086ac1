"""The credentials of a recorded table: phones that write, and the codes by which another phone becomes one."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from ledger.credentials import Happening, Hung, Kind, Shown
from ledger.people import Account
from ledger.web import whole_number

from .models import PairingCode, Recording, RecordingDevice

SIGN_OUT, NEW_PASSWORD, END_ALL = Happening.SIGN_OUT, Happening.NEW_PASSWORD, Happening.END_ALL
ROLE_GONE, LEFT, ERASED = Happening.ROLE_GONE, Happening.LEFT, Happening.ERASED
OVER = (Recording.State.SIGNED, Recording.State.VOID)


def _living(whose: Q) -> QuerySet[RecordingDevice]:
    return RecordingDevice.objects.filter(whose, revoked_at=None)


def _devices(hung: Hung) -> int:
    """All of the person's; at sign-out those of that session, and never those of the session that stays."""
    found = _living(hung.whose("person"))
    if hung.session:
        found = found.filter(session=hung.session, paired=False)
    if hung.keep:
        found = found.exclude(session=hung.keep, paired=False)
    return found.update(revoked_at=hung.at)


def _devices_of_role(hung: Hung) -> int:
    """Who may still judge by another role gets a phone of their own again with the next line."""
    judges = Q(recording__mode=Recording.Mode.JUDGE, recording__match__tournament=hung.tournament)
    found = _living(hung.whose("person")).filter(judges).values_list("pk", flat=True)
    return RecordingDevice.objects.filter(pk__in=list(found)).update(revoked_at=hung.at)


def _devices_of_entry(hung: Hung) -> int:
    return RecordingDevice.objects.filter(entry=hung.entry, revoked_at=None).update(revoked_at=hung.at)


def _shown_devices(user: Account, _here: str) -> list[Shown]:
    """Those that were paired: the others end with their session."""
    found = _living(Q(person=user.pk)).filter(paired=True).exclude(recording__state__in=OVER)
    found = found.select_related("recording__match__tournament").order_by("-made_at", "-pk")
    return [Shown(str(one.pk), _where(one.recording), one.made_at) for one in found]


def _where(recording: Recording) -> str:
    return recording.match.tournament.name if recording.match is not None else ""


def _end_device(user: Account, number: str, at: datetime) -> int:
    return _living(Q(person=user.pk)).filter(pk=whole_number(number)).update(revoked_at=at)


def _codes(hung: Hung) -> int:
    return PairingCode.objects.filter(hung.whose("person"), used_at=None).update(used_at=hung.at)


def _codes_of_entry(hung: Hung) -> int:
    return PairingCode.objects.filter(entry=hung.entry, used_at=None).update(used_at=hung.at)


KINDS = (
    Kind(
        "phone",
        "tournaments.RecordingDevice",
        {
            SIGN_OUT: _devices,
            NEW_PASSWORD: _devices,
            END_ALL: _devices,
            ROLE_GONE: _devices_of_role,
            LEFT: _devices_of_entry,
            ERASED: _devices,
        },
        {},
        _("Phones that record for you"),
        _shown_devices,
        _end_device,
    ),
    Kind(
        "pairing code",
        "tournaments.PairingCode",
        {
            SIGN_OUT: _codes,
            NEW_PASSWORD: _codes,
            END_ALL: _codes,
            ROLE_GONE: _codes,
            LEFT: _codes_of_entry,
            ERASED: _codes,
        },
    ),
)

"""The credentials of reaching out: secret calendars, browsers that take messages, programs that are told."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from ledger.credentials import Happening, Hung, Kind, Shown
from ledger.people import Account
from ledger.web import whole_number
from tournaments.events.models import Staff

from .models import CalendarAddress, PushAddress, Webhook

SIGN_OUT, NEW_PASSWORD, END_ALL = Happening.SIGN_OUT, Happening.NEW_PASSWORD, Happening.END_ALL
ROLE_GONE, LEFT, ERASED = Happening.ROLE_GONE, Happening.LEFT, Happening.ERASED
OF_THE_PERSON = "it says what its owner may know at that moment, and knows of no role or entry itself"


def _calendars(hung: Hung) -> int:
    return CalendarAddress.objects.filter(hung.whose("user")).delete()[0]


def _shown_calendars(user: Account, _here: str) -> list[Shown]:
    found = CalendarAddress.objects.filter(user_id=user.pk)
    return [Shown(str(one.pk), "", one.made_at) for one in found]


def _end_calendar(user: Account, number: str, _at: datetime) -> int:
    return CalendarAddress.objects.filter(user=user, pk=whole_number(number)).delete()[0]


def _browsers(hung: Hung) -> int:
    """At sign-out those that were switched on in that session."""
    found = PushAddress.objects.filter(hung.whose("user"))
    if hung.session:
        found = found.filter(session__in=("", hung.session))
    if hung.keep:
        found = found.exclude(session=hung.keep)
    return found.delete()[0]


def _shown_browsers(user: Account, here: str) -> list[Shown]:
    found = PushAddress.objects.filter(user_id=user.pk).order_by("-added_at", "-pk")
    return [Shown(str(one.pk), one.device, one.added_at, here=one.session == here) for one in found]


def _end_browser(user: Account, number: str, _at: datetime) -> int:
    return PushAddress.objects.filter(user=user, pk=whole_number(number)).delete()[0]


def _hooks(hung: Hung) -> int:
    return Webhook.objects.filter(made_by=hung.person, off_at=None).update(off_at=hung.at)


def _hooks_of_role(hung: Hung) -> int:
    """Nobody has a program told of a tournament that is no longer theirs to run."""
    at = {"tournament": hung.tournament}
    if Staff.objects.filter(user=hung.person, role=Staff.Role.ORGANIZER, **at).exists():
        return 0
    return Webhook.objects.filter(made_by=hung.person, off_at=None, **at).update(off_at=hung.at)


def _shown_hooks(user: Account, _here: str) -> list[Shown]:
    found = Webhook.objects.filter(made_by=user, off_at=None).select_related("tournament", "circuit")
    return [Shown(str(one.pk), one.watched.name, one.made_at) for one in found.order_by("pk")]


def _end_hook(user: Account, number: str, at: datetime) -> int:
    return Webhook.objects.filter(made_by=user, pk=whole_number(number), off_at=None).update(off_at=at)


KINDS = (
    Kind(
        "calendar",
        "reach.CalendarAddress",
        {NEW_PASSWORD: _calendars, END_ALL: _calendars, ERASED: _calendars},
        {SIGN_OUT: "the calendar is another program's", ROLE_GONE: OF_THE_PERSON, LEFT: OF_THE_PERSON},
        _("Your secret calendar address"),
        _shown_calendars,
        _end_calendar,
    ),
    Kind(
        "browser",
        "reach.PushAddress",
        {SIGN_OUT: _browsers, NEW_PASSWORD: _browsers, END_ALL: _browsers, ERASED: _browsers},
        {ROLE_GONE: OF_THE_PERSON, LEFT: OF_THE_PERSON},
        _("Browsers that get messages for you"),
        _shown_browsers,
        _end_browser,
    ),
    Kind(
        "webhook",
        "reach.Webhook",
        {ROLE_GONE: _hooks_of_role, ERASED: _hooks},
        {
            SIGN_OUT: "it is another program's, and lets nobody in: the site speaks to it",
            NEW_PASSWORD: "it lets nobody in, and says what everybody may know",
            END_ALL: "it lets nobody in, and says what everybody may know",
            LEFT: "it belongs to no entry",
        },
        _("Programs that are told of your tournaments and circuits"),
        _shown_hooks,
        _end_hook,
    ),
)

"""Pages of one's own agenda and friends; a friend's agenda only where that friend lets one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.people import Account, signed_in
from ledger.shapes import Arguments, Context
from ledger.web import perform, refused_status, whole_number

from . import friend_services as services
from . import selectors
from .days import Month, days_of, filled, month_named
from .forms import FriendForm
from .models import Block, Friendly
from .questions import young
from .sources import Item, items_of

AHEAD = timedelta(days=183)
"""So far the list looks; the months go on."""


@dataclass(frozen=True)
class Asked:
    """What an address asks for: a month, or what comes."""

    month: Month | None
    since: datetime
    until: datetime

    @classmethod
    def of(cls, request: HttpRequest) -> "Asked":
        """The month of the address, where it names one."""
        month, now = month_named(request.GET.get("month", "")), timezone.now()
        return cls(None, now, now + AHEAD) if month is None else cls(month, *month.span)

    def context(self, items: Sequence[Item], *, mine: bool = True) -> Context:
        """These items by day, and in the month."""
        days = days_of(items, mine=mine)
        month = filled(self.month, days) if self.month is not None else None
        return {"days": days, "month": month, "today": timezone.localdate()}


@login_required
@never_cache
@require_safe
def agenda(request: HttpRequest) -> HttpResponse:
    """What I entered and planned, as a list by day or a month."""
    user = signed_in(request)
    asked = Asked.of(request)
    context = asked.context(items_of(user, asked.since, asked.until))
    asks = Friendly.objects.filter(answers=user, state=Friendly.State.PROPOSED, starts_at__gt=timezone.now())
    more = {"asks": asks.count(), "sharers": selectors.sharers_of(user)}
    return render(request, "agenda/agenda.html", context | more)


@login_required
@never_cache
@require_safe
def friend_agenda(request: HttpRequest, person: int) -> HttpResponse:
    """The agenda of a friend who lets me see it; for everybody else there is no such page."""
    asked = Asked.of(request)
    shared = selectors.shared_agenda(signed_in(request), person, asked.since, asked.until)
    if shared is None:
        raise Http404
    return render(
        request, "agenda/friend.html", asked.context(shared.items, mine=False) | {"person": shared.owner}
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def friends(request: HttpRequest) -> HttpResponse:
    """My friends, who asks and whom I asked, what I share, whom I blocked."""
    user = signed_in(request)
    form = FriendForm(request.POST if request.POST.get("do") == "ask" else None)
    if form.is_bound and form.is_valid():
        said = {"actor": Actor(user, "player"), "done": str(services.ASKED), **form.cleaned_data}
        if perform(request, services.friend_ask, form=form, **said) is not None:
            return redirect("tournaments:friends")
    elif request.method == "POST" and not form.is_bound:
        _change(request, user)
        return redirect("tournaments:friends")
    context = _people(user) | {"form": form}
    return render(request, "agenda/friends.html", context, status=refused_status(form))


def _people(user: Account) -> Context:
    found = selectors.friendships_of(user)
    rows = [
        {
            "friendship": one,
            "person": one.asked if one.asker_id == user.pk else one.asker,
            "shares": getattr(one, f"{one.side_of(user.pk)}_shares"),
            "shared": getattr(one, f"{'asked' if one.asker_id == user.pk else 'asker'}_shares"),
        }
        for one in found
    ]
    waiting = selectors.waiting_of(user)
    blocks = list(Block.objects.filter(Q(owner=user) | Q(other=user)).order_by("pk"))
    blocked = {one.other_id if one.owner_id == user.pk else one.owner_id for one in blocks}
    known = {one.other_of(user.pk) for one in (*found, *waiting)}
    requests = [one for one in selectors.requests_to(user) if one.asker_id not in blocked]
    known |= {one.asker_id for one in requests}
    return {
        "friends": rows,
        "requests": requests,
        "waiting": waiting,
        "young": bool(young([user.pk])),
        "mates": selectors.people_of(selectors.mate_ids(user) - known - blocked),
        "blocked": [one for one in blocks if one.owner_id == user.pk],
        "opponents": [one for one in selectors.opponents_of(user) if one.user_id not in blocked],
    }


BY_FRIENDSHIP: dict[str, tuple[Callable[..., object], Arguments]] = {
    "accept": (services.friend_accept, {}),
    "decline": (services.friend_decline, {}),
    "end": (services.friend_end, {}),
    "share": (services.friend_share, {"shares": True}),
    "unshare": (services.friend_share, {"shares": False}),
}
BY_PERSON: dict[str, Callable[..., object]] = {
    "ask-mate": services.friend_ask_mate,
    "block": services.person_block,
    "unblock": services.person_unblock,
}


def _change(request: HttpRequest, user: Account) -> None:
    """Carry out what was pressed; a button nobody made does nothing."""
    do, actor = request.POST.get("do", ""), Actor(user, "player")
    if do in BY_FRIENDSHIP:
        service, said = BY_FRIENDSHIP[do]
        number = whole_number(request.POST.get("friendship", ""))
        perform(request, service, actor=actor, friendship_id=number, done=_("Changed."), **said)
    elif do == "block-page":
        page = request.POST.get("page", "")
        perform(request, services.person_block, actor=actor, user_id=0, page=page, done=_("Changed."))
    elif do in BY_PERSON:
        number = whole_number(request.POST.get("person", ""))
        perform(request, BY_PERSON[do], actor=actor, user_id=number, done=_("Changed."))

"""Reading what people follow: only what everybody may see today, so that what is closed or hidden is not there."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from community.news.selectors import published
from ledger.people import Account
from tournaments.clans.models import Clan, Membership
from tournaments.display.player import finished_entries
from tournaments.entries.questions import OpenPage, open_page, open_pages
from tournaments.events.models import Tournament
from tournaments.finding.models import Listing
from tournaments.organizations.models import Organization

from .models import Follow

FEWEST_TOLD = 20
"""Fewer followers than this are told to nobody; more are rounded down to tens."""
State = Tournament.State
RANK = {State.ENTRY: 1, State.CHECK_IN: 1, State.RUNNING: 1, State.FINISHED: 2, State.CANCELLED: 2}
"""How far an event is, as far as its followers are told: entry is open, it is over."""


class Thing(NamedTuple):
    """Something that can be followed now: its kind and number, what it is called, its page, and how it stands."""

    kind: str
    number: int
    name: str
    url: str
    state: str


def thing_at(kind: str, key: str) -> Thing | None:
    """What has this address, if everybody may see and follow it."""
    if kind == "event":
        found = Listing.objects.filter(tournament__slug=key).select_related("tournament").first()
        return _event(found.tournament) if found is not None else None
    if kind == "organization":
        one = Organization.objects.filter(slug=key, ended_at=None).first()
        return _organization(one) if one is not None else None
    if kind == "clan":
        clan = Clan.objects.filter(pk=int(key), ended_at=None).first() if key.isdecimal() else None
        return _clan(clan) if clan is not None else None
    page = open_page(key)
    return _player(page) if page is not None and page.followed else None


def may_follow(player: int) -> bool:
    """Whether a player lets others follow their page now."""
    page = open_pages([player]).get(player)
    return page is not None and page.followed


def _event(one: Tournament) -> Thing:
    url = reverse("tournaments:detail", args=[one.slug])
    return Thing("event", one.pk, one.name, url, one.get_state_display())


def _organization(one: Organization) -> Thing:
    url = reverse("tournaments:organization", args=[one.slug])
    return Thing("organization", one.pk, one.name, url, one.get_kind_display())


def _clan(one: Clan) -> Thing:
    return Thing("clan", one.pk, one.name, reverse("tournaments:clan", args=[one.pk]), _("clan"))


def _player(page: OpenPage) -> Thing:
    url = reverse("tournaments:player", args=[page.code])
    return Thing("player", page.user_id, page.name, url, _("player"))


def followers_told(thing: Thing) -> int:
    """How many follow a thing, as far as anybody is told: never of a player, and no small number exactly."""
    if thing.kind == "player":
        return 0
    many = Follow.objects.filter(**{thing.kind: thing.number}, user__is_active=True).count()
    return many // 10 * 10 if many >= FEWEST_TOLD else 0


def follow_of(user: Account, thing: Thing) -> Follow | None:
    """A person's follow of a thing."""
    return Follow.objects.filter(user=user, **{thing.kind: thing.number}).first()


class Followed(NamedTuple):
    """One line of what somebody follows."""

    follow: Follow
    thing: Thing


def followed_by(user: Account) -> list[Followed]:
    """What a person follows and everybody may see, what was new last first. At most six queries."""
    follows = list(Follow.objects.filter(user=user).select_related("organization", "clan"))
    listed = Listing.objects.filter(tournament__in=[one.event_id for one in follows if one.event_id])
    events = {one.tournament_id: one.tournament for one in listed.select_related("tournament")}
    pages = _pages(follows)
    found = []
    for one in follows:
        thing = None
        if one.event_id in events:
            thing = _event(events[one.event_id])
        elif one.organization is not None and one.organization.ended_at is None:
            thing = _organization(one.organization)
        elif one.clan is not None and one.clan.ended_at is None:
            thing = _clan(one.clan)
        elif one.player_id in pages:
            thing = _player(pages[one.player_id])
        if thing is not None:
            found.append(Followed(one, thing))
    return sorted(
        found, key=lambda line: (line.follow.new_at or line.follow.since, line.follow.pk), reverse=True
    )


def _pages(follows: Iterable[Follow]) -> dict[int, OpenPage]:
    people = [one.player_id for one in follows if one.player_id]
    return {pk: page for pk, page in open_pages(people).items() if page.followed} if people else {}


# --- what is new -----------------------------------------------------------------------------------------


class Mark(NamedTuple):
    """Two numbers that rise when a public page has something new."""

    seen: int = 0
    also: int = 0


def marks_of(follows: Sequence[Follow]) -> dict[int, Mark]:
    """By the follow: how far each thing is, for everybody to see; what nobody may see has no mark, nor who blocked.

    Of an organization when its newest news and its newest event appeared, of an event how far it is, of a clan and of
    a player how many finished tournaments their pages show.
    """
    heard = [one for one in follows if not one.silent]
    marks = {
        "event": _of_events({one.event_id for one in heard if one.event_id}),
        "organization": _of_organizations({one.organization_id for one in heard if one.organization_id}),
        "clan": _of_clans({one.clan_id for one in heard if one.clan_id}),
        "player": _of_players(heard),
    }
    found = {one.pk: marks[one.thing].get(getattr(one, f"{one.thing}_id")) for one in heard}
    return {pk: mark for pk, mark in found.items() if mark is not None}


def _of_events(events: set[int]) -> dict[int, Mark]:
    rows = (
        Listing.objects.filter(tournament__in=events).values_list("tournament_id", "state") if events else ()
    )
    return {pk: Mark(RANK.get(State(state), 0)) for pk, state in rows}


def _of_organizations(organizations: set[int]) -> dict[int, Mark]:
    if not organizations:
        return {}
    living = Organization.objects.filter(pk__in=organizations, ended_at=None).values_list("pk", flat=True)
    rows = published().filter(organization__in=organizations).order_by()
    news = dict(rows.values("organization").annotate(at=Max("appears_at")).values_list("organization", "at"))
    listed = Listing.objects.filter(tournament__organization__in=organizations).order_by()
    events = dict(
        listed.values("tournament__organization")
        .annotate(at=Max("listed_at"))
        .values_list("tournament__organization", "at")
    )
    return {pk: Mark(_moment(news.get(pk)), _moment(events.get(pk))) for pk in living}


def _moment(at: datetime | None) -> int:
    return int(at.timestamp() * 1_000_000) if at is not None else 0


def _of_clans(clans: set[int]) -> dict[int, Mark]:
    """As their pages count: of members who show their clan, and on a page of their own their seasons and their clan."""
    if not clans:
        return {}
    living = set(Clan.objects.filter(pk__in=clans, ended_at=None).values_list("pk", flat=True))
    shown = Membership.objects.filter(clan__in=living, shown=True, user__is_active=True)
    of_clan = dict(shown.values_list("user_id", "clan_id"))
    willing = {pk for pk, page in open_pages(of_clan).items() if {"season", "clan"} <= page.parts}
    played = Counter(
        one.clan_id for one in finished_entries(willing) if one.clan_id == of_clan.get(one.user_id)
    )
    return {pk: Mark(played[pk]) for pk in living}


def _of_players(follows: Sequence[Follow]) -> dict[int, Mark]:
    pages = {pk: page for pk, page in _pages(follows).items() if "results" in page.parts}
    if not pages:
        return {}
    played = Counter(one.user_id for one in finished_entries(pages))
    return {pk: Mark(played[pk]) for pk in pages}

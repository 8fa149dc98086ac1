"""Pages everybody may read: all contests, one contest, the picture of a card."""

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from community.forum.things import talk_url
from community.hosts import host_role, is_office
from decks.cards.desks import desk_of
from decks.cards.picture_views import drawn_picture
from decks.cards.pools import pool_words
from ledger.shapes import Context
from ledger.web import whole_number
from rules_engine.games import game_of
from tournaments.organizations.access import access_organization
from tournaments.organizations.models import Organization

from .access import access_contest, access_entry, takes_part
from .faces import card_of
from .models import Contest
from .selectors import ON_A_PAGE, drafts, jury_of, of, own_entry, shown
from .stages import Stage, stage_of, steps_of

MOST_PAGES = 500


@never_cache
@require_safe
def contest_list(request: HttpRequest) -> HttpResponse:
    """All contests of the site and of every organization."""
    return _listed(request, None, shown())


@never_cache
@require_safe
def organization_contests(request: HttpRequest, slug: str) -> HttpResponse:
    """The contests of one organization."""
    organization = access_organization(slug)
    return _listed(request, organization, of(organization))


def _listed(
    request: HttpRequest, organization: Organization | None, found: QuerySet[Contest]
) -> HttpResponse:
    number = min(max(whole_number(request.GET.get("page", ""), 1), 1), MOST_PAGES)
    rows = list(found[(number - 1) * ON_A_PAGE : number * ON_A_PAGE + 1])
    now, role = timezone.now(), host_role(request.user, organization)
    context: Context = {
        "organization": organization,
        "rows": [{"contest": one, "stage": stage_of(one, now)} for one in rows[:ON_A_PAGE]],
        "writes": role,
        "drafts": drafts(organization) if role and number == 1 else [],
        "back": f"?page={number - 1}" if number > 1 else "",
        "on": f"?page={number + 1}" if len(rows) > ON_A_PAGE else "",
    }
    return render(request, "community/contest_list.html", context)


@never_cache
@require_safe
def contest(request: HttpRequest, number: int) -> HttpResponse:
    """One contest: what is asked, what comes next and when, and what the reader can do there."""
    seen = access_contest(request.user, number)
    found = seen.contest
    context: Context = {
        "contest": found,
        "seen": seen,
        "stage": seen.stage,
        "steps": steps_of(found, timezone.now()),
        "game": game_of(found.game),
        "pool": pool_words(found.game, found.pool_key),
        "jury": [one.user.display_name for one in jury_of(found) if one.user is not None],
        "notices": list(found.notices.all()),
        "own": own_entry(found, request.user),
        "takes_part": takes_part(request.user),
        "office": is_office(request.user),
        "talk": talk_url("contest", found.pk) if seen.stage not in (Stage.DRAFT, Stage.CANCELLED) else "",
    }
    return render(request, "community/contest.html", context)


@never_cache
@require_safe
def art(request: HttpRequest, number: int, entry: str) -> HttpResponse:
    """The picture that is drawn from the card of an entry, for whoever may see that."""
    seen = access_contest(request.user, number)
    card = card_of(seen.contest, access_entry(request.user, seen, entry))
    if card is None:
        raise Http404
    answer = drawn_picture(desk_of(seen.contest.game).art(card))
    answer["Cache-Control"] = "private, no-store"
    return answer

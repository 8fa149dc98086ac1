"""Pages of news: all of it, one piece, and what its writers do."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from community.hosts import host_role, require_host
from community.pictures import picture_sent
from decks.cards.picture_views import A_DAY
from decks.cards.pictures import picture_bytes
from ledger.commands import Actor
from ledger.shapes import Arguments, Context
from ledger.web import perform, refused_status, whole_number
from tournaments.events.access import OFFICE
from tournaments.organizations.access import access_organization
from tournaments.organizations.models import Organization

from . import services
from .access import access_news, may_do
from .forms import AppearForm, NewsForm
from .models import News
from .selectors import ON_A_PAGE, in_preparation, of, published

MOST_PAGES = 500


@never_cache
@require_safe
def news_list(request: HttpRequest) -> HttpResponse:
    """All news of the site and of every organization."""
    return _listed(request, None, published())


@never_cache
@require_safe
def organization_news(request: HttpRequest, slug: str) -> HttpResponse:
    """The news of one organization."""
    organization = access_organization(slug)
    return _listed(request, organization, of(organization))


def _listed(request: HttpRequest, organization: Organization | None, found: QuerySet[News]) -> HttpResponse:
    number = min(max(whole_number(request.GET.get("page", ""), 1), 1), MOST_PAGES)
    rows = list(found[(number - 1) * ON_A_PAGE : number * ON_A_PAGE + 1])
    role = host_role(request.user, organization)
    context: Context = {
        "organization": organization,
        "rows": rows[:ON_A_PAGE],
        "writes": role,
        "preparing": in_preparation(organization) if role and number == 1 else [],
        "back": f"?page={number - 1}" if number > 1 else "",
        "on": f"?page={number + 1}" if len(rows) > ON_A_PAGE else "",
    }
    return render(request, "community/news_list.html", context)


@never_cache
@require_safe
def news(request: HttpRequest, number: int) -> HttpResponse:
    """One piece of news; its writers also read what is not published, and come to the page where they change it."""
    found, role = access_news(request.user, number)
    changes = may_do(request.user, found, role)
    return render(request, "community/news.html", {"news": found, "changes": changes})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def news_write(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Begin a piece of news, of the site or of an organization."""
    organization = access_organization(slug) if slug else None
    actor = require_host(request.user, organization)
    form = NewsForm(request.POST or None, request.FILES or None, initial={"language": request.LANGUAGE_CODE})
    if request.method == "POST" and form.is_valid():
        answer = perform(
            request,
            services.news_write,
            form=form,
            actor=actor,
            organization=organization,
            words=form.words(),
            picture=picture_sent(form),
            done=_("Kept as a draft. Look at it, then let it appear."),
        )
        if answer is not None:
            return redirect("community:news_edit", number=answer["news"])
    context = {"form": form, "organization": organization}
    return render(request, "community/news_write.html", context, status=refused_status(form))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def news_edit(request: HttpRequest, number: int) -> HttpResponse:
    """Change a piece of news, let it appear, withdraw it."""
    found, role = access_news(request.user, number)
    do = request.POST.get("do", "")
    may = may_do(request.user, found, role)
    if not may or (do and do not in may):
        raise PermissionDenied
    actor = Actor(request.user, role or OFFICE)
    said: Arguments = {"actor": actor, "news": found, "shown": request.POST.get("shown", "")}
    form = NewsForm(
        request.POST if do == "edit" else None,
        request.FILES if do == "edit" else None,
        initial=NewsForm.filled(found),
    )
    appear = AppearForm(request.POST if do == "publish" else None)
    answer = None
    if do == "edit" and form.is_valid():
        said |= {"words": form.words(), "picture": picture_sent(form)}
        answer = perform(request, services.news_edit, form=form, done=_("Changed."), **said)
    elif do == "publish" and appear.is_valid():
        at = appear.cleaned_data["at"]
        answer = perform(request, services.news_publish, form=appear, done=_("Done."), at=at, **said)
    elif do == "withdraw":
        reason = request.POST.get("reason", "")
        answer = perform(request, services.news_withdraw, done=_("Withdrawn."), reason=reason, **said)
    elif do == "picture":
        answer = perform(request, services.news_remove_picture, done=_("The picture is gone."), **said)
    if answer is not None:
        return redirect("community:news_edit", number=number)
    context = {
        "news": found,
        "organization": found.organization,
        "may": may,
        "form": form,
        "appear": appear,
        "shown": services.values_token(found),
    }
    status = max(refused_status(form), refused_status(appear))
    return render(request, "community/news_edit.html", context, status=status)


@require_safe
def news_picture(request: HttpRequest, number: int, name: str, size: str) -> HttpResponse:
    """The picture of a piece of news, for whoever may read that."""
    found, _role = access_news(request.user, number)
    content = picture_bytes(name, small=size == "small") if name and name == found.picture else None
    if content is None:
        raise Http404
    open_to_all = found.state == News.State.PUBLISHED
    headers = {
        "Cache-Control": A_DAY if open_to_all else "private, no-store",
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(content, content_type="image/webp", headers=headers)

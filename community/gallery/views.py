"""Pages of the gallery: all of it, one picture or story, one's own, and what reviewers and keepers look at."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from community.hosts import is_office
from community.pictures import picture_sent
from decks.cards.keeper_views import keeper_only
from decks.cards.pictures import picture_bytes
from decks.cards.selectors import card_of, name_of
from ledger.commands import Actor
from ledger.people import signed_in
from ledger.shapes import Arguments, Context
from ledger.web import language_of_page, perform, refused_status, whole_number
from tournaments.events.access import OFFICE

from . import review_services, services
from .access import ARTIST, KEEPER, access_work, may_do, roles_at
from .answers import made_of
from .forms import WorkForm
from .licences import LICENCES, VERSION, licence_of
from .models import Work
from .selectors import (
    ON_A_PAGE,
    about,
    credits_of,
    guardian_waits,
    of_artist,
    other_reviewers,
    proposals,
    queue,
    shown,
)

MOST_PAGES = 500
MINUTES = "public, max-age=300"
"""What was taken back is gone from everybody's browser after five minutes."""


@never_cache
@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """Everything that is shown, or all that is about a card, or of a kind."""
    card = card_of(request.GET.get("card", ""))
    kind = request.GET.get("kind", "")
    found = about(card) if card is not None else shown()
    if kind in Work.Kind.values:
        found = found.filter(kind=kind)
    number = min(max(whole_number(request.GET.get("page", ""), 1), 1), MOST_PAGES)
    rows = list(found[(number - 1) * ON_A_PAGE : number * ON_A_PAGE + 1])
    kept = "".join(
        f"&{name}={value}" for name, value in (("card", card and card.short), ("kind", kind)) if value
    )
    context: Context = {
        "works": made_of(rows[:ON_A_PAGE]),
        "card": card,
        "card_name": name_of(card, language_of_page()) if card is not None else "",
        "kind": kind if kind in Work.Kind.values else "",
        "reviews": is_office(request.user),
        "back": f"?page={number - 1}{kept}" if number > 1 else "",
        "on": f"?page={number + 1}{kept}" if len(rows) > ON_A_PAGE else "",
    }
    return render(request, "community/gallery/list.html", context)


@login_required
@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """What one sent, and how each stands."""
    user = signed_in(request)
    context = {"works": of_artist(user), "guardian": guardian_waits(user)}
    return render(request, "community/gallery/mine.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def send(request: HttpRequest, kind: str) -> HttpResponse:
    """Send a picture or a story."""
    user = signed_in(request)
    first: dict[str, object] = {
        "language": request.LANGUAGE_CODE,
        "card": request.GET.get("card", "")[:40],
        "licence": "show",
    }
    form = WorkForm(request.POST or None, request.FILES or None, initial=first, kind=kind, new=True)
    if request.method == "POST" and form.is_valid():
        answer = perform(
            request,
            services.work_send,
            form=form,
            actor=Actor(user, ARTIST),
            kind=kind,
            words=form.words(),
            card=form.cleaned_data["card"],
            picture=picture_sent(form),
            made_it=form.cleaned_data["made_it"],
            done=_("Thank you. Somebody looks at it first; you are told what comes of it."),
        )
        if answer is not None:
            return redirect("community:gallery_work", number=answer["work"])
    context = _words(form, kind) | {"guardian": guardian_waits(user)}
    return render(request, "community/gallery/send.html", context, status=refused_status(form))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, number: int) -> HttpResponse:
    """Change what one sent; it is looked at again."""
    found = access_work(request.user, number)
    if "change" not in may_do(request.user, found):
        raise Http404  # as for a work that is not shown: whether it is depends on what a guardian said
    sent, files = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = WorkForm(sent, files, initial=WorkForm.filled(found), kind=found.kind, new=False)
    if form.is_bound and form.is_valid():
        answer = perform(
            request,
            services.work_change,
            form=form,
            actor=Actor(request.user, ARTIST),
            work=found,
            words=form.words(),
            card=form.cleaned_data["card"],
            picture=picture_sent(form),
            shown=request.POST.get("shown", ""),
            done=_("Changed. Somebody looks at it again."),
        )
        if answer is not None:
            return redirect("community:gallery_work", number=number)
    context = _words(form, found.kind) | {"work": found, "shown": services.values_token(found)}
    return render(request, "community/gallery/send.html", context, status=refused_status(form))


def _words(form: WorkForm, kind: str) -> Context:
    return {"form": form, "kind": kind, "licences": [one[VERSION] for one in LICENCES.values()]}


@never_cache
@require_safe
def work(request: HttpRequest, number: int) -> HttpResponse:
    """One picture or story; its artist, reviewers and keepers find here what they may do."""
    found = access_work(request.user, number)
    own = request.user.is_authenticated and found.artist_id == request.user.pk
    context = {
        "work": found,
        "by": credits_of([found])[found.pk],
        "card_name": name_of(found.card, language_of_page()) if found.card is not None else "",
        "own": own,
        "inside": own or is_office(request.user),
        "guardian": own and guardian_waits(signed_in(request)),
        "licence": licence_of(found.licence, found.licence_version),
        "may": may_do(request.user, found),
        "whys": review_services.WHYS.items(),
        "alone": found.appeals and not other_reviewers(found),
        "shown": services.values_token(found),
    }
    return render(request, "community/gallery/work.html", context)


Said = Callable[[HttpRequest], Arguments]
DEEDS: dict[str, tuple[str, Callable[..., object], Said, str | Promise]] = {
    "withdraw": (ARTIST, services.work_withdraw, lambda request: {}, gettext_lazy("It is gone.")),
    "appeal": (
        ARTIST,
        review_services.work_appeal,
        lambda request: {"appeal": request.POST.get("appeal", "")},
        gettext_lazy("Sent. Somebody else looks at it."),
    ),
    "propose": (ARTIST, review_services.work_propose, lambda request: {}, gettext_lazy("Proposed.")),
    "show": (OFFICE, review_services.work_show, lambda request: {}, gettext_lazy("It is in the gallery.")),
    "refuse": (
        OFFICE,
        review_services.work_refuse,
        lambda request: {"why": request.POST.get("why", ""), "reason": request.POST.get("reason", "")},
        gettext_lazy("It is not shown, and its artist reads why."),
    ),
    "uphold": (
        OFFICE,
        review_services.appeal_answer,
        lambda request: {"overturn": False, "answer": request.POST.get("answer", "")},
        gettext_lazy("Answered."),
    ),
    "overturn": (
        OFFICE,
        review_services.appeal_answer,
        lambda request: {"overturn": True, "answer": request.POST.get("answer", "")},
        gettext_lazy("It is in the gallery."),
    ),
    "accept_card": (
        KEEPER,
        review_services.proposal_answer,
        lambda request: {"accept": True, "reason": ""},
        gettext_lazy("The card has this picture now."),
    ),
    "refuse_card": (
        KEEPER,
        review_services.proposal_answer,
        lambda request: {"accept": False, "reason": request.POST.get("reason", "")},
        gettext_lazy("Answered."),
    ),
}
"""What is done on the page of a work: as whom, by which service, with what of the form, and what is said then."""


@login_required
@never_cache
@require_POST
def do(request: HttpRequest, number: int) -> HttpResponse:
    """Do something with a work: the service says whether it can be done as the work is now."""
    found = access_work(request.user, number)
    deed = request.POST.get("do", "")
    if deed not in DEEDS or DEEDS[deed][0] not in roles_at(request.user, found):
        raise PermissionDenied
    role, service, said, done = DEEDS[deed]
    arguments = said(request)
    if deed != "withdraw":  # what is taken back goes, in whatever state it is
        arguments["shown"] = request.POST.get("shown", "")
    answer = perform(
        request, service, actor=Actor(request.user, role), work=found, done=str(done), **arguments
    )
    if answer is None or (role == ARTIST and deed != "withdraw"):
        return redirect("community:gallery_work", number=number)
    if role == ARTIST:
        return redirect("community:gallery_mine")
    return redirect("community:gallery_review" if role == OFFICE else "community:gallery_proposals")


@login_required
@never_cache
@require_safe
def review(request: HttpRequest) -> HttpResponse:
    """What waits for a reviewer."""
    if not is_office(request.user):
        raise PermissionDenied
    works = queue(signed_in(request))
    return render(
        request, "community/gallery/review.html", {"works": zip(works, made_of(works), strict=True)}
    )


@keeper_only
@never_cache
@require_safe
def proposals_page(request: HttpRequest) -> HttpResponse:
    """The pictures that are proposed for cards."""
    works = list(proposals()[:ON_A_PAGE])
    rows = zip(works, made_of(works), strict=True)
    return render(request, "community/gallery/proposals.html", {"works": rows})


@require_safe
def picture(request: HttpRequest, number: str, name: str, size: str) -> HttpResponse:
    """A file of a picture, for whoever may see that."""
    found = access_work(request.user, int(number))
    content = picture_bytes(name, small=size == "small") if name == found.picture else None
    if content is None:
        raise Http404
    open_to_all = found.state == Work.State.SHOWN and shown().filter(pk=found.pk).exists()
    headers = {
        "Cache-Control": MINUTES if open_to_all else "private, no-store",
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(content, content_type="image/webp", headers=headers)

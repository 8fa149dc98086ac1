"""The page on which one finds a tournament, the names of towns while one types, and what is kept."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.shapes import Context
from ledger.web import REFUSED, perform, whole_number
from tournaments.events.models import Tournament
from tournaments.money.amounts import money
from tournaments.towns.names import labels_like
from tournaments.towns.places import KM_OF_A_DEGREE

from . import drawing, kept_services, selectors
from .filters import DISTANCES, USUAL_KM, Filters, FindForm, filters_in, filters_of
from .models import MOST_KEPT, KeptFilter
from .months import DayCell, month_in

LIST, MONTH, MAP = "list", "month", "map"
VIEWS = (LIST, MONTH, MAP)
UNDER_MORE = ("begin", "end", "game", "level", "play", "fee", "free", "wheelchair", "past")
"""Filters that stand folded in the panel until one of them is set."""


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """What fits the filters of the address: as a list, a month or a map. A part of the page where htmx asks for it."""
    form = FindForm(request.GET)
    filters = filters_of(form)
    now = timezone.now()
    asked = request.GET.get("view", "")
    view = asked if asked in VIEWS else LIST
    part = bool(request.headers.get("HX-Request"))
    context: Context = {
        "form": form,
        "filters": filters,
        "view": view,
        "views": _views(filters, view),
        "chips": list(_chips(filters, view)),
        "query": filters.address(),
        "problems": [problem for problems in form.errors.values() for problem in problems],
        "preparing": [] if part else selectors.own_in_preparation(request.user),
        "kept": _kept(request, filters),
    }
    mended = selectors.mended(filters.q)
    if mended:
        context |= {"meant": mended, "unknown": filters.q}
        filters = replace(filters, q=mended)
    makers = {LIST: _as_list, MONTH: _as_month, MAP: _as_map}
    context |= makers[view](request, filters, now)
    if not part:
        usual = not form.errors and not filters.set
        context["panel"] = (
            _usual_panel(view, get_language() or "en") if usual else _panel(form, filters, view)
        )
    status = REFUSED if form.errors and not part else 200
    answer = render(request, "finding/_found.html" if part else "finding/page.html", context, status=status)
    if part:
        answer["HX-Push-Url"] = f"{reverse('tournaments:list')}?{filters.address(view=_said(view))}".rstrip(
            "?"
        )
    answer["Vary"] = "HX-Request, Cookie, Accept-Language"
    return answer


def _panel(form: FindForm, filters: Filters, view: str) -> str:
    more = any(name in filters.set or name in form.errors for name in UNDER_MORE)
    return render_to_string("finding/_panel.html", {"form": form, "view": view, "more_open": more})


@lru_cache(maxsize=20)
def _usual_panel(view: str, _language: str) -> str:
    """The panel in which nothing is set, made once for each language: its fields are a fifth of the page's time."""
    return _panel(FindForm(QueryDict("")), Filters(), view)


def _said(view: str) -> str:
    """The view as it stands in the address: the usual one does not."""
    return "" if view == LIST else view


def _views(filters: Filters, now: str) -> list[tuple[str, str, bool]]:
    """The three ways to look at what was found: their words, addresses, and which one it is."""
    words = {LIST: _("List"), MONTH: _("Month"), MAP: _("Map")}
    return [(words[one], "?" + filters.address(view=_said(one)), one == now) for one in VIEWS]


def _chips(filters: Filters, view: str) -> Iterator[tuple[str, str]]:
    """What is filtered by, in words, and the address without it."""
    form = FindForm(QueryDict("")) if filters.set else None
    for name, value in filters.set.items():
        if form is None or name == "km":
            continue
        gone = {name: "", "km": ""} if name == "near" else {name: ""}
        yield _chip(form, filters, name, value), "?" + filters.address(view=_said(view), **gone)


def _chip(form: FindForm, filters: Filters, name: str, value: object) -> str:
    field = form.fields[name]
    if name == "near":
        return _("within %(km)s km of %(town)s") % {"km": filters.km, "town": filters.middle_name}
    if name == "fee":
        return _("at most %(fee)s") % {"fee": money(filters.fee * 100, "EUR")}
    if name == "q":
        return f"“{value}”"
    if isinstance(value, bool):
        return str(field.label)
    if isinstance(value, date):
        return f"{field.label} {_day(value)}"
    return str(dict(getattr(field, "choices", ())).get(value, value))


def _day(day: date) -> str:
    return date_format(day, "j F Y")


def _cards(rows: list[selectors.Card], filters: Filters) -> list[tuple[selectors.Card, int | None]]:
    """The rows with how far each is away."""
    return [(row, selectors.distance_of(row, filters.middle)) for row in rows]


def _as_list(request: HttpRequest, filters: Filters, now: datetime) -> Context:
    """The list, page by page, and what to do where nothing was found."""
    page = whole_number(request.GET.get("page", ""), 1)
    leaf = selectors.leaf_of(selectors.found(filters, now), page)
    context: Context = {"cards": _cards(leaf.rows, filters), "leaf": leaf}
    view = _said(request.GET.get("view", LIST)) if request.GET.get("view") in VIEWS else ""
    for name, number in (("back", leaf.back), ("on", leaf.on)):
        if number:
            context[name] = "?" + filters.address(view=view, page=number if number > 1 else "")
    if not leaf.rows:
        context["advice"] = list(_advice(filters, view))
    return context


def _advice(filters: Filters, view: str) -> Iterator[tuple[str, str]]:
    """What somebody can press who has found nothing."""
    farther = next((km for km in DISTANCES if km > filters.km), 0)
    if filters.middle is not None and farther:
        words = _("Look within %(km)s km") % {"km": farther}
        yield words, "?" + filters.address(view=view, km=farther)
    if filters.begin or filters.end:
        yield _("Look on all days"), "?" + filters.address(view=view, begin="", end="")
    if len(filters.set) > 1:
        yield _("Show all tournaments"), "?" + Filters().address(view=view)


def _as_month(request: HttpRequest, filters: Filters, now: datetime) -> Context:
    """The month as a calendar."""
    today = timezone.localdate(now)
    begin = filters.begin or today
    month = month_in(request.GET.get("month", ""), begin)
    weeks = month.weeks
    days = selectors.days_of(filters, weeks[0][0], weeks[-1][-1])
    grid = [[_cell(filters, day, days.get(day, []), month.number, today) for day in week] for week in weeks]
    return {
        "month": month.first,
        "weeks": grid,
        "weekdays": weeks[0],
        "earlier": _month_link(filters, month.beside(-1)),
        "later": _month_link(filters, month.beside(1)),
        "empty_month": not any(cell.rows for week in grid for cell in week),
    }


def _month_link(filters: Filters, month: object) -> str:
    return "" if month is None else "?" + filters.address(view=MONTH, month=month, begin="", end="")


def _cell(filters: Filters, day: date, rows: list[selectors.DayRow], month: int, today: date) -> DayCell:
    """One day: its first events, and where all of them are."""
    return DayCell(
        day,
        rows,
        url="?" + filters.address(begin=day, end=day, past="") if rows else "",
        here=day.month == month,
        today=day == today,
    )


def _as_map(request: HttpRequest, filters: Filters, now: datetime) -> Context:
    """The map, and the list as its twin in words."""
    frame = drawing.frame_of(filters.middle, filters.km)
    found = drawing.circles(selectors.clusters_of(filters, frame.step, now), frame)
    single = [one.cluster.tournament for one in found if one.cluster.tournament]
    events = (
        Tournament.objects.filter(pk__in=single).only("slug", "name", "starts_at").in_bulk() if single else {}
    )
    signposts = drawing.signposts(frame)
    context: Context = {
        "frame": frame,
        "outline": drawing.outline(),
        "circles": [_circle(one, filters, events, frame) for one in found],
        "signposts": [
            (f"{at.x:.1f}", f"{at.y - frame.width * drawing.CIRCLE * 1.2:.1f}", name)
            for at, name in signposts
        ],
        "letters": f"{frame.width * drawing.LETTERS:.2f}",
        "middle": drawing.point(filters.middle) if filters.middle is not None else None,
        "reach": filters.km / KM_OF_A_DEGREE * drawing.UNIT,
        "many": sum(one.many for one in found),
    }
    return context | _as_list(request, filters, now)


def _circle(
    circle: drawing.Circle, filters: Filters, events: dict[int, Tournament], frame: drawing.Frame
) -> drawing.MapCircle:
    """A circle with where it leads and what it says."""
    cluster, size = circle.cluster, frame.width * drawing.CIRCLE
    event = events.get(cluster.tournament)
    if event is not None:
        words = f"{event.name}, {cluster.town}, {_day(timezone.localdate(event.starts_at))}"
        url = reverse("tournaments:detail", args=[event.slug])
    else:
        text = ngettext(
            "%(many)s tournament in or around %(town)s",
            "%(many)s tournaments in or around %(town)s",
            circle.many,
        )
        words = text % {"many": circle.many, "town": cluster.town}
        near = f"{cluster.place.latitude:.2f},{cluster.place.longitude:.2f}"
        closer = drawing.CLOSER.get(filters.km, 5)
        view = MAP if filters.km == 0 or filters.km > USUAL_KM // 2 else ""
        url = "?" + filters.address(near=near, km=closer, view=view)
    return drawing.MapCircle(
        x=f"{circle.x:.1f}",
        y=f"{circle.y:.1f}",
        r=f"{size if circle.many > 1 else size * 0.8:.2f}",
        down=f"{circle.y + frame.width * drawing.LETTERS * 0.36:.2f}",
        many=circle.many,
        words=words,
        url=url,
    )


@require_safe
def towns(request: HttpRequest) -> HttpResponse:
    """Names of towns that begin as somebody types, as choices under the field."""
    found = labels_like(request.GET.get("near", "")[:80])
    answer = render(request, "finding/_towns.html", {"towns": found})
    answer["Cache-Control"] = "public, max-age=86400"
    return answer


def _kept(request: HttpRequest, filters: Filters) -> Context:
    """Whether this search is one that the person keeps; nothing for somebody who is not signed in."""
    if not request.user.is_authenticated or request.user.guest_of or not filters.set:
        return {}
    rows = list(KeptFilter.objects.filter(user=request.user).values_list("pk", "query"))
    number = next((pk for pk, query in rows if query == filters.address()), 0)
    return {"may": True, "number": number, "full": len(rows) >= MOST_KEPT}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def kept(request: HttpRequest) -> HttpResponse:
    """The searches that somebody keeps: one more, one fewer; each with what it says."""
    actor = Actor(request.user, "player")
    if request.method == "POST":
        if request.POST.get("do") == "remove":
            number = whole_number(request.POST.get("number", ""))
            perform(request, kept_services.filter_drop, actor=actor, number=number, done=_("Removed."))
        else:
            done = _("Kept. You hear of new tournaments that fit it, at most once a week.")
            query = request.POST.get("query", "")[:2_000]
            perform(request, kept_services.filter_keep, actor=actor, query=query, done=done)
        return redirect("tournaments:kept_filters")
    rows = [
        {"row": row, "url": f"{reverse('tournaments:list')}?{row.query}", "words": _words(row.query)}
        for row in KeptFilter.objects.filter(user_id=request.user.pk or 0)
    ]
    return render(request, "finding/kept.html", {"rows": rows, "most": MOST_KEPT})


def _words(query: str) -> list[str]:
    """What a kept search looks for, as the page of the search says it."""
    return [words for words, _url in _chips(filters_in(query), LIST)]

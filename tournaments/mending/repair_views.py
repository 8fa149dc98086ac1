"""Mending a round that is being played: the plans a format offers, each with its price, and the one that is chosen."""

from collections.abc import Collection, Sequence

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.shapes import Arguments, Context
from ledger.web import perform, show_problems, whole_number
from tournaments.entries.models import Entry
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import may, page
from tournaments.rounds import selectors
from tournaments.rounds.begun import may_give_up
from tournaments.rounds.clock import joined_too_late
from tournaments.rounds.formats import BEST, EXCHANGE, FULL, LEAVE, SMALLEST, Plan, format_of
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.tables import Table
from tournaments.rounds.words import line_names, log_words, names_by_key

from .repair_services import (
    RoundRepaired,
    exchange_of,
    late_byes,
    leads,
    round_exchange,
    round_repair,
    who_sits,
)

JOIN, TWO = "join", "two"
"""What is offered where two are left of a table of three or more."""


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def repair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The ways to mend a round that is being played, each with its price; one is chosen with a reason."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.PAIR)
    round_ = _round(tournament, number)
    people = _leaving(tournament, round_)
    chosen = whole_number(request.POST.get("gone", "") or request.GET.get("gone", ""))
    gone = [pk for pk, _name in people if pk == chosen]
    leading = leads(actor, tournament)
    finished = may_give_up(round_) if leading else []
    given_up = [match.pk for match in finished if str(match.pk) in _said(request).getlist("give_up")]
    two = _named(request)
    if request.method == "POST":
        answer = _mended(request, tournament, round_, actor, gone, given_up, two)
        if answer is not None:
            return redirect("tournaments:round_desk", slug=slug, number=number)
    names = line_names(tournament)
    found, byes = _offered(tournament, round_, gone, given_up)
    swap = _swap_plan(request, tournament, round_, two)
    offered = [swap, *found] if swap else found
    plans = [
        _plan_context(plan, names, _telling(offered))
        | {"late_bye": plan.token in byes, "others": plan.kind != EXCHANGE and _typed(plan) and not leading}
        for plan in offered
    ]
    context = page(
        request,
        tournament,
        round=round_,
        plans=plans,
        sitting=_sitting(round_) if format_of(round_.stage).by_hand else [],
        two=two,
        people=people,
        gone=gone[0] if gone else None,
        finished=[_finished(match) for match in finished],
        given_up=given_up,
        too_late=joined_too_late(tournament, round_, timezone.now()),
        without_match=selectors.without_match(round_),
        needless=_needless(found),
        # A badge tells the better from the worse; where all are as good it tells nothing.
        telling=not all(plan.best for plan in found),
    )
    context["corrected"] = _corrected(tournament, round_, may(context, Right.LOGS))
    return render(request, "mending/repair.html", context)


def _offered(
    tournament: Tournament, round_: Round, gone: list[int], given_up: list[int]
) -> tuple[list[Plan], set[str]]:
    """The plans in the order in which they are offered, and the tokens of those that give a bye to who came late."""
    found = _different(format_of(round_.stage).plans(tournament, round_, gone, given_up))
    here = who_sits(round_)
    byes = {plan.token for plan in found if late_byes(plan, here)}
    if len(found) > 1 and found[0].unpaired and not found[1].unpaired and found[1].token not in byes:
        # Seating who has no match is the first thing to offer, leaving it the second.
        found[:2] = (found[1], found[0])
    return found, byes


def _telling(plans: Sequence[Plan]) -> set[str]:
    """The measures by which these plans cost anything: one that is 0 in all of them tells none from another."""
    return {label for plan in plans for label, value in plan.facts if value != 0}


def _needless(found: Sequence[Plan]) -> bool:
    """Whether leaving the round as it is is as good as anything, and so is the plan that changes least."""
    return bool(found) and found[0].best and not found[0].broken + found[0].added + found[0].unpaired


def _round(tournament: Tournament, number: int) -> Round:
    """The round that is being played, where its format can mend it; else 404."""
    rounds = Round.objects.filter(tournament=tournament, number=number, state=Round.State.PUBLISHED)
    round_ = rounds.select_related("stage").first()
    if round_ is None or not format_of(round_.stage).mendable:
        raise Http404
    round_.tournament = tournament
    return round_


def _said(request: HttpRequest) -> QueryDict:
    """What the page was asked, or what its form sends."""
    return request.POST if request.method == "POST" else request.GET


def _named(request: HttpRequest) -> tuple[int, int]:
    """The two entries (ids) that are to change places; (0, 0) while nobody is named."""
    said = _said(request)
    return whole_number(said.get("first", "")), whole_number(said.get("second", ""))


def _mended(
    request: HttpRequest,
    tournament: Tournament,
    round_: Round,
    actor: Actor,
    gone: list[int],
    given_up: list[int],
    two: tuple[int, int],
) -> RoundRepaired | None:
    """Carry out the plan that was chosen; None when it was refused."""
    kind, _separator, agreed = request.POST.get("plan", "").partition(":")
    params: Arguments = {
        "actor": actor,
        "tournament": tournament,
        "round_id": round_.pk,
        "agreed": agreed,
        "reason": request.POST.get("reason", ""),
        "done": _("The round has been repaired. The players concerned see their new table."),
    }
    if kind == EXCHANGE:
        params |= {"first": two[0], "second": two[1], "despite": request.POST.get("despite") == "yes"}
        return perform(request, round_exchange, **params)
    typed = request.POST.get(f"lost_{kind}", "").strip()
    lost = whole_number(typed, -1) if typed else None
    return perform(request, round_repair, kind=kind, gone=gone, given_up=given_up, lost=lost, **params)


def _finished(match: Match) -> Context:
    """A finished table with its names and its result."""
    names = " – ".join(seat.name for seat in match.seats.all())
    return {"match": match, "names": names, "words": selectors.result_words(match)}


def _corrected(tournament: Tournament, round_: Round, logs: bool) -> list[Context]:
    """Results that changed since the round was paired, and with ``logs``, for who may read them, what each says."""
    changed = selectors.corrected_since(round_)
    names = names_by_key(tournament) if changed and logs else None
    return [
        {
            "match": match,
            "words": selectors.result_words(match),
            "logged": log_words(match, names) if names is not None else [],
        }
        for match in changed
    ]


def _swap_plan(
    request: HttpRequest, tournament: Tournament, round_: Round, two: tuple[int, int]
) -> Plan | None:
    """The plan in which the two who were named change places; None where nobody is, or, saying why, they cannot."""
    if two == (0, 0):
        return None
    try:
        return exchange_of(tournament, round_, *two)
    except UserError as error:
        if request.method != "POST":  # after a refused command the page says it already
            show_problems(request, error)
        return None


def _sitting(round_: Round) -> list[tuple[int, str, int | None]]:
    """Everybody who sits in the round, by name: id, name, table."""
    seats = Seat.objects.filter(round=round_).order_by("entry__sort_name", "entry__number")
    return list(seats.values_list("entry_id", "entry__name", "match__table"))


def _different(plans: Sequence[Plan]) -> list[Plan]:
    """The plans of which no earlier one does the same to the tables."""
    found: list[Plan] = []
    for plan in plans:
        does = (frozenset(plan.broken), frozenset(plan.added))
        if all(does != (frozenset(other.broken), frozenset(other.added)) for other in found):
            found.append(plan)
    return found


def _leaving(tournament: Tournament, round_: Round) -> list[tuple[int, str]]:
    """Those who may leave before the start, where the plans depend on it."""
    if not format_of(round_.stage).leaving(tournament):
        return []
    here = Entry.objects.filter(tournament=tournament, state=Entry.State.CHECKED_IN)
    return list(here.values_list("pk", "name"))


def _typed(plan: Plan) -> bool:
    """Whether the head judge alone carries a plan out, and types how many results go."""
    return plan.kind == FULL or plan.lost > 0


def _plan_context(plan: Plan, names: dict[str, str], telling: Collection[str]) -> Context:
    """A plan with names for keys, and the measures of it that are among ``telling``."""
    words = {
        LEAVE: _("Leave the round as it is"),
        SMALLEST: _("Change as little as possible"),
        BEST: _("Get close to the best round with few changes"),
        FULL: _("Pair every unfinished table again"),
        JOIN: _("Put the two who are left at other tables"),
        TWO: _("Let the two who are left play on"),
        EXCHANGE: _("Swap these two players"),
    }

    def lines(tables: tuple[Table, ...]) -> list[Context]:
        return [{"table": table.number, "names": [names[key] for key in table.keys]} for table in tables]

    return {
        "value": f"{plan.kind}:{plan.token}",
        "label": words[plan.kind],
        "plan": plan,
        "facts": [(label, value) for label, value in plan.facts if label in telling],
        "best": plan.best,
        "broken": lines(plan.broken),
        "added": lines(plan.added),
        "unpaired": [names[key] for key in plan.unpaired],
        "changes": bool(plan.broken or plan.added),
        "typed": _typed(plan),
    }

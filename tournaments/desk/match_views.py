"""One match for staff: its result entered, ruled or corrected, its reports, extra time."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.commands import Actor
from ledger.errors import StaleError, UserError
from ledger.people import Person, signed_in
from ledger.shapes import Arguments, Context
from ledger.web import perform, refused_status, show_problems, whole_number
from tournaments.events.access import (
    Right,
    access_tournament,
    actor_to_rule,
    actor_with,
    require_right,
)
from tournaments.events.law import describe_law
from tournaments.events.models import Tournament
from tournaments.events.page import may, page
from tournaments.rounds import selectors, services
from tournaments.rounds.changes import claim_of, claims_of, told_of
from tournaments.rounds.clock import clock_of
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Dispute, Match, Round
from tournaments.rounds.places import Moves, moves_of
from tournaments.rounds.questions import Loss, losses_given, verified_matches
from tournaments.rounds.units import unit_of
from tournaments.rounds.words import log_words, names_by_key


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def match_desk(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """One match for staff: enter, rule or correct its result, give time."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.RESULT)
    match = _table(tournament, match_id)
    seats = list(match.seats.all())
    if request.POST.get("minutes"):
        return _extend(request, tournament, match, actor)
    selectors.with_dots(match)
    losses = _losses_at(request.user, tournament, match)
    claims, claim = claims_of(match), request.POST.get("claim", "")
    form = _staff_form(request, match, losses, unsent=bool(claim))
    storing = _storing(request, tournament, match)
    moves = None
    if request.method == "POST":
        if storing is None:
            raise PermissionDenied
        if claim:
            stored = _settle(request, tournament, match, storing.actor, claim)
        else:
            stored, moves = _stored(request, tournament, match, form, storing)
        if stored:
            return redirect(_after(tournament, match))
    context = page(
        request,
        tournament,
        match=match,
        round=match.round,
        seats=seats,
        form=form,
        moves=moves,
        may_store=storing is not None,
        told=told_of([match]).get(match.pk, []),
        losses=losses,
        reports=[one for one in claims if one.at],
        claims=claims if match.state == Match.State.DISPUTED else [],
        disputes=[_dispute(match, one) for one in match.disputes.select_related("settled_by", "claim_by")],
        without_deck=_without_deck(tournament, match),
        clan_mates=_clan_mates(request, tournament, match),
        clock=clock_of(match.round, match.extension_minutes),
        law=describe_law(match.round.pinned_law, match.round.minutes),
        verified=bool(verified_matches([match])),
    )
    if may(context, Right.LOGS):
        context["logged"] = _logged(tournament, match)
    return render(request, "desk/match_desk.html", context, status=refused_status(form))


def _extend(request: HttpRequest, tournament: Tournament, match: Match, actor: Actor) -> HttpResponse:
    """Give the table minutes, or take them back."""
    minutes = whole_number(request.POST["minutes"]) * (-1 if request.POST.get("less") else 1)
    params: Arguments = {"actor": actor, "tournament": tournament, "match_id": match.pk, "minutes": minutes}
    perform(request, services.match_extend, **params)
    return redirect("tournaments:match_desk", slug=tournament.slug, match_id=match.pk)


def _clan_mates(request: HttpRequest, tournament: Tournament, match: Match) -> Sequence[str]:
    """Who at the table is of the clan of the judge who looks."""
    rules = actor_to_rule(request.user, tournament) is not None
    return selectors.clan_mates(signed_in(request), match) if rules else []


def _table(tournament: Tournament, match_id: int) -> Match:
    """The match with its seats and their names; 404 for a bye and in a draft."""
    matches = selectors.with_seats(Match.objects.filter(tournament=tournament, pk=match_id))
    match = matches.select_related("round__stage").first()
    if match is None or match.kind == Match.Kind.BYE or match.round.state == Round.State.DRAFT:
        raise Http404
    match.tournament = match.round.tournament = tournament
    unit_of(tournament).label(tournament, [match])
    return match


def _losses_at(user: Person, tournament: Tournament, match: Match) -> Sequence[Loss]:
    """The penalties of this match that cost a game or the match; none for who may not know of penalties.

    A proposal for the form and no more: a person enters the result.
    """
    if actor_with(user, tournament, Right.PENALTIES) is None:
        return []
    return losses_given(match)


def _settle(request: HttpRequest, tournament: Tournament, match: Match, actor: Actor, key: str) -> bool:
    """Settle a dispute by one of its claims, with one tap; a reason that was typed goes with it."""
    try:
        claim = claim_of(match, key)
    except StaleError as error:
        show_problems(request, error)
        return False
    params: Arguments = {"actor": actor, "tournament": tournament, "match_id": match.pk, "said": claim.said}
    params["reason"] = request.POST.get("reason", "").strip() or claim.reason
    done = _("Table %(table)s: %(score)s is saved.") % {"table": match.table, "score": claim.words}
    return perform(request, services.dispute_settle, done=done, **params) is not None


def _dispute(match: Match, dispute: Dispute) -> Context:
    """A dispute, and in words what a late slip of the desk says."""
    said = selectors.outcome_words(match, dispute.claim) if dispute.claim is not None else ""
    return {"dispute": dispute, "claim": said}


def _without_deck(tournament: Tournament, match: Match) -> list[str]:
    """Who keeps the table from starting, where a list is asked for."""
    waits = match.state != Match.State.FINAL and tournament.policy.deck_required
    return selectors.without_deck_at(match.pk) if waits else []


def _logged(tournament: Tournament, match: Match) -> list[str]:
    """What checked logs say about a match that is ruled on or corrected; anyone who may read logs chooses."""
    if match.state not in (Match.State.DISPUTED, Match.State.FINAL):
        return []
    return log_words(match, names_by_key(tournament))


StaffForm = Any
"""The form of a format in which staff enter a result: a form of Django that says its result as ``said``."""


class Storing(NamedTuple):
    """How this person stores a result of a match as it is now: as whom, and by which command."""

    actor: Actor
    service: Callable[..., Any]
    reason: bool


def _storing(request: HttpRequest, tournament: Tournament, match: Match) -> Storing | None:
    """Enter, rule or correct, whichever the state asks for; None where the person may not."""
    if match.state == Match.State.DISPUTED:
        actor, service = actor_to_rule(request.user, tournament), services.dispute_settle
    elif match.state == Match.State.FINAL:
        actor, service = actor_with(request.user, tournament, Right.CORRECT), services.result_correct
    else:
        actor, service = actor_with(request.user, tournament, Right.RESULT), services.result_enter
    return None if actor is None else Storing(actor, service, service is not services.result_enter)


def _staff_form(request: HttpRequest, match: Match, losses: Sequence[Loss], *, unsent: bool) -> Any:
    """The form of the format; it asks for a reason where one is needed, and not elsewhere.

    ``unsent``: something else on its sheet was.
    """
    said = QueryDict() if unsent else request.POST
    form = format_of(match.round.stage).ending.staff_form(said, match, losses)
    if match.state in (Match.State.DISPUTED, Match.State.FINAL):
        form.fields["reason"].required = True
    elif not form.is_bound or "despite" not in form.fields:
        form.fields.pop("reason", None)
    if (
        not form.is_bound
    ):  # what no game could give is refused first; only then there is something to override
        form.fields.pop("despite", None)
    return form


def _params(tournament: Tournament, match: Match, form: StaffForm, storing: Storing) -> Arguments:
    data = form.cleaned_data
    params: Arguments = {
        "actor": storing.actor,
        "tournament": tournament,
        "match_id": match.pk,
        "said": form.said,
        "kind": data.get("kind", Match.Kind.PLAYED),
    }
    if storing.reason or data.get("despite"):
        params["reason"] = data["reason"]
    if data.get("despite"):
        params["despite"] = True
    if storing.service is not services.dispute_settle:
        params["version"] = data["version"]
    return params


def _moves_to_agree(
    request: HttpRequest, tournament: Tournament, match: Match, form: StaffForm, storing: Storing
) -> Moves | None:
    """Which places and seeds a correction of a closed round moves, until somebody has agreed to exactly these."""
    if storing.service is not services.result_correct or match.round.state != Round.State.COMPLETED:
        return None
    params = _params(tournament, match, form, storing)
    try:
        moves = moves_of(tournament, lambda: services.result_correct(**params))
    except UserError:
        return None  # the command itself says why
    return moves if moves.any and request.POST.get("agreed") != moves.token else None


def _stored(
    request: HttpRequest, tournament: Tournament, match: Match, form: StaffForm, storing: Storing
) -> tuple[bool, Moves | None]:
    """Whether the form was stored, or what must be agreed to first."""
    if not form.is_valid():
        return False, None
    moves = _moves_to_agree(request, tournament, match, form, storing)
    return moves is None and _store(request, tournament, match, form, storing), moves


def _store(
    request: HttpRequest, tournament: Tournament, match: Match, form: StaffForm, storing: Storing
) -> bool:
    """Enter, rule or correct, whichever the state asks for and the person may."""
    params = _params(tournament, match, form, storing)
    outcome = format_of(match.round.stage).ending.read(form.said, match, params["kind"])
    words = {"table": match.table, "score": selectors.outcome_words(match, outcome)}
    done = _("Table %(table)s: %(score)s is saved.") % words
    return perform(request, storing.service, form=form, done=done, **params) is not None


def _after(tournament: Tournament, match: Match) -> str:
    """Where a stored result leads: a correction to what it asks of the round being played, else to the tables."""
    playing = Round.objects.filter(
        tournament=tournament, state=Round.State.PUBLISHED, number__gt=match.round.number
    )
    later = playing.select_related("stage").first() if match.state == Match.State.FINAL else None
    if later is not None and format_of(later.stage).mendable:
        return reverse("tournaments:repair", args=[tournament.slug, later.number])
    return (
        reverse("tournaments:round_desk", args=[tournament.slug, match.round.number]) + f"#match-{match.pk}"
    )

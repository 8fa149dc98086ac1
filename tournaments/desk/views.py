"""The desk: where the day stands, what blocks the next step, drafts and result entry."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.commands import Actor
from ledger.errors import UserError
from ledger.shapes import Arguments, Context
from ledger.web import optional_part, perform, refused_status, whole_number
from rules_engine.drawing.charts import Chart
from tournaments.entries.selectors import guardians_waiting, without_deck
from tournaments.entries.services import tournament_start
from tournaments.events.access import Right, access_tournament, require_right, rights_of
from tournaments.events.kinds import format_after
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.events.policy_words import describe
from tournaments.events.set_up import set_up_warnings
from tournaments.events.standing import opens_approved
from tournaments.mending import undo_services
from tournaments.money.selectors import unpaid_here
from tournaments.rounds import pairing_services, selectors
from tournaments.rounds.begun import touched_matches
from tournaments.rounds.clock import clock_of
from tournaments.rounds.formats import format_of
from tournaments.rounds.models import Match, Round
from tournaments.rounds.schedule import Schedule, day_of
from tournaments.rounds.stage_services import CutMade, stage_cut
from tournaments.rounds.stages import current_stage, round_name, rounds_planned
from tournaments.rounds.units import unit_of
from tournaments.rounds.words import relaxations

from .forms import SwapForm
from .outstanding import outstanding
from .time_left import time_left_chart

State = Tournament.State


def steps(tournament: Tournament, round_: Round | None) -> list[Context]:
    """The day as a stepper: done, current and coming steps."""
    order: list[str] = [State.DRAFT, State.ENTRY, State.CHECK_IN, State.RUNNING, State.FINISHED]
    labels = [_("Prepare"), _("Entry"), _("Check-in"), _("Rounds"), _("Finished")]
    now = order.index(tournament.state) if tournament.state in order else 0
    result: list[Context] = []
    for place, label in enumerate(labels):
        state = (
            "done"
            if place < now or tournament.state == State.FINISHED
            else "current"
            if place == now
            else "todo"
        )
        result.append({"label": label, "state": state})
    if tournament.state == State.RUNNING:
        total = rounds_planned(tournament)
        number = round_.number if round_ else 0
        result[3]["detail"] = _("%(number)s of %(total)s") % {"number": number, "total": total}
    return result


@login_required
@never_cache
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the tournament stands and what to do next."""
    tournament = access_tournament(request.user, slug)
    require_right(request.user, tournament, Right.SEE_UNPUBLISHED)
    round_, now = selectors.current_round(tournament, drafts=True), timezone.now()
    stage = current_stage(tournament)
    planned = rounds_planned(tournament)
    completed = Round.objects.filter(tournament=tournament, state=Round.State.COMPLETED).count()
    entries = tournament.entries.values_list("state", "registration__current")
    after = format_after(tournament.policy)
    counts = [(state, current) for state, current in entries if state not in ("withdrawn", "no_show")]
    playing = outstanding(round_, now) if round_ and round_.state == Round.State.PUBLISHED else []
    context = page(
        request,
        tournament,
        **attention(tournament, round_),
        steps=steps(tournament, round_),
        warnings=_warnings(request, tournament, len(counts)),
        policy=describe(tournament.policy),
        opens_approved=tournament.hidden and opens_approved(tournament, request.user),
        round=round_,
        stage=stage,
        completed=completed,
        next_number=completed + 1,
        next_name=round_name(stage, completed + 1),
        planned=planned,
        all_played=completed >= planned,
        final_page="tournaments:bracket" if format_of(stage).knock_out else "tournaments:standings",
        cut=after.cut_words(stage, tournament.policy) if completed >= planned and stage.cut else "",
        third_place=after.third_place,
        open_tables=playing,
        time_left=time_left_chart(round_, [one.match for one in playing], now) if round_ else None,
        schedule=_schedule(tournament, now),
        guardians_waiting=_guardians_waiting(request, tournament),
        entered=len(counts),
        present=sum(1 for state, _current in counts if state == "checked_in"),
        decks_in=sum(1 for _state, current in counts if current),
        round_list=list(Round.objects.filter(tournament=tournament)),
    )
    return render(request, "desk/desk.html", context)


def _schedule(tournament: Tournament, now: datetime) -> Schedule | None:
    """The day's clock, for the corner of the desk; it has a page of its own."""
    day = optional_part("desk.schedule", lambda: day_of(tournament), None)
    return day.at(now) if day is not None else None


def _warnings(request: HttpRequest, tournament: Tournament, entered: int) -> list[str]:
    """What is odd about the set-up, for whoever can change it: for those who entered, or for all places before that."""
    open_ = tournament.state in (State.DRAFT, State.ENTRY, State.CHECK_IN)
    if not open_ or Right.EDIT not in rights_of(request.user, tournament):
        return []
    players = entered if tournament.state != State.DRAFT and entered >= 4 else tournament.capacity
    return set_up_warnings(tournament, players, timezone.now())


def attention(tournament: Tournament, round_: Round | None) -> Context:
    """Players whom staff must not overlook in a running tournament: context of ``desk/_attention.html``."""
    if tournament.state != State.RUNNING:
        return {}
    playing = round_ is not None and round_.state == Round.State.PUBLISHED
    return {
        "without_deck": without_deck(tournament),
        "unpaid": unpaid_here(tournament),
        "without_match": selectors.without_match(round_) if round_ is not None and playing else [],
        "mendable": round_ is not None and format_of(round_.stage).mendable,
    }


def _guardians_waiting(request: HttpRequest, tournament: Tournament) -> int:
    """How many guardians are still to be spoken with: told to those who do it, while it is not over."""
    over = tournament.state in (Tournament.State.FINISHED, Tournament.State.CANCELLED)
    if over or Right.GUARDIANS not in rights_of(request.user, tournament):
        return 0
    return guardians_waiting(tournament)


@login_required
@never_cache
@require_POST
def round_action(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """One button about rounds: start, pair, redraft, discard, publish, clock, complete."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.PAIR)
    number = whole_number(request.POST.get("number", ""))
    if action == "start":
        casual = request.POST.get("casual") == "yes"
        perform(request, tournament_start, actor=actor, tournament=tournament, casual=casual)
    elif action == "draft":
        if perform(request, pairing_services.round_draft, actor=actor, tournament=tournament, number=number):
            return redirect("tournaments:round_desk", slug=slug, number=number)
    elif action == "cut":
        third = request.POST.get("third_place") == "yes"
        answer = perform(request, stage_cut, actor=actor, tournament=tournament, third_place=third)
        if answer is not None:
            messages.success(request, _cut_made(answer))
    elif action in ROUND_ACTIONS:
        return _round_action(request, tournament, actor, action, number)
    else:
        raise Http404
    return redirect("tournaments:desk", slug=slug)


def _cut_made(answer: CutMade) -> str:
    """What the desk reads after the cut."""
    if answer["stage"] is None:
        return _("Fewer than two players are left. There is no knock-out; the standings decide.")
    return _("The cut is made. Pair the first round of the knock-out.")


ROUND_ACTIONS = {
    "redraft": pairing_services.round_redraft,
    "keep": pairing_services.round_keep,
    "discard": pairing_services.round_discard,
    "publish": pairing_services.round_publish,
    "start_clock": pairing_services.round_start_clock,
    "pause_clock": pairing_services.round_pause_clock,
    "complete": pairing_services.round_complete,
    "withdraw": undo_services.round_withdraw,
    "reopen": undo_services.round_reopen,
}


def _round_action(
    request: HttpRequest, tournament: Tournament, actor: Actor, action: str, number: int
) -> HttpResponse:
    if action in ("redraft", "discard", "keep"):
        return _draft_action(request, tournament, actor, action, number)
    round_ = Round.objects.filter(tournament=tournament, number=number).first()
    if round_ is None:
        raise Http404
    params: Arguments = (
        {"start_clock": request.POST.get("start_clock") == "yes"} if action == "publish" else {}
    )
    if action in ("withdraw", "reopen"):
        params["reason"] = request.POST.get("reason", "")
    perform(request, ROUND_ACTIONS[action], actor=actor, tournament=tournament, round_id=round_.pk, **params)
    if action == "complete":
        return redirect("tournaments:desk", slug=tournament.slug)
    return redirect("tournaments:round_desk", slug=tournament.slug, number=number)


def _draft_action(
    request: HttpRequest, tournament: Tournament, actor: Actor, action: str, number: int
) -> HttpResponse:
    """Pair a draft again, keep it or throw it away: the one that the page showed, and no other that was made since."""
    params: Arguments = {"round_id": whole_number(request.POST.get("draft", ""))}
    if action == "keep":
        params["reason"] = request.POST.get("reason", "")
    perform(request, ROUND_ACTIONS[action], actor=actor, tournament=tournament, **params)
    if not Round.objects.filter(tournament=tournament, number=number).exists():
        return redirect("tournaments:desk", slug=tournament.slug)
    return redirect("tournaments:round_desk", slug=tournament.slug, number=number)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def round_desk(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One round for staff: the draft with its certificate and swap, or the tables with their results."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.DESK)
    rounds = Round.objects.filter(tournament=tournament, number=number).select_related("stage")
    round_ = rounds.first()
    if round_ is None:
        raise Http404
    round_.tournament = tournament
    format_ = format_of(round_.stage)
    matches = selectors.matches_of(round_)
    players = sorted(
        (seat.entry.sort_name, seat.entry_id, seat.entry.name)
        for match in matches
        for seat in match.seats.all()
    )
    form = SwapForm(request.POST or None, players=[(pk, name) for _sort, pk, name in players])
    if request.method == "POST" and form.is_valid() and _swap(request, tournament, actor, round_, form):
        return redirect("tournaments:round_desk", slug=slug, number=number)
    context = page(
        request,
        tournament,
        round=round_,
        matches=matches,
        overview=unit_of(tournament).overview(tournament, matches),
        form=form,
        format=format_,
        proof=format_.proof(round_),
        figures=format_.figures(round_.certificate),
        relaxed=relaxations(round_),
        clock=clock_of(round_),
        waiting=[match for match in matches if match.state != Match.State.FINAL],
        time_left=optional_part("round_desk.time_left", lambda: _time_left(round_, matches), None),
        **attention(tournament, round_),
        undo=_undo(tournament, round_),
        outdated=_outdated(tournament, round_),
        **_corrected(tournament, round_),
    )
    return render(request, "desk/round_desk.html", context, status=refused_status(form))


def _outdated(tournament: Tournament, round_: Round) -> list[tuple[str, object, object]] | None:
    """The numbers of a draft that no longer is what would be drawn: as it stands, and paired again; None for others."""
    if not selectors.is_outdated(tournament, round_):
        return None
    format_ = format_of(round_.stage)
    stands, _problems = format_.recertify(tournament, round_, "")
    try:
        again = pairing_services.paired_again(tournament, round_).certificate
    except UserError:
        return []
    numbers = zip(format_.figures(stands), format_.figures(again), strict=True)
    return [(label, one, other) for (label, one), (_label, other) in numbers]


def _time_left(round_: Round, matches: Sequence[Match]) -> Chart | None:
    """Who plays until when, while the round is played."""
    if round_.state != Round.State.PUBLISHED:
        return None
    return time_left_chart(round_, matches, timezone.now())


def _undo(tournament: Tournament, round_: Round) -> str:
    """Which step about this round can be undone now: its publishing, its completion, or none."""
    if tournament.state != State.RUNNING or round_.number != tournament.rounds.count():
        return ""
    if round_.state == Round.State.COMPLETED:
        return "reopen" if current_stage(tournament).pk == round_.stage_id else ""
    published = round_.state == Round.State.PUBLISHED
    return "withdraw" if published and not touched_matches(round_) else ""


def _corrected(tournament: Tournament, round_: Round) -> Context:
    """Results that changed since the round being played was paired: to be read there and on the rounds before."""
    rounds = Round.objects.filter(tournament=tournament, state=Round.State.PUBLISHED)
    playing = rounds.filter(number__gte=round_.number).select_related("stage").first()
    if playing is None or not format_of(playing.stage).mendable:
        return {}
    return {"playing": playing, "corrected": selectors.corrected_since(playing)}


def _swap(request: HttpRequest, tournament: Tournament, actor: Actor, round_: Round, form: SwapForm) -> bool:
    data = form.cleaned_data
    answer = perform(
        request,
        pairing_services.round_swap,
        form=form,
        actor=actor,
        tournament=tournament,
        round_id=round_.pk,
        first=int(data["first"]),
        second=int(data["second"]),
        reason=data["reason"],
        done=_("The two players have been swapped."),
    )
    return answer is not None

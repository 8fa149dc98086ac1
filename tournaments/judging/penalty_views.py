"""Pages of penalties, for judges who do not play here; for everybody else they do not exist."""

from dataclasses import dataclass, replace

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.shapes import Arguments, Context
from ledger.web import REFUSED, perform, whole_number
from tournaments.entries.reading_services import NOTE, note_reading
from tournaments.events.access import HEAD_JUDGE, OFFICE, Right, access_tournament, actor_with
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.events.policy import LIMITED
from tournaments.rounds.models import Match

from . import penalty_selectors as selectors
from . import penalty_services as services
from .infractions import LOSSES, TABLE, Level
from .models import Penalty
from .penalty_services import NOTE_LENGTH

State = Penalty.State


@dataclass(frozen=True)
class Draft:
    """What stands in the form of a new penalty, as it was typed or as a deck check fills it in."""

    entry: int | None = None
    code: str = ""
    worse: bool = False
    match: int | None = None
    level: str = ""
    reason: str = ""
    note: str = ""
    check: int | None = None
    other: int | None = None
    card: str = ""

    @classmethod
    def of(cls, data: QueryDict) -> "Draft":
        """The draft a form or an address holds; whatever is no number or no code is left out."""

        def number(name: str) -> int | None:
            return whole_number(data.get(name, "")) or None

        def text(name: str, length: int = NOTE_LENGTH) -> str:
            return data.get(name, "").strip()[:length]

        code = text("code", 4)
        return cls(
            entry=number("entry"),
            code=code if code in TABLE else "",
            worse=bool(data.get("worse")),
            match=number("match"),
            level=text("level", 16),
            reason=text("reason"),
            note=text("note"),
            check=number("check"),
            other=number("other"),
            card=text("card", 40),
        )


@login_required
@never_cache
@require_safe
def penalties(request: HttpRequest, slug: str) -> HttpResponse:
    """All penalties of the tournament, newest first."""
    tournament, _actor = penalty_judge(request, slug)
    found = selectors.penalties_of(tournament)
    context = page(request, tournament, tab="judge", penalties=found)
    return render(request, "judging/penalties.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def penalty_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a penalty. ``do=show`` only shows what the table proposes; nothing is stored before ``do=give``.

    A deck check opens it filled in, by the numbers of the check and the entry.
    """
    tournament, actor = penalty_judge(request, slug)
    draft = Draft.of(request.POST if request.method == "POST" else request.GET)
    if request.POST.get("do") != "give":
        draft = replace(draft, level="")  # shown anew, the step is the one the table proposes now
    refused = False
    if request.POST.get("do") == "give":
        answer = perform(
            request,
            services.penalty_give,
            actor=actor,
            tournament=tournament,
            entry_number=draft.entry or 0,
            code=draft.code,
            level=draft.level,
            worse=draft.worse,
            reason=draft.reason,
            note=draft.note,
            match_id=draft.match,
            check=draft.check,
            other_number=draft.other,
            card=draft.card,
        )
        if answer is not None:
            return redirect("tournaments:penalty", slug=slug, number=answer["penalty"])
        refused = True
    context = page(request, tournament, tab="judge", **_form(tournament, actor, draft))
    return render(request, "judging/penalty_new.html", context, status=REFUSED if refused else 200)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def penalty(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One penalty with its history; confirm a disqualification, or take the penalty back."""
    tournament, actor = penalty_judge(request, slug)
    found = selectors.penalty_numbered(tournament, number)
    if found is None:
        raise Http404
    if request.method == "POST":
        params: Arguments = {"actor": actor, "tournament": tournament, "number": number}
        if request.POST.get("do") == "confirm":
            done = _("The disqualification has been confirmed.")
            perform(request, services.penalty_confirm, done=done, **params)
        else:
            params["reason"] = request.POST.get("reason", "")
            perform(request, services.penalty_withdraw, done=_("The penalty has been withdrawn."), **params)
        return redirect("tournaments:penalty", slug=slug, number=number)
    _note_is_read(actor, found)
    waiting = found.state == State.WAITING
    context = page(
        request,
        tournament,
        tab="judge",
        penalty=found,
        history=selectors.history_of(found),
        others=[one for one in selectors.penalties_of_entry(found.entry) if one.pk != found.pk],
        for_office=waiting and not selectors.judges_can_confirm(found),
        may_confirm=waiting and request.user.pk not in (found.given_by_id, found.entry.user_id),
        may_withdraw=found.state != State.WITHDRAWN and services.may_withdraw(actor, found),
        loss=found.level in LOSSES and found.state == State.GIVEN and found.match is not None,
        out=found.level == Level.DISQUALIFICATION and found.state == State.GIVEN,
        limited=tournament.policy.format == LIMITED,
    )
    return render(request, "judging/penalty.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def office_penalties(request: HttpRequest) -> HttpResponse:
    """Disqualifications for which a tournament has no second judge: the office reads them and confirms."""
    if not getattr(request.user, "works_as_office", False):
        raise PermissionDenied
    if request.method == "POST":
        found = get_object_or_404(Penalty, pk=whole_number(request.POST.get("penalty", "")))
        perform(
            request,
            services.penalty_confirm,
            actor=Actor(request.user, OFFICE),
            tournament=found.tournament,
            number=found.number,
            done=_("The disqualification has been confirmed."),
        )
        return redirect("tournaments:office_penalties")
    waiting = selectors.waiting_for_office()
    for one in waiting:
        _note_is_read(Actor(request.user, OFFICE), one)
    rows = [
        {"penalty": one, "history": selectors.history_of(one), "own": request.user.pk in _involved(one)}
        for one in waiting
    ]
    return render(request, "judging/office_penalties.html", {"rows": rows})


def _note_is_read(actor: Actor, found: Penalty) -> None:
    """Write down that somebody reads what another judge noted of a penalty."""
    if found.note and found.given_by_id != actor.user.pk:
        note_reading(actor, found.tournament, NOTE, [found.entry], found.number)


def _involved(penalty: Penalty) -> tuple[int | None, int | None]:
    """Who gave it and who got it: neither confirms it."""
    return penalty.given_by_id, penalty.entry.user_id


def penalty_judge(request: HttpRequest, slug: str) -> tuple[Tournament, Actor]:
    """The tournament and the person as one of its judges; 404 for everybody else."""
    tournament = access_tournament(request.user, slug)
    actor = actor_with(request.user, tournament, Right.PENALTIES)
    if actor is None:
        raise Http404
    return tournament, actor


def _form(tournament: Tournament, actor: Actor, draft: Draft) -> Context:
    """What the form needs: the choices, and for a chosen player and infraction the proposed step."""
    entries = selectors.entries_to_choose(tournament)
    entry = next((one for one in entries if one.number == draft.entry), None)
    draft = _filled_in(tournament, draft)
    play = tournament.policy.level
    context: Context = {
        "draft": draft,
        "entries": entries,
        "codes": TABLE.values(),
        "levels": Level.choices,
        "chosen": entry,
        "head_judge": actor.role == HEAD_JUDGE,
        "limited": tournament.policy.format == LIMITED,
    }
    if entry is not None:
        matches = selectors.matches_of_entry(entry)
        context |= {"matches": matches, "earlier": selectors.penalties_of_entry(entry)}
        context["draft"] = draft = replace(draft, match=_default_match(draft, matches))
    if entry is not None and draft.code:
        proposed = selectors.proposal(tournament, entry, draft.code, worse=draft.worse)
        row = TABLE[draft.code]
        context |= {"infraction": row, "proposed": proposed, "knows_worse": play in row.worse}
        context["draft"] = replace(draft, level=draft.level or proposed.level)
    return context


def _filled_in(tournament: Tournament, draft: Draft) -> Draft:
    """What a deck check already says: the infraction that was found and the match."""
    if draft.check is None or draft.entry is None:
        return draft
    deck = selectors.checked_deck(tournament, draft.check, draft.entry)
    if deck is None:
        return replace(draft, check=None)
    return replace(draft, code=draft.code or deck.code, match=draft.match or deck.check_made.match_id)


def _default_match(draft: Draft, matches: list[Match]) -> int | None:
    """The chosen match of this player, else the newest one when it is still being played."""
    if any(match.pk == draft.match for match in matches):
        return draft.match
    newest = matches[0] if matches else None
    return newest.pk if newest is not None and newest.round.state == "published" else None

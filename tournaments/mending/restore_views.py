"""The pages of snapshots: which there are, what one holds, and bringing it back after reading what that does."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.errors import UserError
from ledger.shapes import Context
from ledger.web import perform, whole_number
from tournaments.entries.models import Entry
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.rounds.models import Match, Round, Snapshot
from tournaments.rounds.outcomes import Games
from tournaments.rounds.snapshots import Columns, Picture, outcome_of

from .restore_services import Restore, refuse_what_stays, restore_of, tournament_restore

MOST = 100


@login_required
@never_cache
@require_safe
def snapshots(request: HttpRequest, slug: str) -> HttpResponse:
    """Every step of the day before which the rounds were kept, the newest first."""
    tournament = access_tournament(request.user, slug)
    require_right(request.user, tournament, Right.PAIR)
    kept = Snapshot.objects.filter(tournament=tournament).order_by("-at", "-pk").defer("data")[:MOST]
    rows = [{"snapshot": one} for one in kept]
    return render(request, "mending/snapshots.html", page(request, tournament, rows=rows))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def snapshot(request: HttpRequest, slug: str, snapshot_id: int) -> HttpResponse:
    """One snapshot: what bringing it back would change now, and everything it holds, to be read."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.PAIR)
    kept = Snapshot.objects.filter(tournament=tournament, pk=snapshot_id).first()
    if kept is None:
        raise Http404
    if request.method == "POST":
        answer = perform(
            request,
            tournament_restore,
            actor=actor,
            tournament=tournament,
            snapshot_id=kept.pk,
            agreed=request.POST.get("agreed", ""),
            reason=request.POST.get("reason", ""),
            lost=whole_number(request.POST.get("lost", "")),
            done=_("The rounds are again as they were then. The players concerned are told."),
        )
        if answer is not None:
            return redirect("tournaments:desk", slug=slug)
    plan = restore_of(tournament, kept)
    names = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "name"))
    context = page(
        request,
        tournament,
        kept=kept,
        plan=plan,
        refused=_refused(tournament, plan),
        does=_does(plan, names),
        rounds=_contents(plan.then, names),
    )
    return render(request, "mending/snapshot.html", context)


def _refused(tournament: Tournament, plan: Restore) -> str:
    """Why it cannot be brought back; empty when it can."""
    if tournament.state not in (Tournament.State.RUNNING, Tournament.State.FINISHED):
        return _("Only a tournament that has started and was not called off can be brought back.")
    try:
        refuse_what_stays(tournament, plan)
    except UserError as error:
        return error.message
    return ""


def _does(plan: Restore, names: dict[int, str]) -> list[str]:
    """In sentences, what a restore would do."""
    now, then, differs = plan.now, plan.then, plan.differs
    lines = [
        _("Round %(number)s is removed, with everything reported in it.")
        % {"number": now.rounds[pk]["number"]}
        for pk in differs.gone
    ]
    lines += [
        _("Round %(number)s comes back.") % {"number": then.rounds[pk]["number"]} for pk in differs.back
    ]
    lines += [
        _("Round %(number)s is a draft again.") % {"number": then.rounds[pk]["number"]}
        for pk in differs.drafted
    ]
    for pk in sorted(now.rounds.keys() & then.rounds.keys()):
        if (now.rounds[pk]["state"], then.rounds[pk]["state"]) == (
            Round.State.COMPLETED,
            Round.State.PUBLISHED,
        ):
            lines.append(_("Round %(number)s is being played again.") % {"number": now.rounds[pk]["number"]})
    if len(now.stages) > len(then.stages):
        lines.append(_("The cut is undone."))
    if now.state != then.state and now.state == Tournament.State.FINISHED:
        lines.append(_("The tournament is no longer finished."))
    gone = [pk for pk, row in now.matches.items() if row["round_id"] in set(differs.gone)]
    for pk in sorted({*gone, *differs.changed}):
        lines += _match_lines(plan, pk, names)
    return lines


def _match_lines(plan: Restore, pk: int, names: dict[int, str]) -> list[str]:
    """What becomes of one table, with every report that goes."""
    now, then = plan.now, plan.then
    row = now.matches.get(pk)
    if row is None:
        return [_("A table comes back: %(table)s") % {"table": _table_words(then, pk, names)}]
    here = _table_words(now, pk, names)
    if pk not in then.matches:
        return [_("A table is removed: %(table)s") % {"table": here}]
    there = _table_words(then, pk, names)
    return [_("%(before)s becomes %(after)s") % {"before": here, "after": there}] if here != there else []


def _table_words(picture: Picture, pk: int, names: dict[int, str]) -> str:
    """A table of a picture in one line: where, who, how it ended, and what was reported of it."""
    row, seats, reports = picture.matches[pk], picture.seats_of(pk), picture.reports_of(pk)
    who = " – ".join(names.get(seat["entry_id"], "?") for seat in seats)
    parts = [_("Round %(number)s, table %(table)s: %(who)s") % _where(picture, row, who)]
    if row["outcome"] is not None:
        parts.append(_outcome_words(row))
    elif reports:
        said = [f"{names.get(one['entry_id'], '?')} {_said(one['outcome'])}" for one in reports]
        parts.append(_("reported: %(said)s") % {"said": ", ".join(said)})
    else:
        parts.append(_("no result"))
    return ", ".join(parts)


def _where(picture: Picture, row: Columns, who: str) -> Context:
    number = picture.rounds[row["round_id"]]["number"]
    return {"number": number, "table": row["table"] or "–", "who": who}


def _outcome_words(row: Columns) -> str:
    if row["kind"] in (Match.Kind.BYE, Match.Kind.DOUBLE_LOSS):
        return str(Match.Kind(row["kind"]).label)
    return _said(row["outcome"])


def _said(value: object) -> str:
    outcome = outcome_of(value)
    if isinstance(outcome, Games):
        return "–".join(map(str, (*outcome.won, outcome.drawn) if outcome.drawn else outcome.won))
    return outcome.letters if outcome is not None else ""


def _contents(picture: Picture, names: dict[int, str]) -> list[Context]:
    """Every round of a snapshot with its tables, in order."""
    rounds = sorted(picture.rounds.items(), key=lambda item: item[1]["number"])
    found: list[Context] = []
    for pk, row in rounds:
        matches = sorted(
            (one["table"] is None, one["table"] or 0, match)
            for match, one in picture.matches.items()
            if one["round_id"] == pk
        )
        found.append(
            {
                "number": row["number"],
                "state": row["state"],
                "lines": [_table_words(picture, match, names) for *_place, match in matches],
            }
        )
    return found

"""The judge's page of a recording: the public position, what was asked, and what only a judge may do."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.hashing import digest
from ledger.shapes import Json
from ledger.web import language_of_page, perform, refused_status, whole_number
from rules_engine.recording import journal
from tournaments.entries.reading_services import LOG, note_reading
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.page import page
from tournaments.gamelogs.opened_zx import cards_in
from tournaments.rounds.services import match_extend

from .chain import broken_at
from .forms import CORRECTIONS, CorrectForm, ExtendForm, ReasonForm, ResumeForm, RewindForm
from .judge_services import (
    recording_correct,
    recording_freeze,
    recording_resume,
    recording_rewind,
    recording_sign_for,
    recording_void,
)
from .models import OpenedHand
from .preview import preview_of
from .selectors import access_recording
from .sight import Sight
from .unreadable import tells_what_is_unreadable
from .views import boards

FORMS: dict[str, tuple[type[forms.Form], Callable[..., Any]]] = {
    "freeze": (forms.Form, recording_freeze),
    "resume": (ResumeForm, recording_resume),
    "preview": (CorrectForm, recording_correct),
    "correct": (CorrectForm, recording_correct),
    "rewind": (RewindForm, recording_rewind),
    "sign": (ReasonForm, recording_sign_for),
    "void": (ReasonForm, recording_void),
    "extend": (ExtendForm, match_extend),
}
"""What a judge may do: the form and the service. ``preview`` only shows what ``correct`` would write."""

REVEALED = {"draw": gettext_lazy("drawn"), "shuffle": gettext_lazy("shuffled"), "show": gettext_lazy("shown")}
"""What becomes known, in words."""


def pieces_of(seen: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The objects in play with their names, for a choice; those of the board first, with their dot."""
    pawns = [(one["oid"], f"{one['card']} {one['dot'] or ''}".strip()) for one in seen.get("pawns", ())]
    known = {oid for oid, _name in pawns}
    rest = [
        (one["oid"], f"{one['card']} ({seat['name']}) {one['oid']}")
        for seat in seen.get("seats", ())
        for one in seat["play"]
        if one["oid"] not in known
    ]
    return [*pawns, *rest]


def zx_pieces_of(seen: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The cards of a Z/X game that lie open, with their owners, for a choice."""
    names = {seat["seat"]: seat["name"] for seat in seen.get("seats", ())}
    known = [card for card in cards_in(dict(seen)) if "oid" in card]
    return [(card["oid"], f"{card['card']} ({names[card['owner']]}) {card['oid']}") for card in known]


PIECES: dict[str, Callable[[Mapping[str, Any]], list[tuple[str, str]]]] = {
    "x610z": pieces_of,
    "zx": zx_pieces_of,
}


def revealed(sight: Sight, n: int) -> str:
    """What was hidden and became known at a line or after it, counted: who takes it back takes that back, too."""
    found = Counter(sight.session.reveals_since(n))
    return ", ".join(f"{count} x {REVEALED.get(what, what)}" for what, count in sorted(found.items()))


def lost_minutes(rows: Sequence[Mapping[str, Any]]) -> int:
    """What the table lost by the last stop, as the judge said who let it go on; 0 while it still stands."""
    last = [row for row in rows if row["kind"] in (journal.CALL, journal.FREEZE, journal.RESUME)][-1:]
    return int(last[0]["body"].get("minutes", 0)) if last and last[0]["kind"] == journal.RESUME else 0


def calls_of(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The words of the calls in this game, the newest first."""
    said = [str(row["body"].get("text", "")) for row in rows if row["kind"] == journal.CALL]
    return [text for text in reversed(said) if text]


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@tells_what_is_unreadable
def judge(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """One recording for a judge of the event who does not play here."""
    tournament = access_tournament(request.user, slug)
    access = access_recording(request, tournament, recording_id)
    if access.judge is None:
        raise Http404
    actor = require_right(request.user, tournament, Right.LOGS)
    done = str(request.POST.get("do", ""))
    sight = Sight(access, language_of_page())
    state = sight.state()
    game = sight.session.header.game
    pieces = {"pieces": PIECES[game](state["screen"]["view"]), "seen": state["screen"]["view"]}
    more: dict[str, Json] = {"correct": pieces, "preview": pieces}
    classes = {name: form for name, (form, _service) in FORMS.items()}
    classes["correct"] = classes["preview"] = CORRECTIONS[game]
    shown = {name: form(**more.get(name, {})) for name, form in classes.items()}
    preview = None
    if request.method == "POST" and done == "preview" and state["screen"]["view"]:
        shown["correct"] = tried = CORRECTIONS[game](request.POST, **pieces)
        preview = preview_of(sight, tried.cleaned_data["change"]) if tried.is_valid() else None
        if preview is not None and preview.problem is not None:
            tried.add_error(None, sight.screen.problem(preview.problem)["text"])
    elif request.method == "POST" and done in FORMS and done != "preview":
        service = FORMS[done][1]
        shown[done] = form = classes[done](request.POST, **more.get(done, {}))
        if form.is_valid():
            values = dict(form.cleaned_data)
            if done == "sign":
                values |= {
                    "seat": whole_number(request.POST.get("seat", ""), 9),
                    "log_sha256": str(request.POST.get("log_sha256", ""))[:64],
                }
            here: Json = {"recording_id": recording_id}
            if done == "extend":
                actor = require_right(request.user, tournament, Right.RESULT)
                here = {"match_id": access.recording.match_id}
            answer = perform(
                request,
                service,
                form=form,
                actor=actor,
                tournament=tournament,
                done=_("Done."),
                **here,
                **values,
            )
            if answer is not None:
                return redirect("tournaments:recording_judge", slug=slug, recording_id=recording_id)
    hands = list(OpenedHand.objects.filter(recording=access.recording).select_related("entry"))
    if hands:
        note_reading(actor, tournament, LOG, [hand.entry for hand in hands], access.recording.pk)
    seen = state["screen"]["view"]
    opening_hash = digest(bytes(access.recording.opening))
    context = page(
        request,
        tournament,
        tab="judge",
        recording=access.recording,
        match=access.recording.match,
        players=list(enumerate(access.players)),
        game=game,
        state=state,
        board=boards(sight)["board_wide"] if seen else "",
        calls=calls_of(sight.rows),
        forms=shown,
        preview=preview,
        then=SafeString(preview.board) if preview is not None else "",
        hands=hands,
        lines=[line | {"revealed": revealed(sight, line["n"])} for line in state["screen"]["lines"]],
        lost=lost_minutes(sight.rows),
        broken=broken_at(access.recording.pk, opening_hash, sight.rows, forgotten=True),
    )
    bad = next((form for form in shown.values() if form.is_bound and form.errors), None)
    return render(request, "recordings/judge.html", context, status=refused_status(bad))

"""The judge's page of a recording: the public position, what was asked, and what only a judge may do."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ledger.hashing import digest
from ledger.shapes import Context, Json
from ledger.web import language_of_page, perform, refused_status, whole_number
from rules_engine.recording import journal
from tournaments.entries.reading_services import LOG, note_reading
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.gamelogs.voices import voice_words
from tournaments.rounds.services import match_extend

from .boards import boards
from .chain import broken_at
from .forms import ExtendForm, ReasonForm, ResumeForm, RewindForm
from .judge_services import (
    heads,
    recording_correct,
    recording_freeze,
    recording_resume,
    recording_rewind,
    recording_sign_for,
    recording_void,
)
from .models import OpenedHand
from .preview import Preview, corrections_of, preview_of, preview_without
from .sayings import persons_of, sayings, summed
from .selectors import Access, access_recording
from .sight import Sight, phones
from .unreadable import tells_what_is_unreadable

REVEALED = {
    "draw": gettext_lazy("drawn"),
    "shuffle": gettext_lazy("shuffled"),
    "show": gettext_lazy("shown"),
    "look": gettext_lazy("looked at"),
}
"""What becomes known, in words."""


def revealed(sight: Sight, n: int) -> str:
    """What was hidden and became known at a line or after it, counted: who takes it back takes that back, too."""
    found = Counter(sight.session.reveals_since(n))
    return ", ".join(f"{count} x {REVEALED.get(what, what)}" for what, count in sorted(found.items()))


def lost_minutes(rows: Sequence[Json]) -> int:
    """What the table lost by the last stop and was not given back; 0 while it still stands."""
    last = [row for row in rows if row["kind"] in (journal.CALL, journal.FREEZE, journal.RESUME)][-1:]
    body = last[0]["body"] if last and last[0]["kind"] == journal.RESUME else {}
    return 0 if body.get("given") else int(body.get("lost", 0))


def stopped_minutes(rows: Sequence[Json]) -> int:
    """How many minutes a game has stood still, those that have begun counted; 0 while it is played."""
    last = [row for row in rows if row["kind"] in (journal.CALL, journal.FREEZE, journal.RESUME)][-1:]
    if not last or last[0]["kind"] == journal.RESUME or last[0]["received"] is None:
        return 0
    return min(60, ceil((timezone.now() - last[0]["received"]).total_seconds() / 60))


def calls_of(rows: Sequence[Json]) -> list[str]:
    """The words of the calls in this game, the newest first."""
    said = [str(row["body"].get("text", "")) for row in rows if row["kind"] == journal.CALL]
    return [text for text in reversed(said) if text]


def called_by(rows: Sequence[Json], access: Access) -> str:
    """Who stopped a game that stands still, by name; "" where a judge did."""
    last = [row for row in rows if row["kind"] in (journal.CALL, journal.FREEZE, journal.RESUME)][-1:]
    seats = [row["by"] for row in last if row["kind"] == journal.CALL and row["by"] is not None]
    return access.players[seats[0]].name if seats else ""


class Desk:
    """One recording as a judge of the event has it before them: what stands there, and the forms of what can be done.

    ``done`` is what a button asked for; its form is bound to what was sent, the others are empty.
    """

    def __init__(self, request: HttpRequest, tournament: Tournament, access: Access) -> None:
        """Read the recording. Raises 404 for somebody who is no judge of this game."""
        if access.judge is None:
            raise Http404
        self.request, self.tournament, self.access = request, tournament, access
        self.actor = require_right(request.user, tournament, Right.LOGS)
        self.sight = Sight(access, language_of_page())
        self.state = self.sight.state()
        self.seen: Json = self.state["screen"]["view"]
        self.head = heads(request.user, tournament)
        self.corrections = corrections_of(self.sight.game.key)
        self.preview: Preview | None = None
        self.without = 0
        self.preview_of_undo: Preview | None = None
        self.forms = {name: form() for name, form in FORMS.items()}
        self.forms["resume"] = ResumeForm(initial={"minutes": stopped_minutes(self.sight.rows)})
        if self.corrections.form is not None:
            self.forms["correct"] = self.corrections.form(**self._position())

    def _position(self) -> Json:
        """What the form of a correction is about."""
        return {"pieces": self.corrections.pieces(self.seen), "seen": self.seen}

    def bound(self, name: str) -> forms.Form:
        """The form of that name with what was sent."""
        if name == "correct" and self.corrections.form is not None:
            self.forms[name] = self.corrections.form(self.request.POST, **self._position())
        else:
            self.forms[name] = FORMS[name](self.request.POST)
        return self.forms[name]

    def write(self, name: str, service: Callable[..., Any], *, said: str | None = None, **more: Any) -> bool:
        """Do what a form says, if it is valid; whether it is done. ``said``: what is told then."""
        form = self.bound(name)
        if not form.is_valid():
            return False
        where = more or {"actor": self.actor, "recording_id": self.access.recording.pk}
        answer = perform(
            self.request,
            service,
            form=form,
            tournament=self.tournament,
            done=_("Done.") if said is None else said,
            **where,
            **form.cleaned_data,
        )
        return answer is not None

    def context(self) -> Context:
        """What the page shows."""
        access, sight = self.access, self.sight
        hands = list(OpenedHand.objects.filter(recording=access.recording).select_related("entry"))
        if hands:
            note_reading(
                self.actor, self.tournament, LOG, [hand.entry for hand in hands], access.recording.pk
            )
        opening_hash = digest(bytes(access.recording.opening))
        said = sayings(sight.rows, sight.session, persons_of(access.recording))
        lines = [line | {"revealed": revealed(sight, line["n"])} for line in self.state["screen"]["lines"]]
        behind = 0 if self.head else max((line["n"] for line in lines if line["revealed"]), default=0)
        undone = [line["n"] for line in lines if line["kind"] != "note" and line["n"] > behind]
        return page(
            self.request,
            self.tournament,
            tab="judge",
            recording=access.recording,
            match=access.recording.match,
            players=list(enumerate(access.players)),
            styles=sight.game.styles,
            state=self.state,
            boards=boards(sight) if self.seen else {},
            calls=calls_of(sight.rows),
            called_by=called_by(sight.rows, access),
            forms=self.forms,
            preview=self.preview,
            without=self.without,
            preview_of_undo=self.preview_of_undo,
            hands=hands,
            lines=lines,
            head=self.head,
            head_from=behind,
            undo_from=min(undone, default=0),
            voices=voice_words(summed(said)),
            phones=phones(access.recording),
            lost=lost_minutes(sight.rows),
            broken=broken_at(access.recording.pk, opening_hash, sight.rows, forgotten=True),
        )


def _preview(desk: Desk) -> bool:
    """Show what a correction would change; nothing is written."""
    if not desk.seen or desk.corrections.form is None:
        return False
    tried = desk.bound("correct")
    if tried.is_valid():
        desk.preview = preview_of(desk.sight, tried.cleaned_data["change"])
        if desk.preview.problem is not None:
            tried.add_error(None, str(desk.sight.screen.problem(desk.preview.problem)["text"]))
    return False


def _without(desk: Desk) -> bool:
    """Show what taking lines back would change, with the form that does it; nothing is written."""
    line = whole_number(desk.request.POST.get("line", ""))
    if not desk.seen or not line:
        return False
    desk.forms["rewind"] = RewindForm(initial={"line": line})
    desk.without, desk.preview_of_undo = line, preview_without(desk.sight, line)
    return False


def _resume(desk: Desk) -> bool:
    """Let the game go on; with the time that it lost, where the same button gives it back: both or neither."""
    if not whole_number(desk.request.POST.get("minutes", "")) or "extend" not in desk.request.POST:
        return desk.write("resume", recording_resume)
    scorekeeper = require_right(desk.request.user, desk.tournament, Right.RESULT)
    recording = desk.access.recording
    stopped = {"actor": desk.actor, "recording_id": recording.pk, "given": True}
    with transaction.atomic():
        done = desk.write("resume", recording_resume, said="", **stopped) and desk.write(
            "resume", match_extend, actor=scorekeeper, match_id=recording.match_id
        )
        transaction.set_rollback(not done)
    return done


def _correct(desk: Desk) -> bool:
    return desk.corrections.form is not None and desk.write("correct", recording_correct)


def _sign(desk: Desk) -> bool:
    """Sign for a player, for the very log that the page showed."""
    said = desk.request.POST
    return desk.write(
        "sign",
        recording_sign_for,
        actor=desk.actor,
        recording_id=desk.access.recording.pk,
        seat=whole_number(said.get("seat", ""), 9),
        log_sha256=str(said.get("log_sha256", ""))[:64],
    )


def _extend(desk: Desk) -> bool:
    """Give the table more time."""
    actor = require_right(desk.request.user, desk.tournament, Right.RESULT)
    return desk.write("extend", match_extend, actor=actor, match_id=desk.access.recording.match_id)


FORMS: Mapping[str, type[forms.Form]] = {
    "freeze": forms.Form,
    "resume": ResumeForm,
    "rewind": RewindForm,
    "sign": ReasonForm,
    "void": ReasonForm,
    "extend": ExtendForm,
}
DOES: Mapping[str, Callable[[Desk], bool]] = {
    "freeze": lambda desk: desk.write("freeze", recording_freeze),
    "resume": _resume,
    "without": _without,
    "preview": _preview,
    "correct": _correct,
    "rewind": lambda desk: desk.write("rewind", recording_rewind),
    "sign": _sign,
    "void": lambda desk: desk.write("void", recording_void),
    "extend": _extend,
}
"""What a judge may do; each says whether it is done. ``preview`` only shows what ``correct`` would write."""


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@tells_what_is_unreadable
def judge(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """One recording for a judge of the event who does not play here."""
    tournament = access_tournament(request.user, slug)
    desk = Desk(request, tournament, access_recording(request, tournament, recording_id))
    act = DOES.get(str(request.POST.get("do", "")))
    if act is not None and act(desk):
        return redirect("tournaments:recording_judge", slug=slug, recording_id=recording_id)
    bad = next((form for form in desk.forms.values() if form.is_bound and form.errors), None)
    return render(request, "recordings/judge.html", desk.context(), status=refused_status(bad))

"""The pages of a recording: opening it, the screen, another phone, the signatures, the log."""

import secrets

import segno
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ledger.commands import Actor
from ledger.credentials import session_of
from ledger.errors import UserError
from ledger.shapes import Context, Json
from ledger.web import kept_offline, language_of_page, perform, refused_status, show_problems
from rules_engine.recording import journal, key_of
from tournaments.events.access import access_tournament, has_judge
from tournaments.events.models import Tournament
from tournaments.events.page import page

from .api_views import set_device
from .call_words import call_words, time_ends
from .device_services import recording_device, recording_join, recording_pair
from .forms import CodeForm, OpenForm, SignForm
from .journal_services import recording_open, recording_write
from .models import Recording
from .protocol import Incoming, check_entry
from .results import Recorded, ended_told, recorded_at
from .selectors import Access, access_match, access_recording, recordings_of, secret_hash
from .sight import Sight
from .table_page import compact, with_texts
from .tables import table_of
from .taps import NO_SUCH_CARD, line_in, question_place, said_by, with_the_choice
from .unreadable import tells_what_is_unreadable
from .unseen import with_what_nobody_knows

CODE_SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 10


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def match(request: HttpRequest, slug: str, match_id: int) -> HttpResponse:
    """The recordings of a match, and the form that opens one."""
    tournament = access_tournament(request.user, slug)
    found, own, judge = access_match(request.user, tournament, match_id)
    recordings = list(recordings_of(found))
    begun = {one.game_number for one in recordings if one.state != one.State.VOID}
    games = tournament.policy.games
    free = [number for number in range(1, games + 1) if number not in begun]
    form = OpenForm(request.POST or None, judge=own is None, games=games, free=free)
    if request.method == "POST" and form.is_valid():
        actor = Actor(request.user, "player") if own is not None else judge
        answer = perform(
            request,
            recording_open,
            form=form,
            actor=actor,
            tournament=tournament,
            match_id=found.pk,
            game_number=form.cleaned_data["game_number"],
            mode=form.cleaned_data["mode"],
        )
        if answer is not None:
            return _opened(request, tournament, answer["recording"], new=answer["new"])
    context = page(
        request,
        tournament,
        tab="me" if own is not None else "judge",
        match=found,
        entry=own,
        form=form,
        free=free,
        recordings=[(one, ended_told(found, one)) for one in recordings],
        joins=next((one for one in recordings if own is not None and one.state == one.State.OPEN), None),
    )
    return render(request, "recordings/match.html", context, status=refused_status(form))


def _opened(request: HttpRequest, tournament: Tournament, number: int, *, new: bool) -> HttpResponse:
    """On to a recording that was opened; where one player writes for both, on the phone that began it at once."""
    response = redirect("tournaments:recording", slug=tournament.slug, recording_id=number)
    access = access_recording(request, tournament, number)
    begins = new and access.device is None and access.seat is not None
    if begins and access.recording.mode == Recording.Mode.SCRIBE:
        device_id, secret = own_device(request, tournament, access)
        set_device(response, request, number, tournament.slug, device_id, secret)
    return response


@kept_offline
@never_cache
@require_http_methods(["GET", "POST"])
@tells_what_is_unreadable
def screen(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """The screen on which a game is recorded; a post is one tap of somebody without script."""
    tournament = access_tournament(request.user, slug)
    access = access_recording(request, tournament, recording_id)
    if request.method == "POST":
        return _tap(request, tournament, access)
    sight = Sight(access, language_of_page())
    table, state = table_of(sight.game.key), with_texts(sight.state())
    context = page(
        request,
        tournament,
        tab="me",
        recording=access.recording,
        match=access.recording.match,
        access=access,
        state=state,
        call_words=call_words(judge_here=has_judge(tournament)),
        time_ends=time_ends(access.recording.match),
    )
    context |= table.context(request.GET, sight, state)
    if table.by_form:
        context |= _for_the_script(sight, context["call_words"])
    return render(request, table.template, context)


def _for_the_script(sight: Sight, words: object) -> Context:
    """What the script needs that makes the same page on a phone without network."""
    game = sight.game
    told = {"game": game.key, "package": game.package, "addresses": sight.addresses, "call_words": words}
    return {
        "urls": sight.urls("state", "entries", "device", "heard", "offline"),
        "told": compact(told),
    }


def _tap(request: HttpRequest, tournament: Tournament, access: Access) -> HttpResponse:
    """Write one entry for somebody whose browser runs no script: the button holds the whole line.

    Where the line leaves a choice open, a page of forms asks for it next.
    """
    here = reverse(
        "tournaments:recording", kwargs={"slug": tournament.slug, "recording_id": access.recording.pk}
    )
    table = table_of(key_of(bytes(access.recording.opening)))
    response = redirect(f"{here}{table.place}")
    asked = line_in(request.POST.get("body", ""))
    try:
        device_id, secret = own_device(request, tournament, access)
        if secret:
            set_device(response, request, access.recording.pk, tournament.slug, device_id, secret)
        if "take" in request.POST:
            return response
        sight = Sight(access, language_of_page())
        entry = with_the_choice(
            request.POST, typed(request, access, device_id), sight.session.pool, table.said
        )
        entry["body"] = with_what_nobody_knows(sight.session, entry["body"])
        table.require_new(sight, entry)
        answer = recording_write(
            actor=Actor(access.user if access.user.is_authenticated else None, "recorder"),
            tournament=tournament,
            recording_id=access.recording.pk,
            device_id=device_id,
            entries=[entry],
        )
        ack = Sight(access, language_of_page()).worded(answer["acks"][0])
        if ack["status"] == "refused":
            if (ack.get("problem") or {}).get("need") is None or not table.by_form:
                raise UserError(ack["error"], ack["text"])
            response["Location"] = question_place(here, entry["body"])
    except UserError as error:
        show_problems(request, error)
        if error.code in NO_SUCH_CARD and "written" in request.POST and asked is not None:
            response["Location"] = question_place(here, asked)
    return response


def own_device(request: HttpRequest, tournament: Tournament | None, access: Access) -> tuple[int, str]:
    """The device of this browser, made now if it has none; the secret only of a new one.

    A form is signed by nobody, so it is no word of a phone with a key: it becomes another one, and that one is told.
    """
    if access.device is not None and not access.device.public_key:
        return access.device.pk, ""
    secret = secrets.token_urlsafe(24)
    answer = recording_device(
        actor=Actor(request.user, "recorder"),
        tournament=tournament,
        recording_id=access.recording.pk,
        secret_sha256=secret_hash(secret),
        session=session_of(request),
        table=access.recording.mode != Recording.Mode.TWO_PHONES,
    )
    return int(answer["device"]), secret


def typed(request: HttpRequest, access: Access, device_id: int) -> Json:
    """The entry that a button of the form without script sends."""
    said = said_by(request.POST)
    own = access.recording.entries.filter(device_id=device_id)
    if own.filter(seq__gt=said["base"]).exists():  # a second tap on a page that was sent already
        raise UserError("old_page", _("This was already written. The page now shows the game as it stands."))
    number = own.count() + 1
    check_entry(Incoming(device_seq=number, **said))
    return {"device_seq": number, **said}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def pair(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """A code for another phone of their own seat, as text and as a QR code; shown once."""
    tournament = access_tournament(request.user, slug)
    access = access_recording(request, tournament, recording_id)
    context = page(request, tournament, tab="me", recording=access.recording, access=access)
    if request.method == "POST":
        code = "".join(secrets.choice(CODE_SIGNS) for _sign in range(CODE_LENGTH))
        made = perform(
            request,
            recording_pair,
            actor=Actor(request.user, "player"),
            tournament=tournament,
            recording_id=recording_id,
            code_sha256=secret_hash(code),
            table=bool(request.POST.get("table")),
        )
        if made is not None:
            path = reverse("tournaments:recording_join", kwargs={"slug": slug, "recording_id": recording_id})
            link = request.build_absolute_uri(f"{path}?code={code}")
            context |= {
                "code": code,
                "link": link,
                "qr": segno.make(link, error="m").svg_data_uri(scale=4, border=2),
            }
    return render(request, "recordings/pair.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """Another phone takes the code; it needs no account."""
    tournament = access_tournament(request.user, slug)
    form = CodeForm(request.POST or None, initial={"code": request.GET.get("code", "")[:40]})
    if request.method == "POST" and form.is_valid():
        secret = secrets.token_urlsafe(24)
        try:
            answer = recording_join(
                actor=Actor(None, "recorder"),
                tournament=tournament,
                recording_id=recording_id,
                code_sha256=secret_hash(form.cleaned_data["code"].strip().upper()),
                secret_sha256=secret_hash(secret),
            )
        except UserError as error:
            show_problems(request, UserError("no_code", error.message, field="code"), form)
        else:
            response = redirect("tournaments:recording", slug=slug, recording_id=recording_id)
            set_device(response, request, recording_id, slug, answer["device"], secret)
            return response
    context = page(request, tournament, tab="me", form=form)
    return render(request, "recordings/join.html", context, status=refused_status(form))


@never_cache
@require_http_methods(["GET", "POST"])
@tells_what_is_unreadable
def sign(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """The result of a recorded game with the hash of its log, for the player's signature."""
    tournament = access_tournament(request.user, slug)
    access = access_recording(request, tournament, recording_id)
    if request.method == "POST":
        said = _objection(request.POST)
        if said is not None:
            return _signed(request, tournament, access, journal.CONFIRM, said)
        form = SignForm(request.POST)
        if form.is_valid():
            body = {"log_sha256": form.cleaned_data["log_sha256"]}
            return _signed(request, tournament, access, journal.SIGN, body)
    sight = Sight(access, language_of_page())
    state = sight.state()
    names, result = state["names"], access.recording.result
    players = [
        {"seat": seat, "name": names.get(entry.key, entry.key)} for seat, entry in enumerate(access.players)
    ]
    signed = {one["seat"]: one for one in state["signed"]}
    context = page(
        request,
        tournament,
        tab="me",
        recording=access.recording,
        access=access,
        state=state,
        result=result,
        game=sight.session.header.game,
        winners=[one["name"] for one in players if result and one["seat"] in result["winners"]],
        players=[one | {"signed": signed.get(one["seat"])} for one in players],
        unsaid=sight.unsaid() if access.seat not in signed else [],
        objections=[
            one | {"names": ", ".join(players[seat]["name"] for seat in one["seats"])}
            for one in state["objections"]
        ],
        deviations=[line for line in state["screen"]["lines"] if line["status"] in ("deviation", "agreed")],
        recorded=_to_report(access),
    )
    return render(request, "recordings/sign.html", context)


def _to_report(access: Access) -> Recorded | None:
    """What this player reports of it now with one tap; None for who has no seat of their own there."""
    own = access.players[access.seat] if access.seat is not None else None
    match = access.recording.match
    if own is None or match is None or own.user_id != access.user.pk:
        return None
    return recorded_at(match, own)


def _objection(said: QueryDict) -> Json | None:
    """What a form says of one line that somebody else wrote: that it is ``not`` so, or ``right`` after all."""
    for name in ("not", "right"):
        number = str(said.get(name, ""))
        if number.isascii() and number.isdigit():
            return {"upto": 0, name: int(number[:9])}
    return None


def _signed(
    request: HttpRequest, tournament: Tournament, access: Access, kind: str, body: Json
) -> HttpResponse:
    """Write what the owner of a seat alone says: a signature, or an objection."""
    response = redirect("tournaments:recording_sign", slug=tournament.slug, recording_id=access.recording.pk)
    try:
        device_id, secret = _signing_device(request, tournament, access)
        if secret:
            set_device(response, request, access.recording.pk, tournament.slug, device_id, secret)
        number = access.recording.entries.filter(device_id=device_id).count() + 1
        entry = {"device_seq": number, "base": access.recording.head, "kind": kind}
        answer = recording_write(
            actor=Actor(access.user if access.user.is_authenticated else None, "recorder"),
            tournament=tournament,
            recording_id=access.recording.pk,
            device_id=device_id,
            entries=[entry | {"body": body}],
        )
        ack = answer["acks"][0]
        if ack["status"] == "refused":
            raise UserError(ack["error"], ack["text"])
    except UserError as error:
        show_problems(request, error)
    return response


def _signing_device(request: HttpRequest, tournament: Tournament, access: Access) -> tuple[int, str]:
    """The device of their own seat, made now if there is none; the secret only where it is this browser's first.

    Whoever writes for the whole table signs for nobody else: their browser stays the table's, and the signature comes
    from a device of their own that writes nothing else.
    """
    if access.seat is None:
        raise PermissionDenied
    own = access.device is not None and access.device.seat is not None
    if access.device is not None and own and not access.device.public_key:
        return access.device.pk, ""
    secret = secrets.token_urlsafe(24)
    answer = recording_device(
        actor=Actor(request.user, "recorder"),
        tournament=tournament,
        recording_id=access.recording.pk,
        secret_sha256=secret_hash(secret),
        session=session_of(request),
    )
    return int(answer["device"]), secret if access.device is None or own else ""


@never_cache
@require_safe
@tells_what_is_unreadable
def log(request: HttpRequest, slug: str, recording_id: int) -> HttpResponse:
    """The log as it stands, byte for byte what is signed."""
    tournament = access_tournament(request.user, slug)
    access = access_recording(request, tournament, recording_id)
    response = HttpResponse(Sight(access, "en").session.log(), content_type="application/x-ndjson")
    response["Content-Disposition"] = f'attachment; filename="recording-{access.recording.pk}.jsonl"'
    return response

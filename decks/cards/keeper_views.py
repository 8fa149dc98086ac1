"""The pages of a keeper: cards, rulings, sets, lists, pools and files. Everybody else gets 403, or signs in first."""

from collections.abc import Callable
from datetime import date
from functools import wraps

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.errors import StaleError, UserError
from ledger.people import signed_in
from ledger.selectors import history
from ledger.shapes import Context
from ledger.web import REFUSED, language_of_page, optional_part, show_problems, submission_key, whole_number
from rules_engine.games import game_of
from rules_engine.kernel.card_sheet import SEVERAL, CardField

from . import forms, legality_services, services
from .change_words import told
from .desks import Desk, Printed, desk_of
from .files import FORMS, MAX_BYTES, SHOWN, as_csv, as_json, decoded, form_of
from .models import CardImport, CardSet, LegalityEntry, LegalityList, PoolSnapshot
from .pools import USUAL, other_games
from .printing_services import card_reprint
from .questions import proposed
from .reading import read_entry
from .selectors import card_link, entered_link, limit_words, name_of
from .views import card_or_404, is_keeper

View = Callable[..., HttpResponse]
CHANGES_SHOWN = 50


def keeper_only(view: View) -> View:
    """Let keepers in; people without an account sign in first."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not is_keeper(request):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


def posted(request: HttpRequest) -> QueryDict | None:
    """What was sent, for a form; None when the page is only opened."""
    return request.POST if request.method == "POST" else None


@keeper_only
@require_safe
def keeper(request: HttpRequest) -> HttpResponse:
    """What a keeper can do, and what was done last."""
    changes = told(history(services.CATALOGUE, CHANGES_SHOWN))
    context = {
        "changes": changes,
        "other_games": other_games(),
        "proposed": optional_part("keeper.proposed", proposed, None),
    }
    return render(request, "decks/catalogue/keeper.html", context)


# --- cards ---------------------------------------------------------------------------------------------


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def card_new(request: HttpRequest, game: str = USUAL) -> HttpResponse:
    """Type in a new card."""
    desk = desk_of(game)
    return _card_page(request, desk, forms.CardForm(desk.file.sheet, posted(request)), None)


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def card_edit(request: HttpRequest, number: str, game: str = USUAL) -> HttpResponse:
    """Print a card anew, with a reason."""
    desk = desk_of(game)
    printed = desk.printed(number)
    sheet = desk.file.sheet
    typed = {one.name: ", ".join(printed.parts[one.name]) for one in sheet.fields if _is_typed(one)}
    initial = {**printed.parts, **typed}
    form = forms.CardForm(sheet, posted(request), initial=initial, errata=True, dated=desk.dated)
    return _card_page(request, desk, form, printed)


def _is_typed(one: CardField) -> bool:
    """Several words that are typed with a comma between them, for there is no choice of them."""
    return one.kind == SEVERAL and not one.choices


def _card_page(
    request: HttpRequest, desk: Desk, form: forms.CardForm, printed: Printed | None
) -> HttpResponse:
    row, status = form.row(printed.parts if printed is not None else None), 200
    number, base = (printed.number, printed.revision) if printed is not None else ("", 0)
    if request.method == "POST" and form.is_valid():
        try:
            made = desk.publish(
                actor=services.keeper_of(signed_in(request)),
                key=submission_key(request),
                row=row,
                reason=form.cleaned_data.get("reason", ""),
                effective_on=form.cleaned_data.get("effective_on"),
                card=number,
                base=whole_number(request.POST.get("base", "")),
            )
            return redirect(desk.card_address(made["number"]))
        except UserError as error:
            show_problems(request, error, form)
            if isinstance(error, StaleError):
                status, base = 409, desk.newest(number)
    if request.method == "POST" and status != 409:
        base = whole_number(request.POST.get("base", ""))
    touched = form.is_bound or bool(number)
    context = {
        "game": game_of(desk.game),
        "form": form,
        "number": number,
        "heading": desk.heading(number),
        "base": base,
        "history": desk.history_address(number) if status == 409 else "",
        "reading_url": desk.address("card_reading"),
        "reading": desk.panel(read_entry(desk.file.sheet, row)) if touched else None,
    }
    return render(request, desk.template("edit"), context, status=status)


@keeper_only
@require_POST
def reading(request: HttpRequest, game: str = USUAL) -> HttpResponse:
    """What the engine understands of a card that is being typed: the box beside the form."""
    desk = desk_of(game)
    row = forms.CardForm(desk.file.sheet, request.POST).row()
    found = read_entry(desk.file.sheet, row)
    return render(request, desk.template("reading"), {"reading": desk.panel(found)})


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def ruling(request: HttpRequest, number: str) -> HttpResponse:
    """Give a ruling on a card, or withdraw one."""
    card = card_or_404(number)
    withdraw = request.POST.get("withdraw", "")
    form = forms.RulingForm(None if withdraw else posted(request))
    if request.method == "POST":
        try:
            if withdraw:
                services.ruling_withdraw(
                    actor=services.keeper_of(signed_in(request)),
                    key=submission_key(request),
                    number=card.number,
                    ruling=whole_number(withdraw),
                )
                return redirect("decks:card", card.short)
            if form.is_valid():
                services.ruling_give(
                    actor=services.keeper_of(signed_in(request)),
                    key=submission_key(request),
                    number=card.number,
                    **form.cleaned_data,
                )
                return redirect("decks:card", card.short)
        except UserError as error:
            if withdraw:
                return redirect("decks:card", card.short)
            show_problems(request, error, form)
    name = name_of(card, language_of_page())
    title = _("A ruling on %(name)s") % {"name": name}
    return _form_page(request, form, title, _("Give this ruling"), card_link(card, language_of_page()))


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def reprint(request: HttpRequest, number: str) -> HttpResponse:
    """Say that a card was printed again under another number."""
    card = card_or_404(number)
    form = forms.ReprintForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            card_reprint(
                actor=services.keeper_of(signed_in(request)),
                key=submission_key(request),
                card=card.number,
                **form.cleaned_data,
            )
            return redirect("decks:card", card.short)
        except UserError as error:
            show_problems(request, error, form)
    title = _("A reprint of %(name)s") % {"name": name_of(card, language_of_page())}
    return _form_page(request, form, title, _("Add this printing"), card_link(card, language_of_page()))


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def set_edit(request: HttpRequest, code: str) -> HttpResponse:
    """Name a set and say when it came out."""
    found = get_object_or_404(CardSet, code=code)
    mark = services.set_mark(found)
    form = forms.SetForm(posted(request), instance=found, initial={"mark": mark})
    if request.method == "POST" and form.is_valid():
        try:
            services.set_describe(
                actor=services.keeper_of(signed_in(request)),
                key=submission_key(request),
                code=code,
                **form.cleaned_data,
            )
            return redirect("decks:sets")
        except StaleError as error:
            form = forms.SetForm({**request.POST.dict(), "mark": mark}, instance=found)
            show_problems(request, error, form)
    return _form_page(request, form, _("Set %(code)s") % {"code": code}, _("Save this"), None)


def _form_page(
    request: HttpRequest, form: object, title: str, button: str, card: dict[str, str] | None
) -> HttpResponse:
    context = {"form": form, "title": title, "button": button, "card": card}
    return render(request, "decks/catalogue/form.html", context)


# --- lists and pools -----------------------------------------------------------------------------------


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def legality(request: HttpRequest) -> HttpResponse:
    """The lists of banned and restricted cards: see, begin, add, end."""
    action = request.POST.get("action", "")
    new_list = forms.ListForm(request.POST if action == "list" else None, prefix="list")
    entry = forms.EntryForm(request.POST if action == "entry" else None, prefix="entry")
    if request.method == "POST" and action in ("list", "entry", "end"):
        form: Form = new_list if action == "list" else entry
        try:
            if action == "end":
                _end_entry(request)
                return redirect("decks:legality")
            if form.is_valid():
                values = dict(form.cleaned_data)
                if action == "list":
                    legality_services.legality_list_create(
                        actor=services.keeper_of(signed_in(request)), key=submission_key(request), **values
                    )
                else:
                    values["of"] = values["of"].key
                    legality_services.legality_set(
                        actor=services.keeper_of(signed_in(request)), key=submission_key(request), **values
                    )
                return redirect("decks:legality")
        except UserError as error:
            if action == "end":
                messages.error(request, error.message)
                return redirect("decks:legality")
            show_problems(request, error, form)
    context = {"lists": _lists(), "new_list": new_list, "entry": entry, "today": services.today().isoformat()}
    return render(request, "decks/catalogue/legality.html", context)


def _end_entry(request: HttpRequest) -> None:
    text, day = request.POST.get("entry", ""), request.POST.get("ends_on", "")
    try:
        entry, ends_on = int(text[:18]), date.fromisoformat(day[:10])
    except ValueError:
        raise UserError("date", _("Choose the last day.")) from None
    legality_services.legality_end(
        actor=services.keeper_of(signed_in(request)),
        key=submission_key(request),
        entry=entry,
        ends_on=ends_on,
    )


def _lists() -> list[Context]:
    language = language_of_page()
    entries: dict[int, list[Context]] = {}
    for entry in LegalityEntry.objects.select_related("card", "of"):
        card = (
            card_link(entry.card, language)
            if entry.card
            else entered_link(entry.of.game, entry.number, language)
        )
        row = {"entry": entry, "card": card, "words": limit_words(entry.limit)}
        entries.setdefault(entry.of_id, []).append(row)
    return [
        {
            "list": listed,
            "game": game_of(listed.game),
            "name": listed.name_nl if language == "nl" and listed.name_nl else listed.name,
            "entries": entries.get(listed.pk, []),
        }
        for listed in LegalityList.objects.all()
    ]


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def pools(request: HttpRequest, game: str = USUAL) -> HttpResponse:
    """Freeze cards of today as a pool; see every frozen pool of the game."""
    desk = desk_of(game)
    form = desk.pool_form(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            desk.freeze(
                actor=services.keeper_of(signed_in(request)), key=submission_key(request), **form.cleaned_data
            )
            return redirect(desk.address("pools"))
        except UserError as error:
            show_problems(request, error, form)
    snapshots = PoolSnapshot.objects.filter(game=game).defer("cards")
    return render(request, "decks/catalogue/pools.html", {"form": form, "snapshots": snapshots})


# --- files ---------------------------------------------------------------------------------------------


@keeper_only
@require_safe
def export(request: HttpRequest, form: str, game: str = USUAL) -> HttpResponse:
    """All cards of the game that are kept here, as a file."""
    if form not in FORMS:
        raise Http404
    desk = desk_of(game)
    text = (as_json if form == "json" else as_csv)(desk.rows(), desk.file)
    kind = "application/json" if form == "json" else "text/csv; charset=utf-8"
    headers = {"Content-Disposition": f'attachment; filename="{desk.export_name}.{form}"'}
    return HttpResponse(text, content_type=kind, headers=headers)


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def import_file(request: HttpRequest, game: str = USUAL) -> HttpResponse:
    """Choose a file; what it would do is shown before anything is written."""
    desk = desk_of(game)
    form = forms.FileForm(posted(request), request.FILES if request.method == "POST" else None)
    plan = None
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        try:
            text = decoded(upload.read(MAX_BYTES + 1))
        except ValueError as error:
            form.add_error("file", str(error))
        else:
            kind = form_of(upload.name, text)
            plan = desk.plan(text, kind)
            if not plan.problems:
                kept = services.import_keep(
                    by=signed_in(request),
                    filename=upload.name,
                    text=text,
                    form=kind,
                    plan=plan.sha256,
                    game=game,
                )
                return redirect(desk.address("import_preview", kept.token))
    context = {"form": form, "plan": plan, "problems": plan.problems[:SHOWN] if plan else []}
    return render(request, "decks/catalogue/import.html", context, status=200 if plan is None else REFUSED)


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def import_preview(request: HttpRequest, token: str, game: str = USUAL) -> HttpResponse:
    """What a file would do, and the one button that does it."""
    desk = desk_of(game)
    kept = get_object_or_404(CardImport, token=token, by=request.user, game=game)
    form = forms.ConfirmForm(posted(request), dated=desk.dated)
    if request.method == "POST" and kept.outcome is not None:
        return redirect(desk.address("import_preview", token))
    if request.method == "POST" and form.is_valid():
        try:
            desk.apply(
                actor=services.keeper_of(signed_in(request)),
                key=submission_key(request),
                token=token,
                **form.cleaned_data,
            )
            return redirect(desk.address("import_preview", token))
        except UserError as error:
            show_problems(request, error, form)
    kept.refresh_from_db()
    context: Context = {"game": game_of(game), "kept": kept, "form": form}
    if kept.outcome is None:
        plan = desk.plan(kept.text, kept.form)
        context |= {"plan": plan, "faces": desk.previewed(plan)}
        if request.method == "POST" and plan.sha256 != kept.plan:
            services.import_previewed(by=signed_in(request), token=token, plan=plan.sha256)
    return render(request, desk.template("preview"), context)

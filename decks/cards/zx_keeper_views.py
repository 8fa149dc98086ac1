"""The pages of a keeper of Z/X cards: entering, changing, files and pools; as :mod:`.keeper_views`."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ledger.errors import StaleError, UserError
from ledger.shapes import Context
from ledger.web import REFUSED, language_of_page, show_problems, submission_key, whole_number
from rules_engine.zx.cardtext import print_text, read_text

from . import zx_services
from .files import FORMS, MAX_BYTES, SHOWN, decoded, form_of
from .forms import FileForm
from .keeper_views import keeper_only, posted
from .models import CardImport, ZxPoolSnapshot
from .services import import_keep, import_previewed, keeper_of
from .zx_faces import zx_face
from .zx_files import ZX, zx_as_csv, zx_as_json, zx_plan_of, zx_rows
from .zx_forms import ZxCardForm, ZxConfirmForm, ZxPoolForm
from .zx_pools import printed_zx
from .zx_reading import ZxReading, read_zx_row


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def zx_card_new(request: HttpRequest) -> HttpResponse:
    """Type in a new card of Z/X."""
    return _card_page(request, ZxCardForm(posted(request)), number="", base=0)


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def zx_card_edit(request: HttpRequest, number: str) -> HttpResponse:
    """Print a card that keepers entered anew, with a reason."""
    found = next(iter(printed_zx(number)), None)
    if found is None:
        raise Http404
    initial = {**found.parts, "tribes": ", ".join(found.parts["tribes"])}
    form = ZxCardForm(posted(request), initial=initial, errata=True)
    return _card_page(request, form, number=number, base=found.revision)


def _card_page(request: HttpRequest, form: ZxCardForm, *, number: str, base: int) -> HttpResponse:
    row, status = form.row(), 200
    if request.method == "POST" and form.is_valid():
        try:
            made = zx_services.zx_card_publish(
                actor=keeper_of(request.user),
                key=submission_key(request),
                row=row,
                reason=form.cleaned_data.get("reason", ""),
                card=number,
                base=whole_number(request.POST.get("base", "")) if number else None,
            )
            return redirect("decks:zx_card", made["number"])
        except UserError as error:
            show_problems(request, error, form)
            status = 409 if isinstance(error, StaleError) else 200
    if request.method == "POST" and status != 409:
        base = whole_number(request.POST.get("base", ""))
    touched = form.is_bound or bool(number)
    context = {
        "form": form,
        "number": number,
        "heading": _("Change a Z/X card") if number else _("A new Z/X card"),
        "base": base,
        "reading": _panel(read_zx_row(row)) if touched else None,
    }
    return render(request, "decks/catalogue/zx_edit.html", context, status=status)


@keeper_only
@require_POST
def zx_reading(request: HttpRequest) -> HttpResponse:
    """What the engine understands of a card of Z/X that is being typed, and the card drawn: the box beside the form."""
    found = read_zx_row(ZxCardForm(request.POST).row())
    return render(request, "decks/catalogue/zx_reading.html", {"reading": _panel(found)})


def _panel(found: ZxReading) -> Context:
    """What the box says: what is missing, which sentences are not understood, the text in Dutch, the drawn card."""
    understood = found.card is not None and not found.unread and found.card.text
    return {
        "problems": found.problems,
        "unread": found.unread if found.parts["manual"] else (),
        "printed": print_text(read_text(found.card.text), "nl")
        if found.card is not None and understood
        else "",
        "face": zx_face(found.card, language_of_page(), link=False, kept=False)
        if found.card is not None
        else None,
    }


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def zx_pools(request: HttpRequest) -> HttpResponse:
    """Freeze the entered cards of today as a pool of Z/X; see every frozen pool."""
    form = ZxPoolForm(posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            zx_services.zx_pool_freeze(
                actor=keeper_of(request.user), key=submission_key(request), **form.cleaned_data
            )
            return redirect("decks:zx_pools")
        except UserError as error:
            show_problems(request, error, form)
    context = {"form": form, "snapshots": ZxPoolSnapshot.objects.defer("cards")}
    return render(request, "decks/catalogue/pools.html", context)


# --- files ---------------------------------------------------------------------------------------------


@keeper_only
@require_safe
def zx_export(request: HttpRequest, form: str) -> HttpResponse:
    """The cards that keepers entered as a ``zx-cards/1`` file."""
    if form not in FORMS:
        raise Http404
    text = zx_as_json(zx_rows()) if form == "json" else zx_as_csv(zx_rows())
    kind = "application/json" if form == "json" else "text/csv; charset=utf-8"
    headers = {"Content-Disposition": f'attachment; filename="zx-cards.{form}"'}
    return HttpResponse(text, content_type=kind, headers=headers)


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def zx_import(request: HttpRequest) -> HttpResponse:
    """Choose a file of Z/X cards; what it would do is shown before anything is written."""
    form = FileForm(posted(request), request.FILES if request.method == "POST" else None)
    plan = None
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        try:
            text = decoded(upload.read(MAX_BYTES + 1))
        except ValueError as error:
            form.add_error("file", str(error))
        else:
            kind = form_of(upload.name, text)
            plan = zx_plan_of(text, kind)
            if not plan.problems:
                kept = import_keep(
                    by=request.user, filename=upload.name, text=text, form=kind, plan=plan.sha256, game=ZX
                )
                return redirect("decks:zx_import_preview", kept.token)
    context = {"form": form, "plan": plan, "problems": plan.problems[:SHOWN] if plan else []}
    return render(request, "decks/catalogue/import.html", context, status=200 if plan is None else REFUSED)


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def zx_import_preview(request: HttpRequest, token: str) -> HttpResponse:
    """What a file of Z/X cards would do, each card drawn, and the one button that does it."""
    kept = get_object_or_404(CardImport, token=token, by=request.user, game=ZX)
    form = ZxConfirmForm(posted(request))
    if request.method == "POST" and kept.outcome is not None:
        return redirect("decks:zx_import_preview", token)
    if request.method == "POST" and form.is_valid():
        try:
            zx_services.zx_import_apply(
                actor=keeper_of(request.user), key=submission_key(request), token=token, **form.cleaned_data
            )
            return redirect("decks:zx_import_preview", token)
        except UserError as error:
            show_problems(request, error, form)
    kept.refresh_from_db()
    context: Context = {"kept": kept, "form": form}
    if kept.outcome is None:
        plan = zx_plan_of(kept.text, kept.form)
        fresh = [reading.card for reading in (*plan.added, *plan.changed) if reading.card is not None]
        context |= {
            "plan": plan,
            "faces": [zx_face(card, language_of_page(), link=False, kept=False) for card in fresh[:SHOWN]],
        }
        if request.method == "POST" and plan.sha256 != kept.plan:
            import_previewed(by=request.user, token=token, plan=plan.sha256)
    return render(request, "decks/catalogue/zx_preview.html", context)

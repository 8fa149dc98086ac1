"""A card for a contest: made with the card editor, read by the engine while it is typed, sent in and taken back."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from decks.cards.desks import desk_of
from decks.cards.entered import sheet_of
from decks.cards.reading import CardParts, marked
from ledger.commands import Actor
from ledger.errors import Problem
from ledger.people import signed_in
from ledger.shapes import Arguments, Context
from ledger.web import language_of_page, perform, refused_status

from . import entry_services as services
from .access import Seen, access_contest, takes_part
from .faces import shown_entry
from .forms import EntryForm
from .models import ContestEntry, new_code
from .selectors import own_entry
from .stages import Stage

MAKER = "maker"


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def my_entry(request: HttpRequest, number: int) -> HttpResponse:
    """The reader's own card of a contest."""
    user = signed_in(request)
    seen = access_contest(user, number)
    if not takes_part(user):
        raise Http404
    entry, do = own_entry(seen.contest, user), request.POST.get("do", "")
    living = entry if entry is not None and entry.withdrawn_at is None else None
    form = _form(request, seen, living, typed=do in ("send", "try"))
    if _done(request, seen, form, do):
        return redirect("community:contest_entry", number=number)
    context: Context = {
        "contest": seen.contest,
        "seen": seen,
        "entry": living,
        "excluded": entry is not None and entry.excluded_at is not None,
        "shown": shown_entry(seen.contest, living) if living is not None else None,
        "open": seen.stage == Stage.ENTRIES
        and not seen.judges
        and (living is None or not living.excluded_at),
        "form": form,
        "reading": _read(seen, form, living, played=do == "try") if do in ("send", "try") or living else None,
    }
    status = refused_status(form) if do == "send" else 200
    return render(request, "community/contest_entry.html", context, status=status)


def _done(request: HttpRequest, seen: Seen, form: EntryForm, do: str) -> bool:
    """Submit the card, or withdraw it; whether that was done."""
    said: Arguments = {"actor": Actor(signed_in(request), MAKER), "contest": seen.contest}
    if do == "withdraw":
        done = _("Your card is withdrawn.")
        return perform(request, services.entry_withdraw, done=done, **said) is not None
    if do != "send" or not form.is_valid():
        return False
    said |= {"row": _row(seen, form), "agreed": form.agreed()}
    done = _("Your card is in. You can change it until the last day.")
    return perform(request, services.entry_enter, form=form, done=done, **said) is not None


@login_required
@never_cache
@require_POST
def reading(request: HttpRequest, number: int) -> HttpResponse:
    """What the engine understands of a card that is being typed: the box beside the form."""
    user = signed_in(request)
    seen = access_contest(user, number)
    if not takes_part(user):
        raise Http404
    form = _form(request, seen, None, typed=True)
    context = {"reading": _read(seen, form, own_entry(seen.contest, user), played=False)}
    return render(request, "community/_contest_reading.html", context)


def _form(request: HttpRequest, seen: Seen, entry: ContestEntry | None, *, typed: bool) -> EntryForm:
    initial = EntryForm.filled(entry) if entry is not None else {}
    return EntryForm(sheet_of(seen.contest.game), request.POST if typed else None, initial=initial)


def _row(seen: Seen, form: EntryForm) -> CardParts:
    return desk_of(seen.contest.game).in_english(form.row())[0]


def _read(seen: Seen, form: EntryForm, entry: ContestEntry | None, *, played: bool) -> Context:
    """What is understood of a card: its face, what is wrong with it, and, when that was asked, how it is played."""
    desk = desk_of(seen.contest.game)
    code = entry.code if entry is not None else new_code()
    row, dutch = desk.in_english(form.row())
    found = services.read_card(seen.contest, row, code)
    panel = desk.panel(found)
    if dutch:  # said of the words that were typed, not of the English there is not
        said = [
            Problem(f"text_{one.code}", one.text(language_of_page()), "text_nl", "305.2") for one in dutch
        ]
        others = [one for one in found.problems if one.field != "text"]
        panel |= {"problems": [*others, *said], "pieces": marked(str(row["text"]), dutch), "offered": None}
    face = None if found.card is None else desk.face(found.card) | {"number": "", "rarity": "", "set": ""}
    return {
        "language": "nl" if dutch else "en",
        "problems": panel["problems"],
        "pieces": panel.get("pieces"),
        "offered": panel.get("offered"),
        "face": face,
        "tried": desk.played(found.card) if played and found.card is not None else None,
    }

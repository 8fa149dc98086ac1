"""The fee, who paid it, and the till: for whoever takes money, and for whoever counts it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ledger.commands import Actor
from ledger.shapes import Arguments, Context
from ledger.web import REFUSED, perform, refused_status, whole_number, words_asked
from tournaments.entries.models import Entry
from tournaments.events.access import Right, access_tournament, require_right
from tournaments.events.models import Tournament
from tournaments.events.page import may, page

from .amounts import cents_of, money, typed
from .asking import pay_back
from .fee_services import fee_set
from .forms import CountForm, FeeForm
from .leaves import leaf
from .models import Booking, Fee
from .online import provider
from .payment_services import AT_THE_DESK, payment_refund, payment_reverse, payment_take
from .prices import prices_of
from .selectors import FeeRow, bookings, fee_of, fee_rows, rows_with_people, sheet_of
from .till_services import till_close

Kind, Method = Booking.Kind, Booking.Method


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def fees(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has paid and who has not; with ``?entry=`` one player, from whom the fee is taken here."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.DOOR)
    status = 200
    if request.method == "POST":
        if _take(request, tournament, actor):
            return redirect("tournaments:fees", slug=slug)
        status = REFUSED
    fee = fee_of(tournament)
    rows = fee_rows(tournament, fee) if fee is not None else []
    query = words_asked(request, 60)
    number = whole_number(request.POST.get("entry", "") or request.GET.get("entry", ""))
    context = page(
        request,
        tournament,
        fee=fee,
        **leaf(request, [row for row in rows if query.casefold() in row.search]),
        paid=sum(row.account.paid for row in rows),
        count=len(rows),
        query=query,
        online=provider(),
    )
    chosen = next((row for row in rows if row.entry.number == number), None)
    if fee is not None and chosen is not None:
        context |= _chosen(tournament, fee, chosen, may(context, Right.TILL))
    return render(request, "money/fees.html", context, status=status)


def _chosen(tournament: Tournament, fee: Fee, row: FeeRow, counts: bool) -> Context:
    """One player with every price they may pay, and for the till the rows of their books."""
    prices = [
        {
            "cents": one.cents,
            "words": money(one.cents, fee.currency),
            "reduction": one.reduction,
            "why": one.why,
        }
        for one in prices_of(fee, row.entry)
    ]
    rows = rows_with_people(bookings(tournament, entry=row.entry)) if counts else []
    standing = {one.pk: left for one, left in row.account.standing}
    undone = {one.about_id for one in rows if one.kind == Kind.REVERSAL}
    return {
        "chosen": row,
        "prices": prices,
        "methods": [(one.value, one.label) for one in AT_THE_DESK],
        "books": [_book(one, standing.get(one.pk, 0), one.pk in undone) for one in rows],
    }


def _book(row: Booking, left: int, undone: bool) -> Context:
    online = row.payment_id is not None
    settled = row.kind == Kind.FEE and left != row.cents
    return {
        "row": row,
        "words": money(row.cents, row.currency),
        "undone": undone,
        "left": typed(left) if left > 0 else "",
        "online": online,
        "may_undo": not (undone or online or settled or row.kind == Kind.REVERSAL),
    }


def _take(request: HttpRequest, tournament: Tournament, actor: Actor) -> bool:
    """Take the fee of the one who was chosen, by the price and the way that were pressed."""
    number = whole_number(request.POST.get("entry", ""))
    entry = Entry.objects.filter(tournament=tournament, number=number).first()
    reduction, _colon, cents = request.POST.get("price", "").partition(":")
    answer = perform(
        request,
        payment_take,
        actor=actor,
        tournament=tournament,
        entry_id=entry.pk if entry is not None else 0,
        method=request.POST.get("method", "")[:10],
        reduction=reduction[:10],
        cents=whole_number(cents, -1),
        done=_("%(name)s has paid.") % {"name": entry.name} if entry is not None else "",
    )
    return answer is not None


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def fee(request: HttpRequest, slug: str) -> HttpResponse:
    """What the tournament costs."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.EDIT)
    form = FeeForm(request.POST if request.method == "POST" else None, fee=fee_of(tournament))
    if request.method == "POST" and form.is_valid():
        done = _("The fee is saved.")
        said = dict(form.cleaned_data)
        if perform(request, fee_set, form=form, actor=actor, tournament=tournament, done=done, **said):
            return redirect("tournaments:fee", slug=slug)
    context = page(request, tournament, form=form, online=provider())
    return render(request, "money/fee.html", context, status=refused_status(form))


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def till(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet of a till (``?till=``, else the open one): by way and by taker, counted and closed here.

    Its rows come page by page; with ``?all=1`` all of them, for paper: a sheet that is signed is whole.
    """
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.TILL)
    form = CountForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        number = whole_number(request.POST.get("till", ""))
        shown = whole_number(request.POST.get("rows", ""), -1)
        values: Arguments = {"till": number, "rows": shown, **form.values()}
        if perform(
            request,
            till_close,
            form=form,
            actor=actor,
            tournament=tournament,
            done=_("The till is closed."),
            **values,
        ):
            return redirect(f"{reverse('tournaments:till', args=[slug])}?till={number}")
    sheet = sheet_of(tournament, whole_number(request.GET.get("till", "")))
    rows = _with_words(sheet.rows)
    listed: Context = {"rows": rows} if request.GET.get("all") else leaf(request, rows)
    context = page(request, tournament, sheet=sheet, form=form, **listed)
    return render(request, "money/till.html", context, status=refused_status(form))


def _with_words(rows: list[Booking]) -> list[tuple[Booking, str]]:
    return [(row, money(row.cents, row.currency) if row.method != Method.GOODS else "") for row in rows]


@login_required
@never_cache
@require_POST
def row_action(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Undo a row of the books, or pay a fee back: the way it came, or as it is said."""
    tournament = access_tournament(request.user, slug)
    actor = require_right(request.user, tournament, Right.TILL)
    row = Booking.objects.filter(tournament=tournament, number=number).select_related("entry").first()
    said: Arguments = {"actor": actor, "tournament": tournament}
    if request.POST.get("do") == "undo":
        said |= {"booking": number, "reason": request.POST.get("reason", "")[:200]}
        perform(request, payment_reverse, done=_("The row is undone."), **said)
    elif row is not None and row.method == Method.ONLINE:
        perform(request, _pay_back_online, done=_("The money goes back online."), booking=number, **said)
    else:
        perform(
            request, _pay_back, done=_("The money is paid back."), booking=number, said=request.POST, **said
        )
    place = reverse("tournaments:fees", args=[slug])
    return redirect(f"{place}?entry={row.entry.number}" if row is not None else place)


def _pay_back(*, key: str | None, said: QueryDict, **params: object) -> bool:
    """Pay back at the desk, the amount that was typed or all of it."""
    text = said.get("cents", "").strip()[:12]
    cents = cents_of(text, "cents") if text else None
    payment_refund(key=key, method=said.get("method", "")[:10], cents=cents, **params)
    return True


def _pay_back_online(*, key: str | None, actor: Actor, tournament: Tournament, booking: int) -> bool:
    pay_back(actor, tournament, booking, key)
    return True

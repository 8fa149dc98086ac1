"""Pages of the opened cards in limited play: record them, pass a signing address on, sign as the second person.

Who signs for somebody else gets there by an address that only the owner and staff can see: it holds a token of this
pool and revision. So a pool stays as secret as a deck list, and the verifier at the table still reads what they sign.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from decks.cards.pools import card_pool
from decks.lists.web import ErrorItem
from decks.registration.lists import Group, grouped, list_text
from decks.registration.models import OpenedPool
from ledger.commands import Actor
from ledger.errors import UserError
from ledger.people import signed_in
from ledger.web import REFUSED, submission_key, whole_number
from tournaments.entries.models import Entry
from tournaments.entries.reading_services import POOL, note_reading
from tournaments.events.access import access_tournament
from tournaments.events.models import Tournament
from tournaments.events.page import page
from tournaments.events.policy import LIMITED

from .access import list_reader, own_list_closed
from .pool_services import OPENER, ROLES, VERIFIER, opened_pool_record, opened_pool_sign
from .rules import opened_pool
from .selectors import own_deck_entry, registration_of, sheet_entry
from .views import secret_form

SALT = "tournaments.entries.opened_pool"
TOKEN_SECONDS = 6 * 3600


def sign_token(pool: OpenedPool) -> str:
    """The part of an address with which somebody else may read and sign this pool as it stands, for six hours."""
    return signing.dumps([pool.pk, pool.revision], salt=SALT)


def pool_of_token(token: str) -> OpenedPool | None:
    """The pool of such an address; None for a false, old or outdated one."""
    try:
        pk, revision = signing.loads(token, salt=SALT, max_age=TOKEN_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return OpenedPool.objects.filter(pk=pk, revision=revision).select_related("registration").first()


@secret_form
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def own_pool(request: HttpRequest, slug: str) -> HttpResponse:
    """A limited player's opened cards: record and sign them as the opener, show the address for the verifier."""
    tournament = access_tournament(request.user, slug)
    entry = own_deck_entry(signed_in(request), tournament)
    if entry is None or registration_of(entry).format != LIMITED or own_list_closed(tournament, entry):
        raise Http404
    return _page(request, tournament, entry, Actor(request.user, "player"), "tournaments:pool")


@secret_form
@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def desk_pool(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The opened cards of one player, recorded or signed by a judge at the desk."""
    tournament = access_tournament(request.user, slug)
    actor = list_reader(request.user, tournament)
    entry = sheet_entry(tournament, number) if actor is not None else None
    if actor is None or entry is None or registration_of(entry).format != LIMITED:
        raise Http404
    note_reading(actor, tournament, POOL, [entry])
    return _page(request, tournament, entry, actor, "tournaments:desk_pool")


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def sign_pool(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The second person reads the cards and signs that they are right."""
    tournament = access_tournament(request.user, slug)
    pool = pool_of_token(token)
    entry = (
        Entry.objects.filter(tournament=tournament, registration=pool.registration).first() if pool else None
    )
    if pool is None or entry is None:
        raise Http404
    errors: list[ErrorItem] = []
    if request.method == "POST":
        errors = _sign(request, tournament, entry, Actor(request.user, "player"), pool.revision)
        if not errors:
            messages.success(request, _("Signed. Thank you for checking."))
            return redirect("tournaments:detail", slug=slug)
    context = page(
        request,
        tournament,
        tab="me",
        entry=entry,
        pool=pool,
        errors=errors,
        own=entry.user_id == request.user.pk,
    )
    context["groups"] = _groups(pool)
    return render(request, "submissions/pool_sign.html", context, status=REFUSED if errors else 200)


def _page(
    request: HttpRequest, tournament: Tournament, entry: Entry, actor: Actor, address: str
) -> HttpResponse:
    arguments = [tournament.slug] if address == "tournaments:pool" else [tournament.slug, entry.number]
    pool = opened_pool(registration_of(entry))
    errors: list[ErrorItem] = []
    text = request.POST.get("text", "").replace("\r\n", "\n").replace("\r", "\n")
    if request.method == "POST":
        if request.POST.get("role"):
            errors = _sign(request, tournament, entry, actor, whole_number(request.POST.get("revision", "")))
        else:
            errors = _record(request, tournament, entry, actor, text)
        if not errors:
            return redirect(address, *arguments)
    language = get_language() or "en"
    if not text and pool is not None:
        of = pool.registration
        text = list_text(card_pool(of.game, of.pool_key), pool.cards, {}, language, of.game)
    context = page(
        request,
        tournament,
        tab="me" if address == "tournaments:pool" else "judge",
        entry=entry,
        pool=pool,
        text=text[:60_000],
        errors=errors,
        groups=_groups(pool) if pool is not None else [],
        token=sign_token(pool) if pool is not None and not pool.signed else "",
        own=entry.user_id == request.user.pk,
        handed_in=registration_of(entry).current_id is not None,
        my_role=OPENER if entry.user_id == request.user.pk else VERIFIER,
    )
    return render(request, "submissions/pool.html", context, status=REFUSED if errors else 200)


def _record(
    request: HttpRequest, tournament: Tournament, entry: Entry, actor: Actor, text: str
) -> list[ErrorItem]:
    try:
        opened_pool_record(
            actor=actor, key=submission_key(request), tournament=tournament, number=entry.number, text=text
        )
    except UserError as error:
        return _errors(error)
    messages.success(request, _("The cards are recorded. Now two people must sign the list."))
    return []


def _sign(
    request: HttpRequest, tournament: Tournament, entry: Entry, actor: Actor, revision: int
) -> list[ErrorItem]:
    role = request.POST.get("role", "")
    try:
        opened_pool_sign(
            actor=actor,
            key=submission_key(request),
            tournament=tournament,
            number=entry.number,
            role=role if role in ROLES else "",
            revision=revision,
        )
    except UserError as error:
        return _errors(error)
    return []


def _errors(error: UserError) -> list[ErrorItem]:
    return [{"text": item.message, "rule": item.rule, "field_id": "pool-text"} for item in error.problems]


def _groups(pool: OpenedPool) -> list[Group]:
    of = pool.registration
    return grouped(card_pool(of.game, of.pool_key), pool.cards, {}, get_language() or "en", of.game)

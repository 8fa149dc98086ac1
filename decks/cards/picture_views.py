"""Pictures of cards: the file for everybody, and the page where a keeper adds one or takes it away."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from ledger.errors import UserError
from ledger.people import signed_in
from ledger.shapes import Context
from ledger.web import language_of_page, refused_status, show_problems, submission_key, whole_number
from rules_engine.games import game_of
from rules_engine.x610z.cards import CardRevision, load_pool
from rules_engine.x610z.pictures.art import art_svg
from rules_engine.x610z.pool import POOLS

from . import forms
from .desks import Pictured, desk_of
from .faces import card_face, short_number
from .keeper_views import keeper_only, posted
from .models import CardPicture
from .picture_services import picture_add, picture_remove
from .pictures import MAX_BYTES, picture_bytes, shown
from .pools import USUAL
from .selectors import card_of, engine_card, picture_of, pictures_of, rulings_of
from .services import keeper_of

FOR_EVER = "public, max-age=31536000, immutable"
"""A picture never changes under its name; another picture has another name."""
A_DAY = "public, max-age=86400"
"""A drawn picture stays the same unless a keeper changes what is printed on its card."""


@require_safe
def picture_file(request: HttpRequest, name: str, size: str) -> HttpResponse:
    """One of the two files of a picture; 404 once it is taken away."""
    kept = CardPicture.objects.filter(name=name, removed_at=None).exists()
    content = picture_bytes(name, small=size == "small") if kept else None
    if content is None:
        raise Http404
    headers = {"Cache-Control": FOR_EVER, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(content, content_type="image/webp", headers=headers)


@require_safe
def art(_request: HttpRequest, number: str) -> HttpResponse:
    """The picture that is drawn from the card itself, for a card that nobody added one to."""
    found = card_of(number)
    return drawn_picture(art_svg(engine_card(found) if found is not None else _packaged_or_404(number)))


def drawn_picture(drawn: str) -> HttpResponse:
    """A drawn picture as a file."""
    headers = {"Cache-Control": A_DAY, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(drawn, content_type="image/svg+xml", headers=headers)


def _packaged_or_404(number: str) -> CardRevision:
    """The packaged card of that number: a game is shown with the pool it was played with, catalogue or not."""
    for name in POOLS:
        for card in load_pool(name).values():
            if number in (card.number, short_number(card)):
                return card
    raise Http404


@require_safe
def peek(request: HttpRequest, number: str) -> HttpResponse:
    """One card with its rulings and nothing around it: what a tap on a small face shows."""
    found, language = card_of(number), language_of_page()
    if found is None:
        context: Context = {"face": card_face(_packaged_or_404(number), language), "rulings": []}
    else:
        face = card_face(engine_card(found), language, picture=picture_of(found))
        context = {"face": face, "rulings": rulings_of(found, language)}
    return render(request, "decks/card_peek.html", context)


@keeper_only
@require_http_methods(["GET", "HEAD", "POST"])
def picture(request: HttpRequest, number: str, game: str = USUAL) -> HttpResponse:
    """Add a picture to a card, or take one away."""
    desk = desk_of(game)
    card = desk.pictured(number)
    removing = "remove" in request.POST
    files = request.FILES if request.method == "POST" else None
    form = forms.PictureForm(None if removing else posted(request), files, numbers=card.printings)
    try:
        if removing:
            _remove(request, game, card)
            return redirect(request.path)
        if form.is_valid():
            values = dict(form.cleaned_data)
            data = values.pop("file").read(MAX_BYTES + 1)
            picture_add(
                actor=keeper_of(signed_in(request)),
                key=submission_key(request),
                game=game,
                card=card.number,
                data=data,
                **values,
            )
            return redirect(card.url)
    except UserError as error:
        if removing:
            messages.error(request, error.message)
            return redirect(request.path)
        show_problems(request, error, form)
    rows = pictures_of(game, card.number).select_related("by", "removed_by")
    pictures = [(row, shown(row) if row.removed_at is None else None) for row in rows]
    context = {"card": card, "game": game_of(game), "form": form, "pictures": pictures}
    return render(request, "decks/catalogue/picture.html", context, status=refused_status(form))


def _remove(request: HttpRequest, game: str, card: Pictured) -> None:
    picture_remove(
        actor=keeper_of(signed_in(request)),
        key=submission_key(request),
        game=game,
        card=card.number,
        picture=whole_number(request.POST.get("remove", "")),
        why=request.POST.get("why", ""),
    )

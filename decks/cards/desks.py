"""Where a keeper works on the cards of a game: at the catalogue, or at the cards entered for a game without one.

Both have the same pages; what a page needs of either stands here once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django import forms as django_forms
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from ledger.shapes import Context
from ledger.web import language_of_page
from rules_engine.games import game_of
from rules_engine.kernel.card_sheet import TextFinding
from rules_engine.x610z.cards import CardRevision as EngineCard
from rules_engine.x610z.pictures.art import art_svg
from rules_engine.x610z.sheet import engine_row

from . import catalogue_files, forms, services
from .entered import entered_card, printed, sheet_of, shown_of
from .entered_files import entered_plan, entered_rows
from .entered_services import entered_import, entered_publish
from .faces import card_face, card_name, card_url, entered_face, short_of
from .files import SHOWN, CardFile, Plan
from .models import Card
from .pool_services import entered_pool_freeze, pool_freeze
from .pools import USUAL
from .reading import CardParts, Reading, marked, offered_text, printed_text
from .scenarios import missing_scenario
from .selectors import name_of, pictures_of, printed_numbers
from .views import card_or_404
from .workbench import in_english, understood


@dataclass(frozen=True)
class Printed:
    """A card as it is printed today."""

    number: str
    parts: CardParts
    revision: int


@dataclass(frozen=True)
class Pictured:
    """A card that pictures are shown with: ``printings`` are its numbers, ``now`` is the picture that is shown."""

    number: str
    name: str
    url: str
    printings: tuple[str, ...]
    now: int | None


class CatalogueDesk:
    """The cards of the catalogue."""

    game = USUAL
    file = catalogue_files.FILE
    export_name = "cards"
    dated = True
    """A change may take effect on another day than today."""

    def address(self, name: str, *args: str) -> str:
        """The address of a page of this desk."""
        return reverse(f"decks:{name}", args=args)

    def card_address(self, number: str) -> str:
        """Where everybody reads a card."""
        return card_url(number)

    def history_address(self, number: str) -> str:
        """Where all forms of a card stand."""
        return reverse("decks:card_history", args=[short_of(number)])

    def heading(self, number: str) -> str:
        """What the page of a card is called."""
        return _("Change a card") if number else _("A new card")

    def printed(self, number: str) -> Printed:
        """A card that can be changed; 404 where there is none."""
        card = card_or_404(number)
        if card.current is None:
            raise Http404
        return Printed(card.number, dict(card.current.parts), card.current.revision)

    def newest(self, number: str) -> int:
        """The revision that is printed now."""
        found = Card.objects.values_list("current__revision", flat=True).get(number=number)
        return found or 0

    def pictured(self, number: str) -> Pictured:
        """A card with the picture that is shown with it; 404 where there is no such card."""
        card = card_or_404(number)
        name = name_of(card, language_of_page())
        return Pictured(card.number, name, card_url(card.number), printed_numbers(card), card.picture_id)

    def publish(self, **how: Any) -> Mapping[str, Any]:
        """Print a card."""
        return services.card_publish(**how)

    def panel(self, found: Reading) -> Context:
        """What the box says: the text with its unknown words marked, the effect printed back, what is missing."""
        card = found.card
        return {
            "pieces": marked(found.parts["text"], found.findings),
            "problems": found.problems,
            "offered": offered_text(found),
            "printed": printed_text(card) if card is not None else "",
            "manual": bool(found.parts["manual"]),
            "missing": missing_scenario(card, engine_row(found.parts)) if card is not None else None,
            "ok": card is not None,
        }

    def face(self, card: EngineCard, art: str = "") -> Context:
        """A card that stands nowhere yet as a face; ``art`` is the address of its drawn picture."""
        return card_face(card, language_of_page(), link=False) | {"art": art}

    def art(self, card: EngineCard) -> str:
        """The picture that is drawn from a card."""
        return art_svg(card)

    def in_english(self, row: CardParts) -> tuple[CardParts, Sequence[TextFinding]]:
        """A row whose maker wrote Dutch alone, with the English beside it, and what of the Dutch nobody understands."""
        return in_english(row)

    def played(self, card: EngineCard) -> Context | None:
        """What the text of a card means and how it is played, for ``decks/catalogue/tried.html``."""
        return understood(card)

    def plan(self, text: str, form: str) -> Plan:
        """What a file would do."""
        return catalogue_files.plan_of(text, form)

    def apply(self, **how: Any) -> Mapping[str, Any]:
        """Carry a previewed file out."""
        return services.import_apply(**how)

    def previewed(self, plan: Plan) -> list[Context]:
        """The cards that a preview draws: none, for it names them."""
        del plan
        return []

    def rows(self) -> Iterator[CardParts]:
        """Every card, as files have it."""
        return catalogue_files.rows_of_catalogue()

    def pool_form(self, data: Any) -> django_forms.Form:
        """The form of a pool to freeze."""
        return forms.PoolForm(data)

    def freeze(self, **how: Any) -> Mapping[str, Any]:
        """Freeze a pool."""
        return pool_freeze(**how)

    def template(self, page: str) -> str:
        """The template of a page."""
        return f"decks/catalogue/{page}.html"


class EnteredDesk:
    """The cards that keepers enter for a game without a catalogue."""

    dated = False

    def __init__(self, game: str) -> None:
        """Raise ``Http404`` for a game whose cards only come with it."""
        try:
            self.sheet, self.shown = sheet_of(game), shown_of(game)
        except LookupError:
            raise Http404 from None
        self.game, self.name = game, game_of(game).name
        self.file = CardFile(self.sheet)
        self.export_name = f"{game}-cards"

    def address(self, name: str, *args: str) -> str:
        """The address of a page of this desk."""
        return reverse(f"decks:entered_{name}", args=[self.game, *args])

    def card_address(self, number: str) -> str:
        """Where everybody reads a card, with all its forms."""
        return self.address("card", number)

    history_address = card_address

    def heading(self, number: str) -> str:
        """What the page of a card is called."""
        words = _("Change a %(game)s card") if number else _("A new %(game)s card")
        return words % {"game": self.name}

    def printed(self, number: str) -> Printed:
        """A card that can be changed; 404 where there is none."""
        found = next(iter(printed(self.game, number)), None)
        if found is None:
            raise Http404
        return Printed(found.number, found.parts, found.revision)

    def newest(self, number: str) -> int:
        """The revision that is printed now."""
        return self.printed(number).revision

    def pictured(self, number: str) -> Pictured:
        """A card with the picture that is shown with it; 404 where there is no such card."""
        card = entered_card(self.game, number)
        if card is None:
            raise Http404
        newest = pictures_of(self.game, number).first()
        now = newest.pk if newest is not None and newest.removed_at is None else None
        name = card_name(card, language_of_page())
        return Pictured(number, name, self.card_address(number), (number,), now)

    def publish(self, **how: Any) -> Mapping[str, Any]:
        """Print a card, today."""
        how.pop("effective_on")
        return entered_publish(game=self.game, **how)

    def panel(self, found: Reading) -> Context:
        """What the box says: what is missing, which sentences are not understood, the text in Dutch, the drawn card."""
        card = found.card
        understood = card is not None and not found.unread
        return {
            "problems": found.problems,
            "unread": found.unread if found.parts["manual"] else (),
            "printed": self.shown.understood(card) if understood else "",
            "face": self._face(card) if card is not None else None,
        }

    def face(self, card: object, art: str = "") -> Context:
        """A card that stands nowhere yet as a face; ``art`` is the address of its drawn picture."""
        return self._face(card) | ({"art": art} if game_of(self.game).pools.art else {})

    def art(self, card: object) -> str:
        """The picture that is drawn from a card; 404 where the game draws none."""
        module = game_of(self.game).pools.art
        if not module:
            raise Http404
        return str(import_module(module).art_svg(card))

    def in_english(self, row: CardParts) -> tuple[CardParts, Sequence[TextFinding]]:
        """The row itself: texts of these cards are read in English alone."""
        return row, ()

    def played(self, card: object) -> Context | None:
        """Nothing: only texts of the catalogue's game can be tried on the workbench."""
        del card
        return None

    def plan(self, text: str, form: str) -> Plan:
        """What a file would do."""
        return entered_plan(self.game, text, form)

    def apply(self, **how: Any) -> Mapping[str, Any]:
        """Carry a previewed file out, today."""
        how.pop("effective_on", None)
        return entered_import(game=self.game, **how)

    def previewed(self, plan: Plan) -> list[Context]:
        """The cards that a preview draws."""
        fresh = [one.card for one in (*plan.added, *plan.changed) if one.card is not None]
        return [self._face(card) for card in fresh[:SHOWN]]

    def rows(self) -> Iterator[CardParts]:
        """Every card, as files have it."""
        return entered_rows(self.game)

    def pool_form(self, data: Any) -> django_forms.Form:
        """The form of a pool to freeze."""
        return forms.EnteredPoolForm(data)

    def freeze(self, **how: Any) -> Mapping[str, Any]:
        """Freeze a pool."""
        return entered_pool_freeze(game=self.game, **how)

    def template(self, page: str) -> str:
        """The template of a page."""
        return f"decks/catalogue/entered_{page}.html"

    def _face(self, card: object) -> Context:
        return entered_face(self.game, card, link=False, kept=False)


Desk = CatalogueDesk | EnteredDesk


def desk_of(game: str) -> Desk:
    """Where the cards of a game are kept."""
    return CatalogueDesk() if game_of(game).pools.in_catalogue else EnteredDesk(game)

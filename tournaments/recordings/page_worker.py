"""The page of a recorded game in a phone without network: the Python and the templates that the server makes it of.

A Web Worker runs this module for games whose page is made of forms (docs/recorder.md). Beside what every worker
answers it makes the page (``page``) and reads what a form says (``tap``). It has no database and no request.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import msgspec
from django.apps import apps
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.template import Context, Engine
from django.utils.datastructures import MultiValueDict
from django.utils.translation import override

from ledger.errors import UserError
from ledger.shapes import Json
from rules_engine.games import GAMES, register
from rules_engine.kernel.games import Game
from rules_engine.recording import AnyScreen, AnySession, journal, worker

from .table_page import with_texts
from .tables import table_of
from .taps import said_by, with_the_choice
from .unseen import with_what_nobody_knows

if TYPE_CHECKING:
    from decks.cards.pictures import Shown

ROOT = Path(__file__).parents[2]

if not settings.configured:  # in a phone: nothing but templates and words
    settings.configure(LANGUAGE_CODE="en", LOCALE_PATHS=[ROOT / "locale"], USE_TZ=True)
    apps.populate(())


@dataclass(frozen=True)
class Here:
    """What this phone is to the recording."""

    seats: frozenset[int]
    seat: int | None
    everybody: bool
    judges: bool


@dataclass(frozen=True)
class Sight:
    """The recording as the page of this phone sees it."""

    language: str
    help: str
    game: Game
    session: AnySession
    screen: AnyScreen
    rows: list[Json]
    mode: str
    addresses: dict[str, str]
    access: Here

    def pictures(self, _numbers: list[str]) -> dict[str, "Shown"]:
        """None: a phone keeps no pictures, so the drawn one is shown."""
        return {}


class PageTable(worker.Table):
    """A recording whose page is made here; ``told`` is what the page said of addresses and of calling somebody."""

    asks = (*worker.Table.asks, "page", "tap")

    def __init__(self, question: Json) -> None:
        """As everywhere; ``told`` is what the page says: which game, its addresses, and words of calling."""
        if question["told"]["game"] not in GAMES:
            register(question["told"]["package"])
        super().__init__(question)
        self.table = table_of(self.game.key)
        folders = [ROOT / "templates", self.game.folder / "templates"]
        libraries = {"i18n": "django.templatetags.i18n", "parts": "tournaments.templatetags.icons"}
        self.engine = Engine(dirs=[str(folder) for folder in folders], libraries=libraries)

    def sight(self, question: Json) -> Sight:
        """What the page is made of."""
        me, screen = question["state"]["me"], self.screen
        seats = screen.seats
        if seats is None:  # nobody else can write now
            seats = frozenset(seat.seat for seat in self.session.seats)
        return Sight(
            screen.language,
            screen.help,
            self.game,
            self.session,
            screen,
            question["entries"],
            question["state"]["mode"],
            self.question["told"]["addresses"],
            Here(seats, me["seat"], me["everybody"], me["judge"]),
        )

    def page(self, question: Json) -> Json:
        """The markup of the table after these entries, at the ``place`` of its address, and its screen.

        ``state`` is what the server said last of everything beside the game.
        """
        self.session.take(question["entries"])
        with override(self.screen.language):
            screen = self.screen.answer()
            sent = msgspec.Raw(msgspec.json.encode(screen))
            own = set(question["state"]["me"]["seats"])  # nobody confirms for a seat that is not theirs
            voices = [one for one in question["state"]["voices"] if own & set(one["open"])]
            state = with_texts({**question["state"], "screen": screen, "voices": voices})
            context = self.table.context(_form(question["place"]), self.sight(question), state)
            context |= {"state": state, "call_words": self.question["told"]["call_words"]}
            html = self.engine.get_template("recordings/_table.html").render(Context(context))
        return {"html": html + "", "screen": sent}  # a plain string: JSON knows no markup

    def tap(self, question: Json) -> Json:
        """What a form says: an ``entry``, what stops it (``problem``, ``stops``), or the ``text`` of what it lacks.

        ``stops``: the line is not to be written; another problem is only a mark that it will have.
        """
        self.session.take(question["entries"])
        entry: Json = {"body": None}
        with override(self.screen.language):
            try:
                entry = said_by(_form(question["said"]))
                entry = with_the_choice(_form(question["said"]), entry, self.session.pool, self.table.said)
            except UserError as error:
                return {"text": error.message, "line": entry["body"]}
            except PermissionDenied:
                return {"text": "", "line": None}
            body = with_what_nobody_knows(self.session, entry["body"])
            found = self.session.check(body) if entry["kind"] == journal.LINE else None
            told = None if found is None else self.screen.problem(found)
        return {"entry": {"kind": entry["kind"], "body": body}, "problem": told}


def _form(text: str) -> Any:
    """What a form or an address says; the rest of a request of Django, and its database, are not here."""
    return MultiValueDict(parse_qs(text, keep_blank_values=True))


answer = worker.door(PageTable)

"""What a tap on the page of a game says beside its button: what was chosen or named."""

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from ledger.errors import UserError
from ledger.shapes import Json
from rules_engine.kernel.cards import CardPool, ListCard

from .protocol import Incoming, check_entry

if TYPE_CHECKING:
    from django.http import QueryDict

Also = Callable[["QueryDict", Json], Json]
NO_SUCH_CARD = frozenset({"no_card", "many_cards", "not_on_list", "illegal"})
"""What is wrong where a card was named that it cannot be: that one alone is asked again."""
MOST_CHOSEN = 60
"""Cards that one answer names at most."""


def said_by(said: "QueryDict") -> Json:
    """The entry that a button of a form says. Raises :class:`UserError` for what is none."""
    try:
        body = json.loads(said.get("body", "")[:4_000])
    except (ValueError, RecursionError):
        body = None
    base = said.get("base", "")
    if not isinstance(body, dict) or not base.isdigit():
        raise UserError("bad_batch", _("This is not what a recorder sends. Reload the page."))
    return {"base": int(base), "kind": str(said.get("kind", "line")), "body": body}


def with_the_choice(said: "QueryDict", entry: Json, pool: Any, also: Also) -> Json:
    """The entry with everything that its form says besides. Raises :class:`UserError` for what makes no line.

    ``also`` adds what only forms of this game say.
    """
    body = also(said, dict(entry["body"]))
    if name := said.get("name") or said.get("written"):
        before = body.get("shown")
        card = named(pool, str(name))
        body["shown"] = [*(before if isinstance(before, list) else ()), card.number]
    chosen = said.getlist("answer")[:MOST_CHOSEN]
    if chosen or said.get("many"):
        given = body.get("answers")
        body["answers"] = [
            *(given if isinstance(given, list) else ()),
            _answer(chosen, bool(said.get("many"))),
        ]
    check_entry(Incoming(device_seq=1, base=entry["base"], kind=entry["kind"], body=body))
    return {**entry, "body": body}


def _answer(chosen: list[str], many: bool) -> Any:
    try:
        values = [json.loads(one[:200]) for one in chosen]
    except (ValueError, RecursionError):
        raise UserError("bad_batch", _("This is not what a recorder sends. Reload the page.")) from None
    return values if many else values[0]


def named(pool: CardPool[Any], text: str) -> ListCard:
    """The card that somebody means: its number, a name, or a part of a name that only one card has."""
    text = text.strip()[:100]
    card = pool.find(text)
    if card is not None:
        return card
    found = matching(pool, text)
    same = [one for one in found if text.casefold() in (one.name.casefold(), one.name_nl.casefold())]
    if not found:
        raise UserError("no_card", _("No card is called that."))
    if len(found) > 1 and not same:
        raise UserError(
            "many_cards", _("More than one card is called that: write more of its name."), field="name"
        )
    return (same or found)[0]


def matching(pool: CardPool[Any], text: str) -> list[ListCard]:
    """The cards whose number or a name, in either language, has these signs in it, by name."""
    wanted = text.strip().casefold()
    if len(wanted) < 2:
        return []
    found = [
        card
        for card in pool.cards
        if any(wanted in word.casefold() for word in (card.name, card.name_nl, card.number))
    ]
    return sorted(found, key=lambda card: (card.name, card.number))


def question_place(page: str, body: Json) -> str:
    """The address of a page that asks for what a line leaves open."""
    return f"{page}?{urlencode({'line': json.dumps(body, separators=(',', ':'))})}#table"


def line_in(text: str, kind: str = "act") -> Json | None:
    """The line of this kind that an address or a button says; None where it says none."""
    try:
        found = json.loads(text[:4_000])
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and found.get("kind") == kind else None


def seat_of(piece: str) -> int:
    """The seat that a choice such as "seat:1" names."""
    return int(piece.removeprefix("seat:"))


def hint_of(hint: object, values: Mapping[str, Mapping[str, object]]) -> str:
    """What can be written as a value, in the reader's words."""
    words = dict.fromkeys(str(word) for words in values.values() for word in words.values())
    return str(hint) % {"words": ", ".join(words)}


def meant(value: str, words: Mapping[str, object], *, number: bool) -> str | int:
    """What a person wrote as a row has it: a number, or codes for ``words`` of the page."""
    if number and value.isascii() and value.isdecimal():
        return int(value)
    codes = {str(word).casefold(): code for code, word in words.items()}
    parts = [part.strip().casefold() for part in value.split("/")]
    return "/".join(codes[part] for part in parts) if all(part in codes for part in parts) else value

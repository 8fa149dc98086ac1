"""A card text that is only tried: what it means, its rules and open questions, and three played positions of it."""

from dataclasses import dataclass
from functools import lru_cache

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from ledger.errors import Problem
from ledger.shapes import Context
from rules_engine.rulebook import UnknownRule, rule
from rules_engine.x610z.cards import CardRevision
from rules_engine.x610z.cardtext import (
    CardTextError,
    Finding,
    Offer,
    compile_text,
    offer_text,
    print_tree,
    text_rules,
)
from rules_engine.x610z.nodes import CardTree
from rules_engine.x610z.pool import CARD_TYPES
from rules_engine.x610z.rulesets import load_ruleset, rulings
from rules_engine.x610z.sheet import CLASSES, MAX_TEXT, SHEET
from rules_engine.x610z.workbench import Position, played

from .reading import CardParts, marked, read_entry

LANGUAGES = (("en", gettext_lazy("English")), ("nl", gettext_lazy("Dutch")))
NUMBER = "X1.1/001/001-C"
_USUAL = "Effect Card"


class WorkbenchForm(forms.Form):
    """A text, the language it is written in, and the little of its card that decides what it may say."""

    text = forms.CharField(
        label=gettext_lazy("Card text"),
        max_length=MAX_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    language = forms.ChoiceField(label=gettext_lazy("Written in"), choices=LANGUAGES, required=False)
    type = forms.ChoiceField(
        label=gettext_lazy("Type"), choices=[(words, words) for words in CARD_TYPES], required=False
    )
    card_class = forms.ChoiceField(
        label=gettext_lazy("Class"), choices=[("", "–"), *((one, one) for one in CLASSES)], required=False
    )
    permanent = forms.BooleanField(label=gettext_lazy("Stays in play"), required=False)


def usual(language: str) -> dict[str, str]:
    """What the form says before anything was typed."""
    return {"language": "nl" if language == "nl" else "en", "type": _USUAL}


def tried(form: WorkbenchForm) -> Context | None:
    """What the panel beside the form says of a text; None for no text."""
    written = form.cleaned_data if form.is_valid() else {}
    text = str(written.get("text", "")).strip()
    if not text:
        return None
    kind = written["type"] or _USUAL
    language = written["language"] or "en"
    read = _read(text, language, kind, written["card_class"], bool(written["permanent"]))
    page, other = get_language() or "en", "nl" if language == "en" else "en"
    context: Context = {
        "pieces": marked(text, read.findings),
        "language": language,
        "other_language": other,
        "reasons": [one.text(page) for one in read.findings],
        "offer": read.offer,
        "heading": read.offer.heading(page) if read.offer is not None else "",
        "problems": read.problems,
    }
    return context | _understood(read.card, other) if read.card is not None else context


@dataclass(frozen=True)
class _Read:
    """A text as read: its card, or the problems of the card, or what it says wrongly and what is offered for it."""

    card: CardRevision | None = None
    problems: tuple[Problem, ...] = ()
    findings: tuple[Finding, ...] = ()
    offer: Offer | None = None


def _read(text: str, language: str, kind: str, card_class: str, permanent: bool) -> _Read:
    key = CARD_TYPES[kind]
    try:
        tree = compile_text(
            text, kind=key, permanent=permanent, card_class=card_class, language=language
        ).tree
    except CardTextError as error:
        return _Read(
            findings=tuple(error.findings), offer=_offered(text, key, permanent, card_class, language)
        )
    row = {
        "number": NUMBER, "name": _("Your card"), "type": kind, "class": card_class, "restriction": "3",
        "element": "Ember" if kind == "Summon Card" else "", "permanent": permanent, "text": print_tree(tree),
    }  # fmt: skip
    found = read_entry(SHEET, row)
    return _Read(found.card, found.problems)


@lru_cache(maxsize=256)
def _offered(text: str, kind: str, permanent: bool, card_class: str, language: str) -> Offer:
    return offer_text(text, kind=kind, permanent=permanent, card_class=card_class, language=language)


def in_english(row: CardParts) -> tuple[CardParts, tuple[Finding, ...]]:
    """A row whose maker wrote Dutch alone, with its name, and its text as the engine prints it, in English too.

    Beside it what the engine does not understand of the Dutch; then the text stays as it was written.
    """
    text, dutch, own = row.get("text"), str(row.get("text_nl") or ""), str(row.get("name_nl") or "")
    name = str(row.get("name") or own)
    row = {**row, "name": name}
    if text or not dutch.strip():
        return row, ()
    dutch = dutch.replace(own, "~") if own else dutch
    try:
        tree = compile_text(
            dutch,
            kind=CARD_TYPES.get(str(row.get("type")), CARD_TYPES[_USUAL]),
            permanent=bool(row.get("permanent")),
            card_class=str(row.get("class") or ""),
            language="nl",
        ).tree
    except CardTextError as error:
        return {**row, "text": dutch}, tuple(error.findings)
    return {**row, "text": print_tree(tree).replace("~", name)}, ()


def understood(card: CardRevision) -> Context | None:
    """What ``tried.html`` says of a card that was read: None where a judge decides what it does."""
    if card.tree is None:
        return None
    return {"pieces": marked(card.text, ()), "language": "en", "other_language": "nl"} | _understood(
        card, "nl"
    )


def _understood(card: CardRevision, other: str) -> Context:
    """What a text means: in the other language, by its rules, with its questions, and as it is played."""
    tree = card.tree or CardTree()
    positions = _played(card)
    said = text_rules(tree)
    took = {number for one in positions for number in one.rules}
    numbers = [*said, *sorted(took - set(said))]
    language = get_language() or "en"
    return {
        "printed": print_tree(tree, other).replace("~", card.name),
        "rules": [(number, number in took) for number in numbers if _known(number)],
        "questions": _questions(set(numbers), language),
        "positions": [
            {
                "position": one,
                "moves": [move.text(language) for move in one.moves],
                "changes": [change.text(language) for change in one.changes],
                "asked": one.questions(language),
                "before": f"w{place}b",
                "after": f"w{place}a",
            }
            for place, one in enumerate(positions, 1)
        ],
    }


@lru_cache(maxsize=64)
def _played(card: CardRevision) -> list[Position]:
    return played(card)


def _known(number: str) -> bool:
    try:
        return bool(rule(number))
    except UnknownRule:
        return False


def _questions(numbers: set[str], language: str) -> list[Context]:
    """The questions that these rules leave open, each with the answer that counts where nobody chose another."""
    chosen = load_ruleset().rulings
    return [
        {
            "id": one.id,
            "question": one.question_nl if language == "nl" else one.question,
            "answer": (one.options_nl if language == "nl" else one.options)[chosen[one.id]],
        }
        for one in rulings().values()
        if numbers & set(one.rules)
    ]

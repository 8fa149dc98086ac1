"""Filling templates: from a phrase to the value it stands for, and from a value to the phrase that says it.

Most rows of the table fill the fields of their node with their slots; nothing has to be said about them. For the
others there is a pair of methods side by side: ``make_x`` builds the value from a phrase, ``take_x`` takes it apart
again (None = the row does not say this). Targets are numbered in the order of the table's English, so a text has
the same tree in every language.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import msgspec

from rules_engine.x610z import nodes as n

from .scope import Scope, wrong
from .table import TABLE
from .templates import TERMINALS, Leaf, Parts, Phrase, Template
from .words import Vocabulary

_ENERGY = {"m": "mystic", "b": "boost", "r": "robiumm", "c": "colorless"}
_ABSENT: object = object()
_DESCRIPTION = ("adjs", "noun", "control", "where")
_ADJECTIVES = (("life_base", None), ("state", "any"), ("element", None), ("crew", None), ("colour", None))
CARD = n.Select("card")


class Unsaid(ValueError):
    """A part of a tree for which there is no template."""


@functools.cache
def rows(category: str) -> tuple[Template, ...]:
    """The rows of a category, the first choice first."""
    return tuple(template for template in TABLE if category in template.cats)


@functools.lru_cache(maxsize=256)
def _defaults(kind: type[n.Base]) -> Parts:
    return {one.name: one.default for one in msgspec.structs.fields(kind)}


class Filling:
    """One text or one tree on its way. Use once: it remembers what has been named."""

    def __init__(self, vocabulary: Vocabulary, tree: n.CardTree | None = None) -> None:
        self.vocabulary = vocabulary
        self.card = Scope()
        self.scope = self.card
        self.tree = tree
        self.targets: tuple[n.Target, ...] = tree.targets if tree is not None else ()
        self.named: frozenset[int] = frozenset()
        self.host_named = False
        self.subject: n.Select | None = None

    # --- from a phrase to the tree -------------------------------------------------------------------------------

    def build(self, phrase: Phrase) -> Any:
        """What a phrase stands for. Raises :class:`CardTextError` where it means nothing."""
        template = phrase.template
        if template.make:
            return getattr(self, f"make_{template.make}")(phrase)
        if template.node is None:
            return template.value
        return template.node(**{**template.fixed, **self.fields(phrase)})

    def fields(self, phrase: Phrase) -> Parts:
        """The values of all slots by field, built in the order in which a text names things."""
        built: Parts = {}
        if "act" in phrase.template.cats:
            who = phrase.parts.get("who")
            built["who"] = n.You() if who is None else self.build(who)
        for key in phrase.template.keys:
            part = phrase.parts.get(key)
            built[key] = (
                self.leaf(phrase, key, part) if part is None or isinstance(part, Leaf) else self.build(part)
            )
            if phrase.template.category(key) == "named" and not _is_one(built[key]):
                raise wrong(part or phrase, "one summon; what was named before are several")
        return self._joined(phrase, built)

    def leaf(self, phrase: Phrase, key: str, part: Leaf | None) -> Any:
        """The value of a single word."""
        category = phrase.template.category(key)
        if part is None:
            return None
        if category == "whole":
            return whole(part)
        if category == "energy":
            return energy_of(part)
        return part

    def _joined(self, phrase: Phrase, built: Parts) -> Parts:
        """Slots that make one field together: a number with its "for each", the words of a description."""
        keys = phrase.template.keys
        for key in keys:
            name = key.rstrip("~=")
            if key.endswith("="):
                value = built.pop(key)
                built[name] = (
                    msgspec.structs.replace(value, equal=True) if isinstance(value, n.Count) else value
                )
            elif phrase.template.category(key) == "number" or (key.endswith("~") and name not in keys):
                amount = self.number(built.get(name), built.pop(f"{name}~", None))
                built[name] = None if phrase.template.node is n.ModCost and amount == n.Const(1) else amount
        if "noun" in built and "select" not in keys:
            built["select"] = self.described(*(built.pop(one) for one in _DESCRIPTION))
        if "cards" in built:
            built["select"] = built.pop("cards")
        return built

    def number(self, figure: Leaf | None, tail: n.Count | None) -> n.Value:
        """A number, or so many for each of what ``tail`` counts."""
        if figure is not None and figure.text == "x":
            if tail is not None:
                raise wrong(figure, "a number before 'for each'")
            if not self.scope.repeated:
                raise wrong(figure, "a number; X stands only behind 'for each extra'")
            return n.X()
        amount = 1 if figure is None else int(figure.text)
        return n.Const(amount) if tail is None else msgspec.structs.replace(tail, per=amount)

    @staticmethod
    def described(
        adjs: Iterable[tuple[str, object]], noun: n.Select, control: object, where: object
    ) -> n.Select:
        """The selection that adjectives, noun, control and place describe together."""
        return msgspec.structs.replace(noun, **dict(adjs), control=control, where=where)

    # --- from the tree to a phrase -------------------------------------------------------------------------------

    def phrase(self, category: str, value: object) -> Phrase:
        """The phrase of a category that says ``value``. Raises :class:`Unsaid` if there is none."""
        for template in rows(category):
            before = (self.targets, self.named, self.host_named, self.subject)
            try:
                parts = self.taken(template, value)
                if parts is not None:
                    return self.filled(template, parts)
            except Unsaid:
                pass
            self.targets, self.named, self.host_named, self.subject = before
        raise Unsaid(f"no {category} says {value!r}")

    def taken(self, template: Template, value: object) -> Parts | None:
        """The values for the slots of a row that says ``value``, None if it does not."""
        if template.make:
            parts: Parts | None = getattr(self, f"take_{template.make}")(template, value)
            return parts
        if template.node is None:
            return {} if value == template.value and type(value) is type(template.value) else None
        return self.take_fields(template, value)

    def take_fields(self, template: Template, value: object, *but: str) -> Parts | None:
        """The fields of a node as the values of a row's slots; those in ``but`` are somebody else's to say."""
        keys = template.keys
        own = {"who": "who"} if "act" in template.cats else {}
        described = {"select": "select"} if "noun" in keys or "cards" in keys else {}
        slots = {key: key.rstrip("~=") for key in keys}
        if not _fits(template, value, {*slots.values(), *but, *own, *described}):
            return None
        elsewhere = {*but, *_DESCRIPTION, "cards"}
        said = {key: name for key, name in slots.items() if name not in elsewhere}
        if "select" not in but:
            said |= described
        return {key: getattr(value, name) for key, name in (own | said).items()}

    def filled(self, template: Template, parts: Parts) -> Phrase:
        """A phrase of a row, its slots filled with the phrases of these values in the order in which they are named."""
        phrase = Phrase(template)
        parts = split_fields(template, dict(parts))
        if "who" in parts and "act" in template.cats:
            who = parts.pop("who")
            phrase.parts["who"] = who if who is None or isinstance(who, Phrase) else self._doer(who)
        for key in template.keys:
            value = parts.get(key, _ABSENT)
            if value is _ABSENT:
                raise Unsaid(f"nothing for {key}")
            category = template.category(key)
            if isinstance(value, Phrase | Leaf | list) and category != "x":
                phrase.parts[key] = value
            elif category in ("number", "whole"):
                phrase.parts[key] = Leaf(str(value))
            elif category == "energy":
                phrase.parts[key] = Leaf(energy_words(value))
            elif category in TERMINALS:
                phrase.parts[key] = Leaf(str(value))
            else:
                phrase.parts[key] = self.phrase(category, value)
        return phrase

    def _doer(self, who: object) -> Phrase | None:
        """Who acts; the caster is not named (208.4)."""
        return None if isinstance(who, n.You) else self.phrase("subject", who)

    # --- lists ---------------------------------------------------------------------------------------------------

    def make_list(self, phrase: Phrase) -> tuple[object, ...]:
        first, rest = (self.build(phrase.parts[key]) for key in phrase.template.keys)
        return (first, *rest)

    def take_list(self, template: Template, value: tuple[object, ...]) -> Parts | None:
        if not value or (len(value) == 1 and "changes" in template.cats):
            return None
        return dict(zip(template.keys, (value[0], value[1:]), strict=True))

    def make_one(self, phrase: Phrase) -> tuple[object, ...]:
        return (self.build(phrase.parts[phrase.template.keys[0]]),)

    def take_one(self, template: Template, value: tuple[object, ...]) -> Parts | None:
        return {template.keys[0]: value[0]} if len(value) == 1 else None


def _fits(template: Template, value: object, names: set[str]) -> bool:
    """Whether a value is of the node of a row, with its fixed fields, and says nothing beside the fields in names."""
    kind = template.node
    if kind is None or type(value) is not kind:
        return False
    if any(getattr(value, name) != said for name, said in template.fixed.items()):
        return False
    names |= template.fixed.keys()
    return all(getattr(value, name) == usual for name, usual in _defaults(kind).items() if name not in names)


def _is_one(ref: object) -> bool:
    """False for all of a kind and for those that will be chosen; a player has one Life Base."""
    return not isinstance(ref, n.Chosen | n.Slots) and not (
        isinstance(ref, n.Each) and not isinstance(ref.of, n.You)
    )


def split_fields(template: Template, parts: Parts) -> Parts:
    """Fields of a node as the slots of a row: a number apart from its "for each", a description by its words."""
    keys = template.keys
    if "select" in parts and "noun" in keys:
        parts.update(description_words(parts.pop("select")))
    if "select" in parts and "cards" in keys:
        parts["cards"] = parts.pop("select")
    for key in keys:
        name = key.rstrip("~=")
        value = parts.get(name)
        if key.endswith("="):
            value = parts[key]
            if not isinstance(value, n.Figure) and not (isinstance(value, n.Count) and value.equal):
                raise Unsaid("no description of a number")
        elif template.category(key) == "number":
            parts[key], parts[f"{name}~"] = number_words(value, f"{name}~" in keys)
        elif key.endswith("~") and name not in keys and not isinstance(parts.get(key), Phrase):
            one, parts[key] = number_words(parts[key], True)
            if one != "1":
                raise Unsaid("a number with no place")
    return parts


def number_words(value: object, tail: bool) -> tuple[Any, n.Count | None]:
    if isinstance(value, n.X):
        return "X", None
    if value is None:
        return "1", None
    if isinstance(value, n.Const):
        return str(value.n), None
    if isinstance(value, n.Count) and tail and not value.equal:
        return str(value.per), msgspec.structs.replace(value, per=1)
    raise Unsaid(f"no number: {value!r}")


def description_words(select: n.Select) -> Parts:
    """The words of a selection: adjectives in the order in which they are written, noun, control and place."""
    adjs = [(name, getattr(select, name)) for name, none in _ADJECTIVES if getattr(select, name) != none]
    if select.life_base:
        adjs.remove(("life_base", True))
    bare = {name: none for name, none in _ADJECTIVES if not (name == "life_base" and select.life_base)}
    noun = msgspec.structs.replace(select, **bare, control="any", where="any")
    return {"adjs": tuple(adjs), "noun": noun, "control": select.control, "where": select.where}


def energy_of(leaf: Leaf) -> n.Energy:
    """Energy from its symbols; each type once, in the order M B R C."""
    amounts: dict[str, int] = {}
    order = ""
    for symbol in leaf.text.split():
        letter, amount = symbol[0].lower(), int(symbol[1:])
        if letter in order or "mbrc".find(letter) < "mbrc".find(order[-1:]) or not amount:
            raise wrong(leaf, "each energy type once, in the order M B R C")
        order += letter
        amounts[_ENERGY[letter]] = amount
    return n.Energy(**amounts)


def energy_words(cost: n.Energy) -> str:
    """Energy in symbols, in the order M B R C: "M2 C1"; no energy is an empty string."""
    pairs = zip("MBRC", cost.as_tuple(), strict=True)
    return " ".join(f"{letter}{amount}" for letter, amount in pairs if amount)


def whole(leaf: Leaf) -> int:
    """A printed number, where X cannot stand."""
    if leaf.text == "x":
        raise wrong(leaf, "a number")
    return int(leaf.text)

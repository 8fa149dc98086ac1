"""Cards as lists of phrases: from a parse tree to phrases, and the lines of a card to its tree and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Token, Tree

from rules_engine.x610z import nodes as n

from .meaning import Meaning
from .scope import wrong
from .table import TABLE
from .templates import Leaf, Parts, Phrase, Template, slots_of
from .words import Vocabulary

_OR = next(template for template in TABLE if template.make == "or")


def phrase_of(tree: Tree[Token] | Token, language: str) -> Any:
    """The phrase that a parse tree stands for; sentences are a list, a single word is a leaf."""
    if isinstance(tree, Token):
        return Leaf(str(tree), tree.start_pos or 0, tree.end_pos or 0)
    name = str(tree.data)
    if name.startswith("sentences"):
        return [phrase_of(child, language) for child in tree.children]
    start, end = _place(tree)
    if name == "energy":
        return Leaf(" ".join(str(child) for child in tree.children), start, end)
    if name == "acts":
        who, phrase = (phrase_of(child, language) for child in tree.children)
        phrase.parts["who"] = _doer(who)
        phrase.start = start
        return phrase
    number, _, form = name[1:].partition("_")
    return Phrase(TABLE[int(number)], _parts(tree, language, TABLE[int(number)], form), start, end)


def _parts(tree: Tree[Token], language: str, template: Template, form: str) -> Parts:
    """What fills the slots of a row: the branches of the tree in the order in which that language writes them."""
    keys = slots_of(template, language, "" if form == "main" else form)
    filled = [child for child in tree.children if not (isinstance(child, Token) and child.type == "SELF")]
    parts: Parts = {key: phrase_of(child, language) for key, child in zip(keys, filled, strict=True)}
    if "act" in template.cats and "who" in parts:
        parts["who"] = _doer(parts["who"])
    return parts


def _doer(who: Phrase) -> Phrase | None:
    """Who acts; the caster is not named (208.4)."""
    return None if isinstance(who.template.value, n.You) else who


def _place(tree: Tree[Token]) -> tuple[int, int]:
    if tree.meta.empty:
        return 0, 0
    return tree.meta.start_pos, tree.meta.end_pos


def card_tree(meaning: Meaning, lines: list[Phrase]) -> n.CardTree:
    """The whole card. Raises :class:`CardTextError` for a text that is grammatical but means nothing."""
    if any(line.template is _OR for line in lines):
        parts: tuple[n.Node, ...] = (_choose_one(meaning, lines),)
    else:
        parts = tuple(meaning.build(line) for line in lines)
    tree: n.CardTree = n.settled(n.CardTree(parts=parts, targets=tuple(meaning.card.targets)))
    return tree


def _choose_one(meaning: Meaning, lines: list[Phrase]) -> n.Node:
    groups: list[list[Phrase]] = [[]]
    for line in lines:
        if line.template is _OR:
            groups.append([])
        else:
            groups[-1].append(line)
    if len(groups) > 2:
        raise wrong(lines[-1], "two effects, with one 'or' between them (207.1)")
    options: list[n.Node] = []
    for number, group in enumerate(groups):
        if len(group) != 1 or group[0].template.make != "body":
            raise wrong(lines[0], "one line of effect on each side of 'or'")
        meaning.card.option, meaning.card.mentions = number, []
        options.append(meaning.build(group[0]))
    return n.ChooseOne(tuple(options))


def card_phrases(meaning: Meaning, tree: n.CardTree) -> Iterator[Phrase]:
    """The lines of a card as phrases."""
    for part in tree.parts:
        if isinstance(part, n.ChooseOne):
            for number, option in enumerate(part.options):
                if number:
                    yield Phrase(_OR)
                yield meaning.phrase("line", option)
        else:
            meaning.targets = tree.targets
            yield meaning.phrase("line", part)


def text_rules(tree: n.CardTree) -> tuple[str, ...]:
    """The numbers of the rules that the sentences and phrases of a text rest on, in the order of the text."""
    found: dict[str, None] = {}
    for line in card_phrases(Meaning(Vocabulary(), tree), tree):
        for phrase in _phrases(line):
            found.setdefault(phrase.template.rule)
    return tuple(found)


def _phrases(part: object) -> Iterator[Phrase]:
    if isinstance(part, list):
        for one in part:
            yield from _phrases(one)
    elif isinstance(part, Phrase):
        yield part
        for one in part.parts.values():
            yield from _phrases(one)

"""Lowering of references: who and what a text means, and how much.

Targets are numbered in the order in which the text names them; "that summon" is the latest summon named in the same
announcement, or what the permanent lies on (``Host``), or the object of the event that triggered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from lark import Token, Tree

from rules_engine.x610z import nodes as n

from .words import CardTextError, Finding, Vocabulary

_ENERGY = {"m": "mystic", "b": "boost", "r": "robiumm", "c": "colorless"}
_NOUNS: dict[str, n.Select] = {
    "summon": n.Select("summon"),
    "life_base": n.Select("summon", life_base=True),
    "class_noun": n.Select("summon"),
    "crystal": n.Select("crystal"),
    "effect": n.Select("effect"),
    "permanent": n.Select("permanent"),
    "any_action": n.Select("action"),
    "cast": n.Select("action", action="cast"),
    "movement": n.Select("action", action="movement"),
    "attack": n.Select("action", action="attack"),
    "activation": n.Select("action", action="activation"),
}
_NARROW: dict[str, dict[str, Any]] = {
    "nlb": {"life_base": False},
    "damaged": {"state": "damaged"},
    "unactivated": {"state": "unactivated"},
    "rotated": {"state": "not_ready"},
    "yours": {"control": "you"},
    "opponents": {"control": "opponent"},
    "others": {"control": "other"},
    "outside": {"where": "outside_no_attack_zone"},
    "inside": {"where": "in_no_attack_zone"},
}


@dataclass
class Mention:
    """Something named, which "that ..." may point back to."""

    kind: str
    ref: n.Ref


@dataclass
class Scope:
    """What one announcement (casting, activating, triggering) has named so far."""

    targets: list[n.Target] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    option: int | None = None
    extra: bool = False
    hosted: bool = False
    """True = a target named here is what the permanent is cast on, reached as ``Host``."""


class RefLowering:
    """Players, objects and amounts; holds what the text has named so far."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.card = Scope()
        self.scope = self.card

    def node(self, tree: Any) -> Any:
        """Lower any subtree by the name of its rule."""
        method: Callable[[Tree[Token]], Any] = getattr(self, f"_{tree.data}")
        return method(tree)

    # --- who and what --------------------------------------------------------------------------------------------

    def _you(self, tree: Tree[Token]) -> n.Ref:
        return n.You()

    def _this(self, tree: Tree[Token]) -> n.Ref:
        return n.This()

    def _target_player(self, tree: Tree[Token]) -> n.Ref:
        control: Any = {"player": "any", "opponent": "opponent", "other player": "other"}[
            text_of(tree.children[0])
        ]
        return self._declare(n.Select("player", control))

    def _that_player(self, tree: Tree[Token]) -> n.Ref:
        return self._latest(tree, "player")

    def _all_players(self, tree: Tree[Token]) -> n.Ref:
        return n.Each(n.Select("player"), every=True)

    def _each_player(self, tree: Tree[Token]) -> n.Ref:
        return n.Each(n.Select("player"))

    def _each_other_player(self, tree: Tree[Token]) -> n.Ref:
        return n.Each(n.Select("player", "other"))

    def _each_opponent(self, tree: Tree[Token]) -> n.Ref:
        return n.Each(n.Select("player", "opponent"))

    def _its_controller(self, tree: Tree[Token]) -> n.Ref:
        return n.Controller(self._latest(tree, ""))

    def _its_owner(self, tree: Tree[Token]) -> n.Ref:
        return n.Owner(self._latest(tree, ""))

    def _target(self, tree: Tree[Token]) -> n.Ref:
        return self._declare(self._select(tree.children[0]))

    def _another_target(self, tree: Tree[Token]) -> n.Ref:
        return self._declare(msgspec.structs.replace(self._select(tree.children[0]), other=True))

    def _that(self, tree: Tree[Token]) -> n.Ref:
        word = text_of(tree.children[0])
        return self._latest(tree, "crystal" if word == "energy crystal" else word)

    def _all_objects(self, tree: Tree[Token]) -> n.Ref:
        select = self._select(tree.children[0])
        self.scope.mentions.append(Mention(select.kind, n.Each(select)))
        return n.Each(select)

    def _all_others(self, tree: Tree[Token]) -> n.Ref:
        return n.Each(msgspec.structs.replace(self._select(tree.children[0]), other=True))

    def _all_of_target(self, tree: Tree[Token]) -> n.Ref:
        return self._things(tree, self._target_whose(tree), self._select(tree.children[1]))

    def _all_of_that(self, tree: Tree[Token]) -> n.Ref:
        return self._things(tree, self._latest(tree, "player"), self._select(tree.children[0]))

    def _base_of_target(self, tree: Tree[Token]) -> n.Ref:
        return self._things(tree, self._target_whose(tree), _NOUNS["life_base"])

    def _base_of_that(self, tree: Tree[Token]) -> n.Ref:
        return self._things(tree, self._latest(tree, "player"), _NOUNS["life_base"])

    def _target_whose(self, tree: Tree[Token]) -> n.Ref:
        word = text_of(tree.children[0]).removesuffix("'s")
        control: Any = {"player": "any", "opponent": "opponent", "other player": "other"}[word]
        return self._declare(n.Select("player", control))

    def _things(self, tree: Any, player: n.Ref, select: n.Select) -> n.Ref:
        """What one player controls (208.7)."""
        if select.kind == "action" or select.control != "any":
            raise wrong(tree, "summons, Energy Crystals, Effects or permanents")
        ref = n.Each(select, player)
        self.scope.mentions.append(Mention(select.kind, ref))
        return ref

    def _chosen(self, tree: Tree[Token]) -> n.Ref:
        if str(tree.children[0]) != "1":
            raise wrong(tree, "1")
        return n.Chosen(self._select(tree.children[1]))

    def _declare(self, select: n.Select) -> n.Ref:
        scope = self.card if self.card.hosted else self.scope
        scope.targets.append(n.Target(select, scope.option, scope.extra))
        ref: n.Ref = n.Host() if self.card.hosted else n.Slot(len(scope.targets) - 1)
        scope.mentions.append(Mention(select.kind, ref))
        return ref

    def _latest(self, tree: Tree[Token], kind: str) -> n.Ref:
        """The latest thing named of that kind ("" = any but a player)."""
        for mention in reversed(self.scope.mentions):
            if mention.kind == kind or (kind == "" and mention.kind != "player"):
                return mention.ref
        if self.scope is not self.card or self.card.hosted:
            for target in self.card.targets[:1]:
                if target.select.kind == kind or (kind == "" and target.select.kind != "player"):
                    return n.Host()
        raise wrong(tree, f"a target {kind or 'summon, effect or action'} named before")

    def _select_of(self, ref: n.Ref) -> n.Select | None:
        if isinstance(ref, n.Slot):
            return self.scope.targets[ref.n].select
        if isinstance(ref, n.Host) and self.card.targets:
            return self.card.targets[0].select
        return getattr(ref, "select", None)

    def _select(self, tree: Any) -> n.Select:
        select = n.Select("permanent")
        nouns = [child for child in tree.children if isinstance(child, Tree)]
        for child in sorted(nouns, key=lambda c: c.data not in _NOUNS):
            select = self._narrow(select, child)
        return select

    def _narrow(self, select: n.Select, tree: Any) -> n.Select:
        rule = str(tree.data)
        if rule in _NOUNS:
            return self._noun(rule, tree)
        if rule == "element":
            return msgspec.structs.replace(select, element=self.vocabulary.kinds[str(tree.children[0])][1])
        if rule == "crew":
            return msgspec.structs.replace(select, crew=self.vocabulary.kinds[str(tree.children[0])][1])
        if rule == "colour_adj":
            return msgspec.structs.replace(select, colour=text_of(tree.children[0]))
        return msgspec.structs.replace(select, **_NARROW[rule])

    def _noun(self, rule: str, tree: Any) -> n.Select:
        if rule == "class_noun":
            return n.Select("summon", classes=(self.vocabulary.kinds[str(tree.children[0])][1],))
        if rule == "cast" and tree.children and tree.children[-1] is not None:
            return n.Select("action", action="cast", card_kind=self.node(tree.children[-1]).card_kind)
        return _NOUNS[rule]

    def _any_card(self, tree: Tree[Token]) -> n.Select:
        return n.Select("card")

    def _summon_card(self, tree: Tree[Token]) -> n.Select:
        return n.Select("card", card_kind="summon")

    def _effect_card(self, tree: Tree[Token]) -> n.Select:
        return n.Select("card", card_kind="effect")

    def _crystal_card(self, tree: Tree[Token]) -> n.Select:
        return n.Select("card", card_kind="energy_crystal")

    # --- amounts -------------------------------------------------------------------------------------------------

    def _amount(self, number: Any, each: Any) -> n.Value:
        if each is None:
            return const(number)
        if str(number) == "x":
            raise wrong(number, "a number before 'for each'")
        return self._count(each, int(str(number)))

    def _count(self, tree: Any, per: int) -> n.Value:
        if tree.data == "each_counter":
            return n.Count("counters", per=per)
        if tree.data == "each_card":
            who = n.You() if text_of(tree.children[0]) == "your" else self._latest(tree, "player")
            pile: Any = "hand" if text_of(tree.children[1]) == "hand" else "discard"
            return n.Count(pile, who=who, per=per)
        return n.Count("select", self._select(tree.children[0]), per=per)

    def _energy(self, tree: Tree[Token]) -> n.Energy:
        amounts: dict[str, int] = {}
        order = ""
        for token in tree.children:
            letter, amount = str(token)[0], int(str(token)[1:])
            if letter in order or "mbrc".find(letter) < "mbrc".find(order[-1:]) or not amount:
                raise wrong(tree, "each energy type once, in the order M B R C")
            order += letter
            amounts[_ENERGY[letter]] = amount
        return n.Energy(**amounts)


def const(token: Any) -> n.Const | n.X:
    """The number a token stands for; "X" is how often the additional cost was paid (204.4b)."""
    return n.X() if str(token) == "x" else n.Const(int(str(token)))


def whole(token: Any) -> int:
    """A printed number, where X cannot stand."""
    if str(token) == "x":
        raise wrong(token, "a number")
    return int(str(token))


def is_rule(tree: Any, rule: str) -> bool:
    """True if ``tree`` came from that grammar rule."""
    return isinstance(tree, Tree) and tree.data == rule


def text_of(tree: Any) -> str:
    """The words of a rule that keeps all its tokens."""
    return " ".join(str(child) for child in tree.children)


def wrong(tree: Any, expected: str) -> CardTextError:
    """The complaint that a phrase means nothing here, and what would."""
    tokens = [tree] if isinstance(tree, Token) else list(tree.scan_values(lambda v: isinstance(v, Token)))
    start: Any = min((t.start_pos or 0 for t in tokens), default=0)
    end: Any = max((t.end_pos or 0 for t in tokens), default=0)
    if isinstance(tree, Tree) and not tree.meta.empty:
        start, end = tree.meta.start_pos, tree.meta.end_pos
    word = " ".join(str(t) for t in tokens)
    return CardTextError([Finding(start, end, word, (expected,), "wrong_kind")])

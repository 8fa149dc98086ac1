"""From a parse tree to the effect tree: lines, abilities and sentences."""

from __future__ import annotations

from typing import Any

import msgspec
from lark import Token, Tree

from rules_engine.x610z import nodes as n

from .clauses import ClauseLowering
from .refs import Mention, Scope, is_rule, text_of, whole, wrong

STATIC_RULES = frozenset(
    {
        "mod_stat",
        "mod_movement",
        "mod_cast",
        "forbid",
        "forbid_cast",
        "forbid_activate",
        "allow",
        "prevent_all",
        "prevent_next",
    }
)
_WHOSE: dict[str, Any] = {
    "your": "you", "each player's": "any", "each opponent's": "opponent", "target player's": "host",
}  # fmt: skip
_EVENTS = {
    "attacks": "attacks", "is attacked": "attacked", "moves": "moves", "is dealt damage": "damaged",
    "is destroyed": "destroyed", "enters play": "enters", "leaves play": "leaves", "is activated": "activated",
}  # fmt: skip
_ACTIONS = frozenset(
    {
        "draw",
        "draw_extra",
        "discard",
        "discard_random",
        "discard_hand",
        "shuffle",
        "shuffle_hand",
        "show_hand",
        "show_top",
        "present",
        "gain",
        "extra_turn",
        "skip_turn",
        "skip_phase",
        "search_show",
        "search",
        "move_cards",
        "remove_cards",
    }
)


_THOSE = frozenset({"move_those", "remove_those", "discard_those"})
_NAMES_CARDS = (n.Draw, n.Discard, n.Search, n.Show, n.Present, n.MoveCard)


class Lowerer(ClauseLowering):
    """Turns one parse tree into a :class:`~rules_engine.x610z.nodes.CardTree`. Use once per text."""

    def card_tree(self, tree: Tree[Token]) -> n.CardTree:
        """The whole card. Raises :class:`CardTextError` for a text that is grammatical but means nothing."""
        lines = [line for line in tree.children if isinstance(line, Tree)]
        if any(line.data == "or_line" for line in lines):
            parts: tuple[n.Node, ...] = (self._choose_one(lines),)
        else:
            parts = tuple(self.node(line) for line in lines)
        return n.CardTree(parts=parts, targets=tuple(self.card.targets))

    def _choose_one(self, lines: list[Tree[Token]]) -> n.Node:
        groups: list[list[Tree[Token]]] = [[]]
        for line in lines:
            if line.data == "or_line":
                groups.append([])
            else:
                groups[-1].append(line)
        if len(groups) > 2:
            raise wrong(lines[-1], "two effects, with one 'or' between them (207.1)")
        options: list[n.Node] = []
        for number, group in enumerate(groups):
            if len(group) != 1 or group[0].data != "body":
                raise wrong(lines[0], "one line of effect on each side of 'or'")
            self.card.option, self.card.mentions = number, []
            options.append(self.node(group[0]))
        return n.ChooseOne(tuple(options))

    def _body(self, tree: Tree[Token]) -> n.Node:
        sentences = tree.children[0].children  # type: ignore[union-attr]  # a body always holds sentences
        static = [_is_static(s) for s in sentences]
        if not any(static):
            return self._sentences(tree.children[0])
        if not all(static):
            raise wrong(tree, "lasting effects and effects of one moment on lines of their own")
        self.card.hosted = True
        body = self._sentences(tree.children[0])
        self.card.hosted = False
        return n.Static(body)

    def _sentences(self, tree: Any) -> n.Node:
        steps: list[n.Node] = []
        for sentence in tree.children:
            _refuse_x(sentence)
            _refuse_those(sentence, steps)
            if sentence.data == "if_done":
                if not steps:
                    raise wrong(sentence, "a first step before 'when successfully done'")
                steps.append(n.Gate("if_done", self._clause(sentence.children[0]), first=steps.pop()))
            else:
                steps.append(self.node(sentence))
                _join_present(steps)
        return steps[0] if len(steps) == 1 else n.Seq(tuple(steps))

    def _stats(self, tree: Tree[Token]) -> n.Node:
        movement, *numbers = tree.children
        attack, defense, speed, reach = (whole(token) for token in numbers)
        return n.Stats(self.node(movement), attack, defense, speed, reach)

    def _produce(self, tree: Tree[Token]) -> n.Node:
        return n.Produce(self.node(tree.children[0]))

    def _activated(self, tree: Tree[Token]) -> n.Node:
        energy, counters, sentences = tree.children
        cost = n.FREE if energy is None else self.node(energy)
        removed = 0 if counters is None else whole(counters.children[0])  # type: ignore[union-attr]  # a tree by the grammar
        if counters is not None and not removed:
            raise wrong(counters, "at least 1 counter")
        scope = self._enter(Scope())
        body = self._sentences(sentences)
        self.scope = self.card
        return n.Activated(cost, body, tuple(scope.targets), removed)

    def _trigger(self, tree: Tree[Token]) -> n.Node:
        self.card.hosted = True
        scope = Scope()
        when = self._when(tree.children[0], scope)
        self.card.hosted = False
        self._enter(scope)
        body = self._sentences(tree.children[1])
        self.scope = self.card
        return n.Trigger(when, body, tuple(scope.targets))

    def _enter(self, scope: Scope) -> Scope:
        self.scope = scope
        return scope

    def _when(self, tree: Any, scope: Scope) -> n.When:
        word = str(tree.children[0].children[0])
        if tree.data == "when_phase":
            return self._when_phase(tree, word, scope)
        caster: Any = None
        if tree.data in ("when_cast", "when_draw", "when_discard"):
            caster = {"you": "you", "an opponent": "opponent", "a player": "any"}[text_of(tree.children[1])]
        if tree.data in ("when_draw", "when_discard"):
            scope.mentions.append(Mention("player", n.Actor()))
            return n.When(word, "draws" if tree.data == "when_draw" else "discards", whose=caster)  # type: ignore[arg-type]  # literals from the grammar
        if tree.data == "when_cast":
            scope.mentions.append(Mention("player", n.Actor()))
            kind = self.node(tree.children[-1])
            return n.When(word, "cast", whose=caster, select=kind)  # type: ignore[arg-type]  # literals from the grammar
        thing = tree.children[1]
        event: Any = _EVENTS[text_of(tree.children[2])]
        if thing.data == "any_object":
            select = self._select(thing.children[1])
            scope.mentions.append(Mention(select.kind, n.Subject()))
            return n.When(word, event, select=select)  # type: ignore[arg-type]  # literals from the grammar
        ref = self.node(thing)
        kind_name = "this" if thing.data == "this" else self.card.targets[0].select.kind
        scope.mentions.append(Mention(kind_name, ref))
        return n.When(word, event, ref=ref)  # type: ignore[arg-type]  # literals from the grammar

    def _when_phase(self, tree: Any, word: str, scope: Scope) -> n.When:
        whose = text_of(tree.children[1])
        phase: Any = text_of(tree.children[2])
        side: Any = {
            "your": "you",
            "each player's": "any",
            "each opponent's": "opponent",
            "target player's": "host",
        }[whose]
        if side == "host":
            self.card.targets.append(n.Target(n.Select("player")))
            scope.mentions.append(Mention("player", n.Host()))
        elif side != "you":
            scope.mentions.append(Mention("player", n.Actor()))
        return n.When(word, "phase", phase=phase, whose=side)  # type: ignore[arg-type]  # literals from the grammar

    # --- sentences -----------------------------------------------------------------------------------------------

    def _plain(self, tree: Tree[Token]) -> n.Node:
        return self._clause(tree.children[0])

    def _clause(self, tree: Any, who: n.Ref | None = None) -> n.Node:
        if tree.data == "acts":
            subject = self.node(tree.children[0])
            return self._clause(tree.children[1], subject)
        node = self.node(tree)
        if who is not None:
            node = msgspec.structs.replace(node, who=who)
        return node

    def _with_extra(self, tree: Tree[Token]) -> n.Node:
        return self._paid("pay", tree)

    def _each_extra(self, tree: Tree[Token]) -> n.Node:
        return self._paid("each_extra", tree)

    def _paid(self, kind: Any, tree: Tree[Token]) -> n.Node:
        cost = next(self.node(c) for c in tree.children if is_rule(c, "energy"))
        self.scope.extra = True
        then = self._clause(tree.children[-1])
        self.scope.extra = False
        return n.Gate(kind, then, cost=cost)

    def _unless(self, tree: Tree[Token]) -> n.Node:
        otherwise = self._clause(tree.children[0])
        payer = self.node(tree.children[1])
        return n.Gate("pay", n.Seq(()), otherwise=otherwise, cost=self.node(tree.children[2]), payer=payer)

    def _must_pay(self, tree: Tree[Token]) -> n.Node:
        payer, cost = self.node(tree.children[0]), self.node(tree.children[1])
        otherwise = self._clause(tree.children[2])
        return n.Gate("pay", n.Seq(()), otherwise=otherwise, cost=cost, payer=payer, must=True)

    def _may(self, tree: Tree[Token]) -> n.Node:
        payer = self.node(tree.children[0])
        inner: Any = tree.children[1]
        who = payer if inner.data in _ACTIONS and not isinstance(payer, n.You) else None
        return n.Gate("may", self._clause(inner, who), payer=payer)


def _refuse_x(sentence: Any) -> None:
    """X is how often an additional cost was paid, so it stands behind "for each extra" only (204.4b)."""
    if sentence.data == "each_extra":
        return
    for token in sentence.scan_values(lambda value: isinstance(value, Token)):
        if str(token) in ("x", "+x", "-x"):
            raise wrong(token, "a number; X stands only behind 'for each extra'")


def _refuse_those(sentence: Any, before: list[n.Node]) -> None:
    """Cards that are moved as "those" must have been drawn, found, shown or moved by a step before."""
    for phrase in sentence.find_pred(lambda tree: tree.data in _THOSE):
        named = any(isinstance(part, _NAMES_CARDS) for step in before for part in n.walk(step))
        if not named:
            raise wrong(phrase, "a step before that draws, shows or searches for cards")


def _join_present(steps: list[n.Node]) -> None:
    """Cards presented face down are picked while they are presented: as many as are then discarded (213.2)."""
    if len(steps) > 1 and isinstance(steps[-2], n.Present) and isinstance(steps[-1], n.Discard):
        steps[-2] = msgspec.structs.replace(steps[-2], count=steps[-1].count)


def _is_static(sentence: Any) -> bool:
    """A sentence that says what is so as long as its permanent stays in play."""
    clause = sentence.children[0] if sentence.data == "plain" else None
    return isinstance(clause, Tree) and clause.data in STATIC_RULES and clause.children[-1] is None

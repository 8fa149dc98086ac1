"""From a parse tree to the effect tree.

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
_ENERGY = {"m": "mystic", "b": "boost", "r": "robiumm", "c": "colorless"}
_EVENTS = {
    "attacks": "attacks", "is attacked": "attacked", "moves": "moves", "is dealt damage": "damaged",
    "is destroyed": "destroyed", "enters play": "enters", "leaves play": "leaves", "is activated": "activated",
}  # fmt: skip
_VERBS = {
    "attack": "attack", "move": "move", "be attacked": "be_attacked", "be dealt damage": "be_damaged",
    "be activated": "be_activated", "be targeted": "be_targeted",
}  # fmt: skip
_PERMISSIONS = {
    "attack again": "attack_again", "move again": "move_again", "make sharp turns": "sharp_turn",
    "attack and move in different directions": "any_direction",
    "attack from the no attack zone": "attack_from_no_attack_zone",
}  # fmt: skip


@dataclass
class _Mention:
    kind: str
    ref: n.Ref


@dataclass
class _Scope:
    """What one announcement (casting, activating, triggering) has named so far."""

    targets: list[n.Target] = field(default_factory=list)
    mentions: list[_Mention] = field(default_factory=list)
    option: int | None = None
    extra: bool = False
    hosted: bool = False
    """True = a target named here is what the permanent is cast on, reached as ``Host``."""


class Lowerer:
    """Turns one parse tree into a :class:`~rules_engine.x610z.nodes.CardTree`. Use once per text."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.card = _Scope()
        self.scope = self.card

    # --- lines ---------------------------------------------------------------------------------------------------

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
        options: list[n.Node] = []
        for number, group in enumerate(groups):
            if len(group) != 1 or group[0].data != "body":
                raise _wrong(lines[0], "one line of effect on each side of 'or'")
            self.card.option, self.card.mentions = number, []
            options.append(self.node(group[0]))
        return n.ChooseOne(tuple(options))

    def node(self, tree: Any) -> Any:
        """Lower any subtree by the name of its rule."""
        method: Callable[[Tree[Token]], Any] = getattr(self, f"_{tree.data}")
        return method(tree)

    def _body(self, tree: Tree[Token]) -> n.Node:
        sentences = tree.children[0].children  # type: ignore[union-attr]  # a body always holds sentences
        static = [_is_static(s) for s in sentences]
        if not any(static):
            return self._sentences(tree.children[0])
        if not all(static):
            raise _wrong(tree, "lasting effects and effects of one moment on lines of their own")
        self.card.hosted = True
        body = self._sentences(tree.children[0])
        self.card.hosted = False
        return n.Static(body)

    def _sentences(self, tree: Any) -> n.Node:
        steps: list[n.Node] = []
        for sentence in tree.children:
            if sentence.data == "if_done":
                if not steps:
                    raise _wrong(sentence, "a first step before 'when successfully done'")
                steps.append(n.Gate("if_done", self.node(sentence.children[0]), first=steps.pop()))
            else:
                steps.append(self.node(sentence))
        return steps[0] if len(steps) == 1 else n.Seq(tuple(steps))

    def _stats(self, tree: Tree[Token]) -> n.Node:
        movement, *numbers = tree.children
        attack, defense, speed, reach = (int(str(token)) for token in numbers)
        return n.Stats(self.node(movement), attack, defense, speed, reach)

    def _produce(self, tree: Tree[Token]) -> n.Node:
        return n.Produce(self.node(tree.children[0]))

    def _activated(self, tree: Tree[Token]) -> n.Node:
        cost = n.FREE if tree.children[0] is None else self.node(tree.children[0])
        scope = self._enter(_Scope())
        body = self._sentences(tree.children[1])
        self.scope = self.card
        return n.Activated(cost, body, tuple(scope.targets))

    def _trigger(self, tree: Tree[Token]) -> n.Node:
        self.card.hosted = True
        scope = _Scope()
        when = self._when(tree.children[0], scope)
        self.card.hosted = False
        self._enter(scope)
        body = self._sentences(tree.children[1])
        self.scope = self.card
        return n.Trigger(when, body, tuple(scope.targets))

    def _enter(self, scope: _Scope) -> _Scope:
        self.scope = scope
        return scope

    def _when(self, tree: Any, scope: _Scope) -> n.When:
        word = str(tree.children[0].children[0])
        if tree.data == "when_phase":
            return self._when_phase(tree, word, scope)
        if tree.data == "when_cast":
            caster = {"you": "you", "an opponent": "opponent", "a player": "any"}[_text(tree.children[1])]
            scope.mentions.append(_Mention("player", n.Actor()))
            kind = self.node(tree.children[-1])
            return n.When(word, "cast", whose=caster, select=kind)  # type: ignore[arg-type]  # literals from the grammar
        thing = tree.children[1]
        event: Any = _EVENTS[_text(tree.children[2])]
        if thing.data == "any_object":
            select = self._select(thing.children[1])
            scope.mentions.append(_Mention(select.kind, n.Subject()))
            return n.When(word, event, select=select)  # type: ignore[arg-type]  # literals from the grammar
        ref = self.node(thing)
        kind_name = "this" if thing.data == "this" else self.card.targets[0].select.kind
        scope.mentions.append(_Mention(kind_name, ref))
        return n.When(word, event, ref=ref)  # type: ignore[arg-type]  # literals from the grammar

    def _when_phase(self, tree: Any, word: str, scope: _Scope) -> n.When:
        whose = _text(tree.children[1])
        phase: Any = _text(tree.children[2])
        side: Any = {
            "your": "you",
            "each player's": "any",
            "each opponent's": "opponent",
            "target player's": "host",
        }[whose]
        if side == "host":
            self.card.targets.append(n.Target(n.Select("player")))
            scope.mentions.append(_Mention("player", n.Host()))
        elif side != "you":
            scope.mentions.append(_Mention("player", n.Actor()))
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
        return node  # type: ignore[no-any-return]  # methods are found by name

    def _with_extra(self, tree: Tree[Token]) -> n.Node:
        return self._paid("pay", tree)

    def _each_extra(self, tree: Tree[Token]) -> n.Node:
        return self._paid("each_extra", tree)

    def _paid(self, kind: Any, tree: Tree[Token]) -> n.Node:
        cost = next(self.node(c) for c in tree.children if _is(c, "energy"))
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

    # --- what players do -----------------------------------------------------------------------------------------

    def _draw(self, tree: Tree[Token]) -> n.Node:
        return n.Draw(self._amount(tree.children[0], tree.children[1]))

    def _draw_extra(self, tree: Tree[Token]) -> n.Node:
        return n.Draw(_const(tree.children[0]), extra=True)

    def _discard(self, tree: Tree[Token]) -> n.Node:
        return n.Discard(_const(tree.children[0]))

    def _discard_random(self, tree: Tree[Token]) -> n.Node:
        return n.Discard(_const(tree.children[0]), choice="random")

    def _discard_hand(self, tree: Tree[Token]) -> n.Node:
        return n.Discard(n.All())

    def _shuffle(self, tree: Tree[Token]) -> n.Node:
        return n.Shuffle()

    def _shuffle_hand(self, tree: Tree[Token]) -> n.Node:
        return n.Shuffle(hand_first=True)

    def _show_hand(self, tree: Tree[Token]) -> n.Node:
        return n.Show(n.You())

    def _show_top(self, tree: Tree[Token]) -> n.Node:
        count = n.Const(1) if tree.children[0] is None else _const(tree.children[0])
        return n.Show(n.You(), "deck_top", count)

    def _present(self, tree: Tree[Token]) -> n.Node:
        return n.Present(n.You())

    def _gain(self, tree: Tree[Token]) -> n.Node:
        times = n.Const(1) if tree.children[1] is None else self._count(tree.children[1], 1)
        return n.GainEnergy(self.node(tree.children[0]), times=times)

    def _extra_turn(self, tree: Tree[Token]) -> n.Node:
        return n.ExtraTurn()

    def _skip_turn(self, tree: Tree[Token]) -> n.Node:
        return n.SkipTurn()

    def _skip_phase(self, tree: Tree[Token]) -> n.Node:
        phase: Any = _text(tree.children[0])
        return n.SkipTurn(phase=phase)

    def _search(self, tree: Tree[Token], show: bool = False) -> n.Node:
        zone: Any = "deck" if _text(tree.children[0]) == "deck" else "discard"
        to = _ZONES[tree.children[3].data]  # type: ignore[union-attr]  # a tree by the grammar
        return n.Search(self.node(tree.children[2]), _const(tree.children[1]), zone=zone, to=to, show=show)

    def _search_show(self, tree: Tree[Token]) -> n.Node:
        return self._search(tree, show=True)

    def _move_cards(self, tree: Tree[Token]) -> n.Node:
        to = _ZONES[tree.children[3].data]  # type: ignore[union-attr]  # a tree by the grammar
        return self._from_pile(tree, to)

    def _remove_cards(self, tree: Tree[Token]) -> n.Node:
        return self._from_pile(tree, "removed")

    def _from_pile(self, tree: Tree[Token], to: Any) -> n.Node:
        pile: Any = "hand" if _text(tree.children[2]) == "hand" else "discard"
        select = self.node(tree.children[1])
        return n.MoveCard(to, choose_from=pile, count=_const(tree.children[0]), select=select)

    # --- what the effect does ------------------------------------------------------------------------------------

    def _damage(self, tree: Tree[Token]) -> n.Node:
        what = self.node(tree.children[2])
        return n.Damage(
            what, self._amount(tree.children[0], tree.children[3]), extra=tree.children[1] is not None
        )

    def _heal(self, tree: Tree[Token]) -> n.Node:
        what = self.node(tree.children[2])
        return n.Heal(
            what, self._amount(tree.children[0], tree.children[3]), extra=tree.children[1] is not None
        )

    def _heal_all(self, tree: Tree[Token]) -> n.Node:
        return n.Heal(self.node(tree.children[0]), n.All())

    def _destroy(self, tree: Tree[Token]) -> n.Node:
        return n.Destroy(self.node(tree.children[0]))

    def _cancel(self, tree: Tree[Token]) -> n.Node:
        return n.Cancel(self.node(tree.children[0]))

    def _redirect(self, tree: Tree[Token]) -> n.Node:
        return n.Redirect(self.node(tree.children[0]))

    def _deactivate(self, tree: Tree[Token]) -> n.Node:
        return n.Deactivate(self.node(tree.children[0]))

    def _reactivate(self, tree: Tree[Token]) -> n.Node:
        return n.Reactivate(self.node(tree.children[0]))

    def _take_control(self, tree: Tree[Token]) -> n.Node:
        return n.TakeControl(self.node(tree.children[0]), until=_until(tree.children[1]))

    def _return_hand(self, tree: Tree[Token]) -> n.Node:
        return n.MoveCard("hand", self.node(tree.children[0]))

    def _return_top(self, tree: Tree[Token]) -> n.Node:
        return n.MoveCard("deck", self.node(tree.children[0]))

    def _return_bottom(self, tree: Tree[Token]) -> n.Node:
        return n.MoveCard("deck_bottom", self.node(tree.children[0]))

    def _remove_object(self, tree: Tree[Token]) -> n.Node:
        return n.MoveCard("removed", self.node(tree.children[0]))

    def _move_path(self, tree: Tree[Token]) -> n.Node:
        what, up_to, steps, by_rules = tree.children
        ref = self.node(what)
        return n.MoveSummon(
            ref, "path", _const(steps), by_rules=by_rules is not None, up_to=up_to is not None
        )

    def _move_start(self, tree: Tree[Token]) -> n.Node:
        return n.MoveSummon(self.node(tree.children[0]), "starting_dot")

    def _move_end(self, tree: Tree[Token]) -> n.Node:
        return n.MoveSummon(self.node(tree.children[0]), "ending_dot", by_rules=tree.children[1] is not None)

    def _warp(self, tree: Tree[Token]) -> n.Node:
        return n.Warp(self.node(tree.children[0]))

    def _place_marker(self, tree: Tree[Token]) -> n.Node:
        return n.PlaceMarker(_const(tree.children[0]))

    def _remove_marker(self, tree: Tree[Token]) -> n.Node:
        return n.RemoveMarker(_const(tree.children[0]))

    def _prevent_all(self, tree: Tree[Token]) -> n.Node:
        return n.Prevent(self.node(tree.children[0]), until=_until(tree.children[1]))

    def _prevent_next(self, tree: Tree[Token]) -> n.Node:
        return n.Prevent(self.node(tree.children[1]), _const(tree.children[0]), _until(tree.children[2]))

    def _keep(self, tree: Tree[Token]) -> n.Node:
        keep, drop = tree.children
        return n.Seq((n.Keep(_const(keep)), n.Discard(_const(drop), of_those=True)))

    def _chosen_discard(self, tree: Tree[Token]) -> n.Node:
        return n.Discard(_const(tree.children[0]), self.node(tree.children[1]), choice="you")

    # --- what is so ----------------------------------------------------------------------------------------------

    def _mod_stat(self, tree: Tree[Token]) -> n.Node:
        what, *mods, duration = tree.children
        ref, until = self.node(what), _until(duration)
        steps: list[n.Node] = []
        for mod in mods:
            stat: Any = _text(mod.children[0]).split()[0]  # type: ignore[union-attr]  # a tree by the grammar
            delta = int(str(mod.children[1]))  # type: ignore[union-attr]  # a tree by the grammar
            steps.append(n.ModStat(ref, stat, n.Const(abs(delta)), delta < 0, until))
        return steps[0] if len(steps) == 1 else n.Seq(tuple(steps))

    def _mod_action_cost(self, tree: Tree[Token]) -> n.Node:
        what, energy, word, duration = tree.children
        ref = self.node(what)
        select = self._select_of(ref)
        if select is None or select.kind != "action" or duration is not None:
            raise _wrong(tree, "'target cast', 'target activation', 'target movement' or 'target action'")
        of: Any = select.action
        return n.ModCost(of, self.node(energy), _text(word) == "less", what=ref)

    def _mod_movement(self, tree: Tree[Token]) -> n.Node:
        what, energy, word, duration = tree.children
        ref = self.node(what)
        return n.ModCost(
            "movement", self.node(energy), _text(word) == "less", what=ref, until=_until(duration)
        )

    def _mod_cast(self, tree: Tree[Token]) -> n.Node:
        kind, by, energy, word, duration = tree.children
        who = _CAST_BY[_text(by)]
        less = _text(word) == "less"
        return n.ModCost("cast", self.node(energy), less, who, select=self.node(kind), until=_until(duration))

    def _forbid(self, tree: Tree[Token]) -> n.Node:
        what, verb, duration = tree.children
        word: Any = _VERBS[_text(verb)]
        return n.Forbid(word, self.node(what), until=_until(duration))

    def _forbid_cast(self, tree: Tree[Token]) -> n.Node:
        who, kind, duration = tree.children
        return n.Forbid("cast", who=self.node(who), until=_until(duration), select=self.node(kind))

    def _forbid_activate(self, tree: Tree[Token]) -> n.Node:
        who, duration = tree.children
        return n.Forbid("activate", who=self.node(who), until=_until(duration))

    def _allow(self, tree: Tree[Token]) -> n.Node:
        what, permission, duration = tree.children
        verb: Any = _PERMISSIONS[_text(permission)]
        return n.Allow(verb, self.node(what), _until(duration))

    # --- who and what --------------------------------------------------------------------------------------------

    def _you(self, tree: Tree[Token]) -> n.Ref:
        return n.You()

    def _this(self, tree: Tree[Token]) -> n.Ref:
        return n.This()

    def _target_player(self, tree: Tree[Token]) -> n.Ref:
        control: Any = {"player": "any", "opponent": "opponent", "other player": "other"}[
            _text(tree.children[0])
        ]
        return self._declare(n.Select("player", control))

    def _that_player(self, tree: Tree[Token]) -> n.Ref:
        return self._latest(tree, "player")

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
        word = _text(tree.children[0])
        return self._latest(tree, "crystal" if word == "energy crystal" else word)

    def _all_objects(self, tree: Tree[Token]) -> n.Ref:
        select = self._select(tree.children[0])
        self.scope.mentions.append(_Mention(select.kind, n.Each(select)))
        return n.Each(select)

    def _all_others(self, tree: Tree[Token]) -> n.Ref:
        return n.Each(msgspec.structs.replace(self._select(tree.children[0]), other=True))

    def _chosen(self, tree: Tree[Token]) -> n.Ref:
        if int(str(tree.children[0])) != 1:
            raise _wrong(tree, "1")
        return n.Chosen(self._select(tree.children[1]))

    def _declare(self, select: n.Select) -> n.Ref:
        scope = self.card if self.card.hosted else self.scope
        scope.targets.append(n.Target(select, scope.option, scope.extra))
        ref: n.Ref = n.Host() if self.card.hosted else n.Slot(len(scope.targets) - 1)
        scope.mentions.append(_Mention(select.kind, ref))
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
        raise _wrong(tree, f"a target {kind or 'summon, effect or action'} named before")

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
            return msgspec.structs.replace(select, colour=_text(tree.children[0]))
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
        return _const(number) if each is None else self._count(each, int(str(number)))

    def _count(self, tree: Any, per: int) -> n.Value:
        if tree.data == "each_counter":
            return n.Count("counters", per=per)
        if tree.data == "each_card":
            who = n.You() if _text(tree.children[0]) == "your" else self._latest(tree, "player")
            pile: Any = "hand" if _text(tree.children[1]) == "hand" else "discard"
            return n.Count(pile, who=who, per=per)
        return n.Count("select", self._select(tree.children[0]), per=per)

    def _energy(self, tree: Tree[Token]) -> n.Energy:
        amounts: dict[str, int] = {}
        order = ""
        for token in tree.children:
            letter, amount = str(token)[0], int(str(token)[1:])
            if letter in order or "mbrc".find(letter) < "mbrc".find(order[-1:]) or not amount:
                raise _wrong(tree, "each energy type once, in the order M B R C")
            order += letter
            amounts[_ENERGY[letter]] = amount
        return n.Energy(**amounts)


_ZONES: dict[str, Any] = {"to_hand": "hand", "to_play": "play", "to_top": "deck", "to_bottom": "deck_bottom"}
_CAST_BY: dict[str, n.Ref] = {
    "you cast": n.You(),
    "your opponents cast": n.Each(n.Select("player", "opponent")),
    "all players cast": n.Each(n.Select("player")),
}
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
    "that_players": {"control": "that_player"},
    "outside": {"where": "outside_no_attack_zone"},
    "inside": {"where": "in_no_attack_zone"},
}
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


def _const(token: Any) -> n.Const:
    return n.Const(int(str(token)))


def _until(tree: Any) -> Any:
    if tree is None:
        return "while_in_play"
    return "turn" if tree.data == "until_turn" else "next_turn"


def _is(tree: Any, rule: str) -> bool:
    return isinstance(tree, Tree) and tree.data == rule


def _is_static(sentence: Any) -> bool:
    """A sentence that says what is so as long as its permanent stays in play."""
    clause = sentence.children[0] if sentence.data == "plain" else None
    return isinstance(clause, Tree) and clause.data in STATIC_RULES and clause.children[-1] is None


def _text(tree: Any) -> str:
    """The words of a rule that keeps all its tokens."""
    return " ".join(str(child) for child in tree.children)


def _wrong(tree: Any, expected: str) -> CardTextError:
    tokens = list(tree.scan_values(lambda v: isinstance(v, Token)))
    start = min((t.start_pos for t in tokens), default=0)
    end = max((t.end_pos for t in tokens), default=0)
    word = " ".join(str(t) for t in tokens)
    return CardTextError([Finding(start, end, word, (expected,), "wrong_kind")])

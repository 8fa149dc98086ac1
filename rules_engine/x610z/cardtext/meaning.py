"""Between phrases and effect trees: which field a slot fills, and what a phrase like "that summon" points back to.

Most rows of the table fill the fields of their node with their slots; nothing has to be said about them. For the
others there is a pair of methods side by side: ``make_x`` builds the value from a phrase, ``take_x`` takes it apart
again (None = the row does not say this). Targets are numbered in the order of the table's English, so a text has
the same tree in every language.
"""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from rules_engine.x610z import nodes as n

from .table import TABLE
from .templates import TERMINALS, Leaf, Phrase, Template
from .scope import Mention, Scope, join_present, names_cards, wrong
from .words import Vocabulary

_ENERGY = {"m": "mystic", "b": "boost", "r": "robiumm", "c": "colorless"}
_ABSENT: Any = object()
_DESCRIPTION = ("adjs", "noun", "control", "where")
_CARD = n.Select("card")
_BASE = n.Select("summon", life_base=True)


class Unsaid(ValueError):
    """A part of a tree for which there is no template."""


@functools.cache
def _rows(category: str) -> tuple[Template, ...]:
    return tuple(template for template in TABLE if category in template.cats)


@functools.cache
def _defaults(kind: type) -> dict[str, Any]:
    return {one.name: one.default for one in msgspec.structs.fields(kind)}


class Meaning:
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

    def fields(self, phrase: Phrase) -> dict[str, Any]:
        """The values of all slots by field, built in the order in which a text names things."""
        built: dict[str, Any] = {}
        if "act" in phrase.template.cats:
            who = phrase.parts.get("who")
            built["who"] = n.You() if who is None else self.build(who)
        for key in phrase.template.keys:
            part = phrase.parts.get(key)
            built[key] = self.leaf(phrase, key, part) if part is None or isinstance(part, Leaf) else self.build(part)
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

    def _joined(self, phrase: Phrase, built: dict[str, Any]) -> dict[str, Any]:
        """Slots that make one field together: a number with its "for each", the words of a description."""
        keys = phrase.template.keys
        for key in keys:
            name = key.rstrip("~=")
            if key.endswith("="):
                value = built.pop(key)
                built[name] = msgspec.structs.replace(value, equal=True) if isinstance(value, n.Count) else value
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
    def described(adjs: Any, noun: n.Select, control: Any, where: Any) -> n.Select:
        """The selection that adjectives, noun, control and place describe together."""
        return msgspec.structs.replace(noun, **dict(adjs), control=control, where=where)

    # --- from the tree to a phrase -------------------------------------------------------------------------------

    def phrase(self, category: str, value: Any) -> Any:
        """The phrase of a category that says ``value``. Raises :class:`Unsaid` if there is none."""
        for template in _rows(category):
            before = (self.targets, self.named, self.host_named, self.subject)
            try:
                parts = self.taken(template, value)
                if parts is not None:
                    return self.filled(template, parts)
            except Unsaid:
                pass
            self.targets, self.named, self.host_named, self.subject = before
        raise Unsaid(f"no {category} says {value!r}")

    def taken(self, template: Template, value: Any) -> dict[str, Any] | None:
        """The values for the slots of a row that says ``value``, None if it does not."""
        if template.make:
            parts: dict[str, Any] | None = getattr(self, f"take_{template.make}")(template, value)
            return parts
        if template.node is None:
            return {} if value == template.value and type(value) is type(template.value) else None
        return self.take_fields(template, value)

    def take_fields(self, template: Template, value: Any, *but: str) -> dict[str, Any] | None:
        """The fields of a node as the values of a row's slots; those in ``but`` are somebody else's to say."""
        if type(value) is not template.node:
            return None
        if any(getattr(value, name) != said for name, said in template.fixed.items()):
            return None
        keys = template.keys
        names = {key.rstrip("~=") for key in keys} | set(but) | template.fixed.keys()
        if "noun" in keys or "cards" in keys:
            names.add("select")
        if "act" in template.cats:
            names.add("who")
        for name, default in _defaults(template.node).items():
            if name not in names and getattr(value, name) != default:
                return None
        parts: dict[str, Any] = {"who": value.who} if "act" in template.cats else {}
        for key in keys:
            name = key.rstrip("~=")
            if name in but or name in _DESCRIPTION or name == "cards":
                continue
            parts[key] = getattr(value, name)
        if ("noun" in keys or "cards" in keys) and "select" not in but:
            parts["select"] = value.select
        return parts

    def filled(self, template: Template, parts: dict[str, Any]) -> Phrase:
        """A phrase of a row, its slots filled with the phrases of these values in the order in which they are named."""
        phrase = Phrase(template)
        parts = _split(template, dict(parts))
        if "who" in parts and "act" in template.cats:
            who = parts.pop("who")
            phrase.parts["who"] = (
                who if who is None or isinstance(who, Phrase) else self._doer(who)
            )
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

    def _doer(self, who: Any) -> Phrase | None:
        """Who acts; the caster is not named (208.4)."""
        return None if isinstance(who, n.You) else self.phrase("subject", who)

    # --- lists ---------------------------------------------------------------------------------------------------

    def make_list(self, phrase: Phrase) -> tuple[Any, ...]:
        first, rest = (self.build(phrase.parts[key]) for key in phrase.template.keys)
        return (first, *rest)

    def take_list(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not value or (len(value) == 1 and "changes" in template.cats):
            return None
        return dict(zip(template.keys, (value[0], value[1:]), strict=True))

    def make_one(self, phrase: Phrase) -> tuple[Any, ...]:
        return (self.build(phrase.parts[phrase.template.keys[0]]),)

    def take_one(self, template: Template, value: Any) -> dict[str, Any] | None:
        return {template.keys[0]: value[0]} if len(value) == 1 else None

    # --- lines ---------------------------------------------------------------------------------------------------

    def make_or(self, phrase: Phrase) -> None:
        return None

    def take_or(self, template: Template, value: Any) -> dict[str, Any] | None:
        return {} if value is None else None

    def make_body(self, phrase: Phrase) -> n.Node:
        sentences = phrase.parts["sentences"]
        static = [_is_static(sentence) for sentence in sentences]
        if not any(static):
            return self.sentences(sentences)
        if not all(static):
            raise wrong(phrase, "lasting effects and effects of one moment on lines of their own")
        self.card.hosted = True
        body = self.sentences(sentences)
        self.card.hosted = False
        return n.Static(body)

    def take_body(self, template: Template, value: Any) -> dict[str, Any] | None:
        if isinstance(value, n.Trigger | n.Activated | n.Stats | n.Produce) or value is None:
            return None
        return {"sentences": self.said(value.tree if isinstance(value, n.Static) else value)}

    def make_activated(self, phrase: Phrase) -> n.Node:
        cost, counters, costs = n.FREE, 0, []
        scope = self._enter(Scope(paying=True))
        for part in self.build(phrase.parts["costs"]):
            if isinstance(part, n.Energy):
                cost = part
            elif isinstance(part, int):
                counters = part
            else:
                costs.append(part)
        scope.paying = False
        body = self.sentences(phrase.parts["sentences"])
        self.scope = self.card
        return n.Activated(cost, body, tuple(scope.targets), counters, tuple(costs))

    def take_activated(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.Activated):
            return None
        self._enter_named(value.targets)
        costs: list[Any] = [value.cost] if value.cost else []
        costs += value.costs
        costs += [value.counters] if value.counters else []
        return {"costs": self.phrase("costs", tuple(costs)), "sentences": self.said(value.tree)}

    def make_energy_part(self, phrase: Phrase) -> n.Energy:
        return energy_of(phrase.parts["cost"])

    def take_energy_part(self, template: Template, value: Any) -> dict[str, Any] | None:
        return {"cost": value} if isinstance(value, n.Energy) else None

    def make_counter_part(self, phrase: Phrase) -> int:
        counters = whole(phrase.parts["counters"])
        if not counters:
            raise wrong(phrase, "at least 1 counter")
        return counters

    def take_counter_part(self, template: Template, value: Any) -> dict[str, Any] | None:
        return {"counters": value} if isinstance(value, int) else None

    def make_trigger(self, phrase: Phrase) -> n.Node:
        self.card.hosted = True
        scope = Scope()
        condition, sentences = (phrase.parts[key] for key in phrase.template.keys)
        self.scope = scope
        when = self.build(condition)
        self.card.hosted = False
        body = self.sentences(sentences)
        self.scope = self.card
        return n.Trigger(when, body, tuple(scope.targets))

    def take_trigger(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.Trigger):
            return None
        self.subject = None
        condition = self.phrase(template.category(template.keys[0]), value.when)
        self._enter_named(value.targets)
        return {template.keys[0]: condition, "sentences": self.said(value.tree)}

    def _enter(self, scope: Scope) -> Scope:
        self.scope = scope
        return scope

    def _enter_named(self, targets: tuple[n.Target, ...]) -> None:
        self.targets, self.named = targets, frozenset()

    def make_when(self, phrase: Phrase) -> n.When:
        template = phrase.template
        found = {**template.fixed, **self.fields(phrase)}
        when = n.When(**found)
        scope = self.scope
        if when.event == "phase":
            if when.whose == "host":
                self.card.targets.append(n.Target(n.Select("player")))
                scope.mentions.append(Mention("player", n.Host()))
            elif when.whose != "you":
                scope.mentions.append(Mention("player", n.Actor()))
        elif when.event in ("cast", "draws", "discards"):
            scope.mentions.append(Mention("player", n.Actor()))
        elif when.select is not None:
            scope.mentions.append(Mention(when.select.kind, n.Subject(), when.select))
        elif isinstance(when.ref, n.This):
            scope.mentions.append(Mention("this", when.ref))
        return when

    def take_when(self, template: Template, value: Any) -> dict[str, Any] | None:
        parts = self.take_fields(template, value)
        if parts is None or (value.select is None) is (("cards" in template.keys) or "noun" in template.keys):
            return None
        if ("ref" in template.keys) is (value.ref is None):
            return None
        if value.event == "phase" and value.whose == "host":
            self.host_named = True
        if "noun" in template.keys:
            self.subject = value.select
        return parts

    # --- sentences -----------------------------------------------------------------------------------------------

    def sentences(self, phrases: list[Phrase]) -> n.Node:
        """The steps of a body, each in its turn; a sentence may go back to the one before."""
        steps: list[n.Node] = []
        for phrase in phrases:
            self.scope.cards_named = any(names_cards(step) for step in steps)
            if phrase.template.make in ("if_done", "instead"):
                if not steps:
                    raise wrong(phrase, f"a first step before '{_BEGINS[phrase.template.make]}'")
                steps.append(getattr(self, f"after_{phrase.template.make}")(phrase, steps.pop()))
            else:
                steps.append(self.build(phrase))
                join_present(steps)
        return steps[0] if len(steps) == 1 else n.Seq(tuple(steps))

    def said(self, node: Any) -> list[Phrase]:
        """The sentences of a body."""
        if isinstance(node, n.Seq) and not _is_clause(node):
            return [phrase for step in node.steps for phrase in self.said(step)]
        if isinstance(node, n.Gate) and node.kind == "if_done":
            return [*self.said(node.first), self.phrase("sentence", node)]
        if _is_instead(node):
            return [*self.said(node.otherwise), self.phrase("sentence", node)]
        return [self.phrase("sentence", node)]

    def make_plain(self, phrase: Phrase) -> n.Node:
        return self.build(phrase.parts["clause"])  # type: ignore[no-any-return]  # a clause is a node

    def take_plain(self, template: Template, value: Any) -> dict[str, Any] | None:
        return None if isinstance(value, n.Gate) else {"clause": value}

    def _extra(self, phrase: Phrase) -> tuple[n.Energy, n.Node]:
        cost = energy_of(phrase.parts["cost"])
        self.scope.extra = True
        then = self.build(phrase.parts["then"])
        self.scope.extra = False
        return cost, then

    def make_with_extra(self, phrase: Phrase) -> n.Node:
        cost, then = self._extra(phrase)
        return n.Gate("pay", then, cost=cost)

    def take_with_extra(self, template: Template, value: Any) -> dict[str, Any] | None:
        return self._gate(value, n.Gate("pay", _NONE, cost=n.FREE))

    def make_each_extra(self, phrase: Phrase) -> n.Node:
        self.scope.repeated = True
        cost, then = self._extra(phrase)
        self.scope.repeated = False
        return n.Gate("each_extra", then, cost=cost)

    def take_each_extra(self, template: Template, value: Any) -> dict[str, Any] | None:
        return self._gate(value, n.Gate("each_extra", _NONE, cost=n.FREE))

    def _gate(self, value: Any, like: n.Gate) -> dict[str, Any] | None:
        """The cost and effect of a gate that is otherwise like that one."""
        if not isinstance(value, n.Gate) or value.then == _NONE:
            return None
        if msgspec.structs.replace(value, then=like.then, cost=like.cost) != like:
            return None
        return {"cost": value.cost, "then": value.then}

    def after_if_done(self, phrase: Phrase, first: n.Node) -> n.Node:
        return n.Gate("if_done", self.build(phrase.parts["then"]), first=first)

    def take_if_done(self, template: Template, value: Any) -> dict[str, Any] | None:
        return {"then": value.then} if isinstance(value, n.Gate) and value.kind == "if_done" else None

    def after_instead(self, phrase: Phrase, first: n.Node) -> n.Node:
        cost, then = self._extra(phrase)
        return n.Gate("pay", then, otherwise=first, cost=cost)

    def take_instead(self, template: Template, value: Any) -> dict[str, Any] | None:
        return {"cost": value.cost, "then": value.then} if _is_instead(value) else None

    def make_unless(self, phrase: Phrase) -> n.Node:
        otherwise = self.build(phrase.parts["otherwise"])
        payer = self.build(phrase.parts["payer"])
        if isinstance(payer, n.You):
            raise wrong(phrase.parts["payer"], "another player; you pay with 'With extra ...'")
        return n.Gate("pay", _NONE, otherwise=otherwise, cost=energy_of(phrase.parts["cost"]), payer=payer)

    def take_unless(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.Gate) or value.kind != "pay" or value.then != _NONE or value.must:
            return None
        return {"otherwise": value.otherwise, "payer": value.payer, "cost": value.cost}

    def make_must_pay(self, phrase: Phrase) -> n.Node:
        payer = self.build(phrase.parts["payer"])
        if isinstance(payer, n.You):
            raise wrong(phrase.parts["payer"], "another player; you pay with 'With extra ...'")
        cost = energy_of(phrase.parts["cost"])
        otherwise = self.build(phrase.parts["otherwise"])
        return n.Gate("pay", _NONE, otherwise=otherwise, cost=cost, payer=payer, must=True)

    def take_must_pay(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.Gate) or value.kind != "pay" or value.then != _NONE or not value.must:
            return None
        return {"otherwise": value.otherwise, "payer": value.payer, "cost": value.cost}

    def make_may(self, phrase: Phrase) -> n.Node:
        payer = self.build(phrase.parts["payer"])
        deed = self.build(phrase.parts["deed"])
        if "act" in phrase.parts["deed"].template.cats:
            deed = msgspec.structs.replace(deed, who=payer)
        return n.Gate("may", deed, payer=payer)

    def take_may(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.Gate) or value.kind != "may":
            return None
        payer = self.phrase("subject", value.payer)
        for row in _rows("deed"):
            before = (self.named, self.host_named)
            parts = self.taken(row, value.then)
            if parts is not None and "act" in row.cats:
                if parts["who"] != value.payer:
                    continue
                parts["who"] = None if isinstance(value.payer, n.You) else payer
            try:
                if parts is not None:
                    return {"payer": payer, "deed": self.filled(row, parts)}
            except Unsaid:
                pass
            self.named, self.host_named = before
        return None

    # --- what players do and what the Effect does ----------------------------------------------------------------

    def _plain_cards(self, phrase: Phrase) -> dict[str, Any]:
        found = self.fields(phrase)
        place = found.pop("place", None)
        if place is not None:
            found["to"] = place
        zone = found.pop("zone", None)
        if zone is not None:
            found["zone" if phrase.template.node is n.Search else "choose_from"] = zone
        return {**phrase.template.fixed, **found}

    def _placed(self, template: Template, value: Any) -> dict[str, Any] | None:
        """``take_fields`` for the slots "zone" and "place"."""
        if type(value) is not template.node:
            return None
        keys = template.keys
        but = [name for name in ("zone", "choose_from", "to") if name not in template.fixed]
        parts = self.take_fields(template, value, *but, "place")
        if parts is None:
            return None
        if "place" in keys:
            parts["place"] = value.to
        if "zone" in keys:
            parts["zone"] = value.zone if isinstance(value, n.Search) else value.choose_from
        return parts

    def make_search(self, phrase: Phrase) -> n.Node:
        return n.Search(**self._plain_cards(phrase))

    def take_search(self, template: Template, value: Any) -> dict[str, Any] | None:
        return self._placed(template, value)

    def make_cards(self, phrase: Phrase) -> n.Node:
        assert phrase.template.node is not None
        return phrase.template.node(**self._plain_cards(phrase))  # type: ignore[no-any-return]  # a node by the table

    def take_cards(self, template: Template, value: Any) -> dict[str, Any] | None:
        if isinstance(value, n.ModCost):
            return self.take_fields(template, value)
        if not isinstance(value, n.MoveCard) or value.choose_from == "none":
            return None
        return self._placed(template, value)

    def make_those(self, phrase: Phrase) -> n.Node:
        if not self.scope.cards_named:
            raise wrong(phrase, "a step before that draws, shows or searches for cards")
        return n.MoveCard(**self._plain_cards(phrase))

    def take_those(self, template: Template, value: Any) -> dict[str, Any] | None:
        return self._placed(template, value)

    def make_take(self, phrase: Phrase) -> n.Node:
        if not self.scope.cards_named:
            raise wrong(phrase, "a step before that draws, shows or searches for cards")
        return self.make_discard(phrase)

    def take_take(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.Take) or ("cards" in template.keys) is (value.select is None):
            return None
        return self.take_fields(template, value)

    def make_discard(self, phrase: Phrase) -> n.Node:
        found = {**phrase.template.fixed, **self.fields(phrase)}
        if found.get("select") == _CARD:
            found["select"] = None
        assert phrase.template.node is not None
        return phrase.template.node(**found)  # type: ignore[no-any-return]  # a node by the table

    def take_discard(self, template: Template, value: Any) -> dict[str, Any] | None:
        parts = self.take_fields(template, value)
        if parts is not None and parts["select"] is None:
            parts["select"] = _CARD
        return parts

    def make_keep(self, phrase: Phrase) -> n.Node:
        found = self.fields(phrase)
        return n.Seq((n.Keep(found["keep"]), n.Discard(found["drop"], of_those=True)))

    def take_keep(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.Seq) or len(value.steps) != 2:
            return None
        keep, drop = value.steps
        if not isinstance(keep, n.Keep) or drop != n.Discard(getattr(drop, "count", n.X()), of_those=True):
            return None
        return {"keep": keep.count, "drop": drop.count}

    # --- what is so ----------------------------------------------------------------------------------------------

    def make_change(self, phrase: Phrase) -> tuple[str, Leaf]:
        return self.build(phrase.parts["stat"]), phrase.parts["signed"]

    def take_change(self, template: Template, value: Any) -> dict[str, Any] | None:
        return {"stat": value[0], "signed": value[1]}

    def _stat_change(self, what: n.Ref, change: tuple[str, Leaf], tail: Any, until: Any) -> n.ModStat:
        stat, leaf = change
        amount = Leaf(leaf.text[1:], leaf.start, leaf.end)
        delta = self.number(amount, tail)
        return n.ModStat(what, stat, delta, leaf.text[0] == "-", until)  # type: ignore[arg-type]  # by the table

    def make_changes(self, phrase: Phrase) -> n.Node:
        what, changes, until = (self.build(phrase.parts[key]) for key in ("what", "changes", "until"))
        steps = tuple(self._stat_change(what, change, None, until) for change in changes)
        return steps[0] if len(steps) == 1 else n.Seq(steps)

    def take_changes(self, template: Template, value: Any) -> dict[str, Any] | None:
        mods: Any = value.steps if isinstance(value, n.Seq) else (value,)
        if not _one_change(mods) or any(isinstance(mod.delta, n.Count) for mod in mods):
            return None
        changes = tuple((mod.stat, _signed(mod)) for mod in mods)
        return {"what": mods[0].what, "changes": changes, "until": mods[0].until}

    def make_change_each(self, phrase: Phrase) -> n.Node:
        built = [self.build(phrase.parts[key]) for key in ("what", "change", "delta~", "until")]
        if built[2] is None:
            raise wrong(phrase, "'for each'")
        return self._stat_change(*built)

    def take_change_each(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.ModStat) or not isinstance(value.delta, n.Count) or value.delta.equal:
            return None
        sign = f"{'-' if value.negative else '+'}{value.delta.per}"
        tail = msgspec.structs.replace(value.delta, per=1)
        return {"what": value.what, "change": (value.stat, Leaf(sign)), "delta~": tail, "until": value.until}

    def make_action_cost(self, phrase: Phrase) -> n.Node:
        ref = self.build(phrase.parts["what"])
        select = self.select_of(ref)
        if select is None or select.kind != "action" or select.action == "any":
            raise wrong(phrase, "'target cast', 'target activation', 'target movement' or 'target attack'")
        cost = energy_of(phrase.parts["energy"])
        return n.ModCost(select.action, cost, self.build(phrase.parts["less"]), what=ref)

    def take_action_cost(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.ModCost) or value.what is None:
            return None
        select = self.select_named(value.what)
        if select is None or select.kind != "action" or value.until != "turn":
            return None
        return {"what": value.what, "energy": value.energy, "less": value.less}

    # --- who and what --------------------------------------------------------------------------------------------

    def make_player(self, phrase: Phrase) -> n.Ref:
        return self.declare(phrase, phrase.template.value)

    def take_player(self, template: Template, value: Any) -> dict[str, Any] | None:
        return self._first_named(value, lambda select: select == template.value)

    def make_that_player(self, phrase: Phrase) -> n.Ref:
        return self.latest(phrase, "player")

    def take_that_player(self, template: Template, value: Any) -> dict[str, Any] | None:
        if isinstance(value, n.Actor):
            return {}
        select = self._again(value)
        return {} if select is not None and select.kind == "player" else None

    def make_of_latest(self, phrase: Phrase) -> n.Ref:
        assert phrase.template.node is not None
        return phrase.template.node(self.latest(phrase, ""))  # type: ignore[no-any-return]  # a reference by the table

    def take_of_latest(self, template: Template, value: Any) -> dict[str, Any] | None:
        return {} if type(value) is template.node else None

    def make_target(self, phrase: Phrase) -> n.Ref:
        return self.declare(phrase, self.fields(phrase)["select"])

    def take_target(self, template: Template, value: Any) -> dict[str, Any] | None:
        return self._first_named(value, lambda select: not select.other and select.kind != "player")

    def make_another(self, phrase: Phrase) -> n.Ref:
        return self.declare(phrase, msgspec.structs.replace(self.fields(phrase)["select"], other=True))

    def take_another(self, template: Template, value: Any) -> dict[str, Any] | None:
        return self._first_named(value, lambda select: select.other)

    def make_that(self, phrase: Phrase) -> n.Ref:
        return self.latest(phrase, phrase.template.value)

    def take_that(self, template: Template, value: Any) -> dict[str, Any] | None:
        select = self._again(value)
        return {} if select is not None and select.kind == template.value and not value.by_class else None

    def make_that_class(self, phrase: Phrase) -> n.Ref:
        leaf = phrase.parts["class"]
        ref = self.latest(phrase, "summon", self.vocabulary.kinds[leaf.text][1])
        return msgspec.structs.replace(ref, by_class=True) if isinstance(ref, n.Slot | n.Host | n.Subject) else ref

    def take_that_class(self, template: Template, value: Any) -> dict[str, Any] | None:
        select = self._again(value)
        if select is None or not select.classes or not value.by_class:
            return None
        return {"class": select.classes[0]}

    def make_all(self, phrase: Phrase) -> n.Ref:
        select = self.fields(phrase)["select"]
        self.scope.mentions.append(Mention(select.kind, n.Each(select), select))
        return n.Each(select)

    def take_all(self, template: Template, value: Any) -> dict[str, Any] | None:
        plain = isinstance(value, n.Each) and value.of is None and not value.every and value.select.kind != "player"
        return {"select": value.select} if plain and not value.select.other else None

    def make_all_other(self, phrase: Phrase) -> n.Ref:
        return n.Each(msgspec.structs.replace(self.fields(phrase)["select"], other=True))

    def take_all_other(self, template: Template, value: Any) -> dict[str, Any] | None:
        plain = isinstance(value, n.Each) and value.of is None and value.select.other
        return {"select": msgspec.structs.replace(value.select, other=False)} if plain else None

    def _holder(self, phrase: Phrase) -> n.Ref:
        select = phrase.template.value
        return self.latest(phrase, "player") if select is None else self.declare(phrase, select)

    def _take_holder(self, template: Template, player: Any) -> bool:
        if template.value is None:
            return isinstance(player, n.Actor) or self._again(player) is not None
        return self._first_named(player, lambda select: select == template.value) is not None

    def make_things(self, phrase: Phrase) -> n.Ref:
        player = self._holder(phrase)
        select = self.fields(phrase)["select"]
        if select.kind not in ("summon", "crystal", "effect", "permanent") or select.control != "any":
            raise wrong(phrase, "summons, Energy Crystals, Effects or permanents")
        return self._things(select, player)

    def _things(self, select: n.Select, player: n.Ref) -> n.Ref:
        ref = n.Each(select, player)
        self.scope.mentions.append(Mention(select.kind, ref, select))
        return ref

    def take_things(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.Each) or value.of is None or isinstance(value.of, n.You) or value.select == _BASE:
            return None
        return {"select": value.select} if self._take_holder(template, value.of) else None

    def make_base(self, phrase: Phrase) -> n.Ref:
        return self._things(_BASE, self._holder(phrase))

    def take_base(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.Each) or value.of is None or isinstance(value.of, n.You) or value.select != _BASE:
            return None
        return {} if self._take_holder(template, value.of) else None

    def make_chosen(self, phrase: Phrase) -> n.Ref:
        found = self.fields(phrase)
        if not found["count"]:
            raise wrong(phrase, "1 or more")
        if found["select"].kind in ("action", "player"):
            raise wrong(phrase, "summons, Energy Crystals, Effects or permanents")
        return n.Chosen(found["select"], count=found["count"])

    def take_chosen(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.Chosen):
            return None
        return {"count": value.count, "select": value.select}

    def declare(self, phrase: Phrase, select: n.Select) -> n.Ref:
        """A target, numbered in the order in which the text names it."""
        if self.scope.paying:
            raise wrong(phrase, "what is yours; a cost has no targets (204.3)")
        scope = self.card if self.card.hosted else self.scope
        scope.targets.append(n.Target(select, scope.option, scope.extra))
        ref: n.Ref = n.Host() if self.card.hosted else n.Slot(len(scope.targets) - 1)
        for one in (scope, self.scope):
            one.mentions.append(Mention(select.kind, ref, select))
        return ref

    def latest(self, phrase: Phrase, kind: str, card_class: str = "") -> n.Ref:
        """The latest thing named of that kind and Class ("" = any but a player)."""
        for mention in reversed(self.scope.mentions):
            if mention.fits(kind, card_class):
                return mention.ref
        if self.scope is not self.card or self.card.hosted:
            for target in self.card.targets[:1]:
                if Mention(target.select.kind, n.Host(), target.select).fits(kind, card_class):
                    return n.Host()
        raise wrong(phrase, f"a target {card_class or kind or 'summon, effect or action'} named before")

    def select_of(self, ref: n.Ref) -> n.Select | None:
        """What a reference describes, while building."""
        if isinstance(ref, n.Slot):
            return self.scope.targets[ref.n].select
        if isinstance(ref, n.Host) and self.card.targets:
            return self.card.targets[0].select
        return getattr(ref, "select", None)

    def select_named(self, ref: Any) -> n.Select | None:
        """What a target, the host or the subject of an event is described as, in the tree."""
        if isinstance(ref, n.Slot):
            return self.targets[ref.n].select if ref.n < len(self.targets) else None
        if isinstance(ref, n.Host):
            return self.tree.targets[0].select if self.tree is not None and self.tree.targets else None
        return self.subject if isinstance(ref, n.Subject) else None

    def _first_named(self, ref: Any, fits: Any) -> dict[str, Any] | None:
        """The description of a target that has not been named yet; it is named now."""
        select = self.select_named(ref)
        if select is None or isinstance(ref, n.Subject) or self._again(ref) is not None or not fits(select):
            return None
        if isinstance(ref, n.Host):
            self.host_named = True
        else:
            self.named |= {ref.n}
        return {"select": msgspec.structs.replace(select, other=False)}

    def _again(self, ref: Any) -> n.Select | None:
        """The description of what has been named before."""
        select = self.select_named(ref)
        if isinstance(ref, n.Host):
            return select if self.host_named else None
        if isinstance(ref, n.Slot):
            return select if ref.n in self.named else None
        return select

    # --- descriptions --------------------------------------------------------------------------------------------

    def _word(self, phrase: Phrase, key: str) -> str:
        return self.vocabulary.kinds[phrase.parts[key].text][1]

    def make_element(self, phrase: Phrase) -> tuple[str, str]:
        return ("element", self._word(phrase, "element"))

    def take_element(self, template: Template, value: Any) -> dict[str, Any] | None:
        return {"element": value[1]} if value[0] == "element" else None

    def make_crew(self, phrase: Phrase) -> tuple[str, str]:
        return ("crew", self._word(phrase, "crew"))

    def take_crew(self, template: Template, value: Any) -> dict[str, Any] | None:
        return {"crew": value[1]} if value[0] == "crew" else None

    def make_class(self, phrase: Phrase) -> n.Select:
        return n.Select("summon", classes=(self._word(phrase, "class"),))

    def take_class(self, template: Template, value: Any) -> dict[str, Any] | None:
        return {"class": value.classes[0]} if value == n.Select("summon", classes=value.classes) and value.classes else None

    def make_cast_of(self, phrase: Phrase) -> n.Select:
        cards = self.build(phrase.parts["cards"])
        return n.Select("action", action="cast", card_kind=cards.card_kind, classes=cards.classes, element=cards.element)

    def take_cast_of(self, template: Template, value: Any) -> dict[str, Any] | None:
        if value.kind != "action" or value.action != "cast":
            return None
        return {"cards": msgspec.structs.replace(value, kind="card", action="any")}

    def make_class_card(self, phrase: Phrase) -> n.Select:
        return n.Select("card", card_kind="summon", classes=(self._word(phrase, "class"),))

    def take_class_card(self, template: Template, value: Any) -> dict[str, Any] | None:
        plain = n.Select("card", card_kind="summon", classes=value.classes)
        return {"class": value.classes[0]} if value.classes and value == plain else None

    def make_element_card(self, phrase: Phrase) -> n.Select:
        return n.Select("card", card_kind="summon", element=self._word(phrase, "element"))

    def take_element_card(self, template: Template, value: Any) -> dict[str, Any] | None:
        plain = n.Select("card", card_kind="summon", element=value.element)
        return {"element": value.element} if value.element and value == plain else None

    # --- how much ------------------------------------------------------------------------------------------------

    def make_no_tail(self, phrase: Phrase) -> None:
        return None

    def take_no_tail(self, template: Template, value: Any) -> dict[str, Any] | None:
        return {} if value is None else None

    def make_count(self, phrase: Phrase) -> n.Count:
        found = {**phrase.template.fixed, **self.fields(phrase)}
        if found["what"] in ("hand", "discard"):
            found["who"] = n.You()
        return n.Count(**found)

    def take_count(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.Count) or value.what != template.fixed["what"]:
            return None
        if value.what in ("hand", "discard") and not isinstance(value.who, n.You):
            return None
        return {"select": value.select or n.Select("summon")} if value.what == "select" else {}

    def make_count_that(self, phrase: Phrase) -> n.Count:
        return n.Count(phrase.template.fixed["what"], who=self.latest(phrase, "player"))

    def take_count_that(self, template: Template, value: Any) -> dict[str, Any] | None:
        if not isinstance(value, n.Count) or value.what != template.fixed["what"] or isinstance(value.who, n.You):
            return None
        return {}


_NONE = n.Seq(())
_BEGINS = {"if_done": "when successfully done", "instead": "with extra ... instead"}
_ADJECTIVES = (("life_base", None), ("state", "any"), ("element", None), ("crew", None), ("colour", None))


def _split(template: Template, parts: dict[str, Any]) -> dict[str, Any]:
    """Fields of a node as the slots of a row: a number apart from its "for each", a description by its words."""
    keys = template.keys
    if "select" in parts and "noun" in keys:
        parts.update(_described(parts.pop("select")))
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
            parts[key], parts[f"{name}~"] = _number(value, f"{name}~" in keys)
        elif key.endswith("~") and name not in keys and not isinstance(parts.get(key), Phrase):
            one, parts[key] = _number(parts[key], True)
            if one != "1":
                raise Unsaid("a number with no place")
    return parts


def _number(value: Any, tail: bool) -> tuple[Any, n.Count | None]:
    if isinstance(value, n.X):
        return "X", None
    if value is None:
        return "1", None
    if isinstance(value, n.Const):
        return str(value.n), None
    if isinstance(value, n.Count) and tail and not value.equal:
        return str(value.per), msgspec.structs.replace(value, per=1)
    raise Unsaid(f"no number: {value!r}")


def _described(select: n.Select) -> dict[str, Any]:
    """The words of a selection: adjectives in the order in which they are written, noun, control and place."""
    adjs = [(name, getattr(select, name)) for name, none in _ADJECTIVES if getattr(select, name) != none]
    if select.life_base:
        adjs.remove(("life_base", True))
    bare = {name: none for name, none in _ADJECTIVES if not (name == "life_base" and select.life_base)}
    noun = msgspec.structs.replace(select, **bare, control="any", where="any")
    return {"adjs": tuple(adjs), "noun": noun, "control": select.control, "where": select.where}


def _signed(mod: n.ModStat) -> Leaf:
    return Leaf(f"{'-' if mod.negative else '+'}{_number(mod.delta, False)[0]}")


def _one_change(mods: Any) -> bool:
    """True if these steps are written as one clause: "gets ... and ..."."""
    return all(isinstance(mod, n.ModStat) for mod in mods) and len({(mod.what, mod.until) for mod in mods}) == 1


def _is_clause(node: n.Seq) -> bool:
    """A Seq that is written as one clause: "keep ..., discard ..." or "gets ... and ..."."""
    if isinstance(node.steps[0], n.Keep):
        return len(node.steps) == 2 and isinstance(node.steps[1], n.Discard)
    return _one_change(node.steps) and not any(isinstance(mod.delta, n.Count) for mod in node.steps)


def _is_instead(node: Any) -> bool:
    """ "... With extra M2, deal 4 damage to that summon instead." """
    if not isinstance(node, n.Gate) or node.kind != "pay" or node.otherwise is None or node.then == _NONE:
        return False
    return isinstance(node.payer, n.You)


def _is_static(phrase: Phrase) -> bool:
    """A sentence that says what is so as long as its permanent stays in play."""
    clause = phrase.parts.get("clause") if phrase.template.make == "plain" else None
    if clause is None or "state" not in clause.template.cats or "until" not in clause.template.keys:
        return False
    return clause.parts["until"].template.value == "while_in_play"


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

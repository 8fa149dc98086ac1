"""Between phrases and effect trees: lines, abilities and sentences."""

from __future__ import annotations

from typing import TypeGuard

import msgspec

from rules_engine.x610z import nodes as n

from .clauses import Clauses, is_clause
from .filling import Unsaid, energy_of, rows, whole
from .scope import Mention, Scope, draws_cards, join_present, measures, names_cards, plain_presents, wrong
from .templates import Parts, Phrase, Template

_NONE = n.Seq(())
_BEGINS = {"if_done": "when successfully done", "instead": "with extra ... instead"}


class Meaning(Clauses):
    """One text or one tree on its way. Use once: it remembers what has been named."""

    # --- lines ---------------------------------------------------------------------------------------------------

    def make_or(self, phrase: Phrase) -> None:
        return None

    def take_or(self, template: Template, value: object) -> Parts | None:
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

    def take_body(self, template: Template, value: object) -> Parts | None:
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

    def take_activated(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Activated):
            return None
        self._enter_named(value.targets)
        costs: list[object] = [value.cost] if value.cost else []
        costs += value.costs
        costs += [value.counters] if value.counters else []
        return {"costs": self.phrase("costs", tuple(costs)), "sentences": self.said(value.tree)}

    def make_energy_part(self, phrase: Phrase) -> n.Energy:
        return energy_of(phrase.parts["cost"])

    def take_energy_part(self, template: Template, value: object) -> Parts | None:
        return {"cost": value} if isinstance(value, n.Energy) else None

    def make_counter_part(self, phrase: Phrase) -> int:
        counters = whole(phrase.parts["counters"])
        if not counters:
            raise wrong(phrase, "at least 1 counter")
        return counters

    def take_counter_part(self, template: Template, value: object) -> Parts | None:
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

    def take_trigger(self, template: Template, value: object) -> Parts | None:
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

    def take_when(self, template: Template, value: object) -> Parts | None:
        parts = self.take_fields(template, value)
        if parts is None or not isinstance(value, n.When):
            return None
        if (value.select is None) is (("cards" in template.keys) or "noun" in template.keys):
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
            self.scope.cards_drawn = any(draws_cards(step) for step in steps)
            self.scope.measured = any(measures(step) for step in steps)
            if phrase.template.make in ("if_done", "instead"):
                if not steps:
                    raise wrong(phrase, f"a first step before '{_BEGINS[phrase.template.make]}'")
                steps.append(getattr(self, f"after_{phrase.template.make}")(phrase, steps.pop()))
            else:
                steps.append(self.build(phrase))
                join_present(steps)
        return steps[0] if len(steps) == 1 else n.Seq(tuple(steps))

    def said(self, node: object) -> list[Phrase]:
        """The sentences of a body."""
        if isinstance(node, n.Seq) and not is_clause(node):
            return [phrase for step in plain_presents(node.steps) for phrase in self.said(step)]
        if isinstance(node, n.Gate) and node.kind == "if_done":
            return [*self.said(node.first), self.phrase("sentence", node)]
        if _is_instead(node):
            return [*self.said(node.otherwise), self.phrase("sentence", node)]
        return [self.phrase("sentence", node)]

    def make_plain(self, phrase: Phrase) -> n.Node:
        return self.build(phrase.parts["clause"])

    def take_plain(self, template: Template, value: object) -> Parts | None:
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

    def take_with_extra(self, template: Template, value: object) -> Parts | None:
        return self._gate(value, n.Gate("pay", _NONE, cost=n.FREE))

    def make_each_extra(self, phrase: Phrase) -> n.Node:
        self.scope.repeated = True
        cost, then = self._extra(phrase)
        self.scope.repeated = False
        return n.Gate("each_extra", then, cost=cost)

    def take_each_extra(self, template: Template, value: object) -> Parts | None:
        return self._gate(value, n.Gate("each_extra", _NONE, cost=n.FREE))

    def _gate(self, value: object, like: n.Gate) -> Parts | None:
        """The cost and effect of a gate that is otherwise like that one."""
        if not isinstance(value, n.Gate) or value.then == _NONE:
            return None
        if msgspec.structs.replace(value, then=like.then, cost=like.cost) != like:
            return None
        return {"cost": value.cost, "then": value.then}

    def after_if_done(self, phrase: Phrase, first: n.Node) -> n.Node:
        return n.Gate("if_done", self.build(phrase.parts["then"]), first=first)

    def take_if_done(self, template: Template, value: object) -> Parts | None:
        return {"then": value.then} if isinstance(value, n.Gate) and value.kind == "if_done" else None

    def after_instead(self, phrase: Phrase, first: n.Node) -> n.Node:
        cost, then = self._extra(phrase)
        return n.Gate("pay", then, otherwise=first, cost=cost)

    def take_instead(self, template: Template, value: object) -> Parts | None:
        return {"cost": value.cost, "then": value.then} if _is_instead(value) else None

    def make_unless(self, phrase: Phrase) -> n.Node:
        otherwise = self.build(phrase.parts["otherwise"])
        payer = self.build(phrase.parts["payer"])
        if isinstance(payer, n.You):
            raise wrong(phrase.parts["payer"], "another player; you pay with 'With extra ...'")
        return n.Gate("pay", _NONE, otherwise=otherwise, cost=energy_of(phrase.parts["cost"]), payer=payer)

    def take_unless(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Gate) or value.kind != "pay" or value.then != _NONE or value.must:
            return None
        return {"otherwise": value.otherwise, "payer": value.payer, "cost": value.cost}

    def make_must_pay(self, phrase: Phrase) -> n.Node:
        payer = self.build(phrase.parts["payer"])
        cost = energy_of(phrase.parts["cost"])
        otherwise = self.build(phrase.parts["otherwise"])
        return n.Gate("pay", _NONE, otherwise=otherwise, cost=cost, payer=payer, must=True)

    def take_must_pay(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Gate) or value.kind != "pay" or value.then != _NONE or not value.must:
            return None
        return {"otherwise": value.otherwise, "payer": value.payer, "cost": value.cost}

    def make_may(self, phrase: Phrase) -> n.Node:
        payer = self.build(phrase.parts["payer"])
        deed = self.build(phrase.parts["deed"])
        if "act" in phrase.parts["deed"].template.cats:
            deed = msgspec.structs.replace(deed, who=payer)
        return n.Gate("may", _done_by(deed, n.You(), payer), payer=payer)

    def take_may(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Gate) or value.kind != "may":
            return None
        payer = self.phrase("subject", value.payer)
        then = _done_by(value.then, value.payer, n.You())
        for row in rows("deed"):
            before = (self.named, self.host_named)
            parts = self.taken(row, then)
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


def _done_by(deed: n.Node, one: n.Ref, other: n.Ref) -> n.Node:
    """The deed of ``other`` in the place of ``one``: anyone who may do it takes, moves and chooses himself (208.4)."""
    if isinstance(deed, n.TakeControl) and deed.who == one:
        deed = msgspec.structs.replace(deed, who=other)
    if isinstance(deed, n.MoveSummon) and deed.mover == one:
        deed = msgspec.structs.replace(deed, mover=other)
    if isinstance(deed, n.Seq) and isinstance(deed.steps[0], n.Keep):
        deed = n.Seq(tuple(_in_place(step, one, other) for step in deed.steps))
    what = getattr(deed, "what", None)
    if isinstance(what, n.Chosen) and what.by == one:
        deed = msgspec.structs.replace(deed, what=msgspec.structs.replace(what, by=other))
    return deed


def _in_place(step: n.Node, one: n.Ref, other: n.Ref) -> n.Node:
    """Who keeps some of the cards discards the others, too (207.4a)."""
    if isinstance(step, n.Keep | n.Discard) and step.who == one:
        return msgspec.structs.replace(step, who=other)
    return step


def _is_instead(node: object) -> TypeGuard[n.Gate]:
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

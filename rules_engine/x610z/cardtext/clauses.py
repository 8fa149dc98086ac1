"""What players do, what the Effect does, and what is so: the rows that are more than their fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

import msgspec

from rules_engine.x610z import nodes as n

from .filling import CARD, energy_of, number_words
from .references import References
from .scope import wrong
from .templates import Leaf, Parts, Phrase, Template


class Clauses(References):
    """Clauses, each as one node or two."""

    # --- what players do and what the Effect does ----------------------------------------------------------------

    def _plain_cards(self, phrase: Phrase) -> Parts:
        found = self.fields(phrase)
        place = found.pop("place", None)
        if place is not None:
            found["to"] = place
        zone = found.pop("zone", None)
        if zone is not None:
            found["zone" if phrase.template.node is n.Search else "choose_from"] = zone
        return {**phrase.template.fixed, **found}

    def _placed(self, template: Template, value: object) -> Parts | None:
        """``take_fields`` for the slots "zone" and "place"."""
        keys = template.keys
        but = [name for name in ("zone", "choose_from", "to") if name not in template.fixed]
        parts = self.take_fields(template, value, *but, "place")
        if parts is None or not isinstance(value, n.Search | n.MoveCard):
            return None
        if "place" in keys:
            parts["place"] = value.to
        if "zone" in keys:
            parts["zone"] = value.zone if isinstance(value, n.Search) else value.choose_from
        return parts

    def make_search(self, phrase: Phrase) -> n.Node:
        return n.Search(**self._plain_cards(phrase))

    def take_search(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Search) or ("also" in template.keys) is (value.also is None):
            return None
        return self._placed(template, value)

    def make_cards(self, phrase: Phrase) -> n.Base:
        assert phrase.template.node is not None
        return phrase.template.node(**self._plain_cards(phrase))

    def take_cards(self, template: Template, value: object) -> Parts | None:
        if isinstance(value, n.ModCost):
            return self.take_fields(template, value)
        if not isinstance(value, n.MoveCard) or value.choose_from == "none":
            return None
        return self._placed(template, value)

    def make_those(self, phrase: Phrase) -> n.Node:
        if not self.scope.cards_named:
            raise wrong(phrase, "a step before that draws, shows or searches for cards")
        return n.MoveCard(**self._plain_cards(phrase))

    def take_those(self, template: Template, value: object) -> Parts | None:
        return self._placed(template, value)

    def make_take(self, phrase: Phrase) -> n.Base:
        if not self.scope.cards_named:
            raise wrong(phrase, "a step before that draws, shows or searches for cards")
        return self.make_discard(phrase)

    def take_take(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Take) or ("cards" in template.keys) is (value.select is None):
            return None
        return self.take_fields(template, value)

    def make_discard(self, phrase: Phrase) -> n.Base:
        found = {**phrase.template.fixed, **self.fields(phrase)}
        if found.get("select") == CARD:
            found["select"] = None
        assert phrase.template.node is not None
        return phrase.template.node(**found)

    def take_discard(self, template: Template, value: object) -> Parts | None:
        parts = self.take_fields(template, value)
        if parts is not None and parts["select"] is None:
            parts["select"] = CARD
        return parts

    def make_look(self, phrase: Phrase) -> n.Node:
        return n.Look(**phrase.template.fixed, **self.fields(phrase))

    def take_look(self, template: Template, value: object) -> Parts | None:
        return (
            self.take_fields(template, value) if isinstance(value, n.Look) and value.of is not None else None
        )

    def make_so_many(self, phrase: Phrase) -> n.Base:
        if not self.scope.measured:
            raise wrong(phrase, "a step before that deals or heals damage, draws or discards")
        assert phrase.template.node is not None
        return phrase.template.node(**phrase.template.fixed, **self.fields(phrase))

    def take_so_many(self, template: Template, value: object) -> Parts | None:
        return self.take_fields(template, value)

    def make_keep(self, phrase: Phrase) -> n.Node:
        if not self.scope.cards_drawn:
            raise wrong(phrase, "a step before that draws cards")
        found = self.fields(phrase)
        return n.Seq((n.Keep(found["keep"]), n.Discard(found["drop"], of_those=True)))

    def take_keep(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.Seq) or len(value.steps) != 2:
            return None
        keep, drop = value.steps
        if not isinstance(keep, n.Keep) or drop != n.Discard(getattr(drop, "count", n.X()), of_those=True):
            return None
        return {"keep": keep.count, "drop": drop.count}

    # --- what is so ----------------------------------------------------------------------------------------------

    def make_change(self, phrase: Phrase) -> tuple[n.Stat, Leaf]:
        return self.build(phrase.parts["stat"]), phrase.parts["signed"]

    def take_change(self, template: Template, value: tuple[str, Leaf]) -> Parts | None:
        return {"stat": value[0], "signed": value[1]}

    def _stat_change(
        self, what: n.Ref, change: tuple[n.Stat, Leaf], tail: n.Count | None, until: n.Duration
    ) -> n.ModStat:
        stat, leaf = change
        amount = Leaf(leaf.text[1:], leaf.start, leaf.end)
        delta = self.number(amount, tail)
        return n.ModStat(what, stat, delta, leaf.text[0] == "-", until)

    def make_changes(self, phrase: Phrase) -> n.Node:
        what, changes, until = (self.build(phrase.parts[key]) for key in ("what", "changes", "until"))
        steps = tuple(self._stat_change(what, change, None, until) for change in changes)
        return steps[0] if len(steps) == 1 else n.Seq(steps)

    def take_changes(self, template: Template, value: object) -> Parts | None:
        mods = value.steps if isinstance(value, n.Seq) else (value,)
        if not is_one_change(mods) or any(isinstance(mod.delta, n.Count) for mod in mods):
            return None
        changes = tuple((mod.stat, _signed(mod)) for mod in mods)
        return {"what": mods[0].what, "changes": changes, "until": mods[0].until}

    def make_change_each(self, phrase: Phrase) -> n.Node:
        built = [self.build(phrase.parts[key]) for key in ("what", "change", "delta~", "until")]
        if built[2] is None:
            raise wrong(phrase, "'for each'")
        return self._stat_change(*built)

    def take_change_each(self, template: Template, value: object) -> Parts | None:
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

    def take_action_cost(self, template: Template, value: object) -> Parts | None:
        if not isinstance(value, n.ModCost) or value.what is None:
            return None
        select = self.select_named(value.what)
        if select is None or select.kind != "action" or value.until != "turn":
            return None
        return {"what": value.what, "energy": value.energy, "less": value.less}


def _signed(mod: n.ModStat) -> Leaf:
    return Leaf(f"{'-' if mod.negative else '+'}{number_words(mod.delta, False)[0]}")


def is_one_change(mods: Sequence[object]) -> TypeGuard[Sequence[n.ModStat]]:
    """True if these steps are written as one clause: "gets ... and ..."."""
    changed = {(mod.what, mod.until) if isinstance(mod, n.ModStat) else None for mod in mods}
    return len(changed) == 1 and None not in changed


def is_clause(node: n.Seq) -> bool:
    """A Seq that is written as one clause: "keep ..., discard ..." or "gets ... and ..."."""
    if isinstance(node.steps[0], n.Keep):
        return len(node.steps) == 2 and isinstance(node.steps[1], n.Discard)
    mods = node.steps
    return is_one_change(mods) and not any(isinstance(mod.delta, n.Count) for mod in mods)

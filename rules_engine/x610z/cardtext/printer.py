"""From the effect tree back to text: the inverse of lowering, and the touchstone of every card.

The printer writes each template in one way only. A text that parses but prints differently is refused, so a card
never says something else than its tree does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules_engine.x610z import nodes as n

from .print_refs import CARDS, RefPrinter, article, capital, energy, is_base_of
from .words import SELF

_VERBS = {
    "attack": "attack", "move": "move", "be_attacked": "be attacked", "be_damaged": "be dealt damage",
    "be_activated": "be activated", "be_targeted": "be targeted",
}  # fmt: skip
_PERMISSIONS = {
    "attack_again": "attack again", "move_again": "move again", "sharp_turn": "make sharp turns",
    "any_direction": "attack and move in different directions",
    "attack_from_no_attack_zone": "attack from the No Attack Zone",
}  # fmt: skip
_EVENTS = {
    "attacks": "attacks", "attacked": "is attacked", "moves": "moves", "damaged": "is dealt damage",
    "destroyed": "is destroyed", "enters": "enters play", "leaves": "leaves play", "activated": "is activated",
}  # fmt: skip
_STATS = {"attack": "Attack Power", "defense": "Defense", "speed": "Speed", "range": "Range"}
_PHASE_WORDS = {"in": "in", "during": "during", "at": "at the beginning of"}


class Printer(RefPrinter):
    """Prints one tree. Use once per tree."""

    def card(self) -> str:
        """The whole text, one line per part, sentences with a capital."""
        lines: list[str] = []
        for part in self.tree.parts:
            if isinstance(part, n.ChooseOne):
                lines += "\nor\n".join(self._line(option) for option in part.options).split("\n")
            else:
                lines.append(self._line(part))
        return "\n".join(lines)

    # --- lines and sentences -------------------------------------------------------------------------------------

    def _line(self, node: Any) -> str:
        if isinstance(node, n.Stats):
            return (
                f"[Movement Energy: {energy(node.movement)}] Attack Power {node.attack}, Defense {node.defense}, "
                f"Speed {node.speed}, Range {node.range}."
            )
        if isinstance(node, n.Produce):
            return f"Produces {energy(node.energy)}."
        if isinstance(node, n.Activated):
            cost = f", {energy(node.cost)}" if node.cost else ""
            if node.counters:
                cost += f", remove {node.counters} {'counter' if node.counters == 1 else 'counters'}"
            self._enter(node.targets)
            return f"[Activation Symbol{cost}] {self._sentences(node.tree)}"
        if isinstance(node, n.Trigger):
            condition = capital(self._when(node.when))
            self._enter(node.targets)
            body = self._sentences(node.tree)
            return f"{condition}, {body[0].lower() + body[1:] if body[0] != SELF else body}"
        if isinstance(node, n.Static):
            return self._sentences(node.tree)
        return self._sentences(node)

    def _enter(self, targets: tuple[n.Target, ...]) -> None:
        self.targets, self.named = targets, set()

    def _sentences(self, node: Any) -> str:
        if isinstance(node, n.Seq) and not _is_pair(node):
            return " ".join(self._sentence(step) for step in node.steps)
        return self._sentence(node)

    def _sentence(self, node: Any) -> str:
        if not isinstance(node, n.Gate):
            return capital(self.clause(node)) + "."
        return getattr(self, f"_gate_{node.kind}")(node)

    def _gate_if_done(self, node: n.Gate) -> str:
        return f"{self._sentence(node.first)} When successfully done, {self.clause(node.then)}."

    def _gate_each_extra(self, node: n.Gate) -> str:
        return f"For each extra {energy(node.cost)}, {self.clause(node.then)}."

    def _gate_pay(self, node: n.Gate) -> str:
        if node.otherwise is None:
            return f"With extra {energy(node.cost)}, {self.clause(node.then)}."
        if node.must:
            payer = self._ref(node.payer)
            rest = self.clause(node.otherwise)
            return f"{capital(payer)} must pay {energy(node.cost)}. If he doesn't, {rest}."
        clause = capital(self.clause(node.otherwise))
        return f"{clause}, unless {self._ref(node.payer)} prevents this with {energy(node.cost)}."

    def _gate_may(self, node: n.Gate) -> str:
        payer = capital(self._ref(node.payer))
        return f"{payer} may {self.clause(node.then, subject=node.payer)}."

    def _when(self, when: n.When) -> str:
        if when.event == "phase":
            whose = {
                "you": "your",
                "any": "each player's",
                "opponent": "each opponent's",
                "host": "target player's",
            }
            if when.whose == "host":
                self.host_named = True
            return f"{_PHASE_WORDS[when.word]} {whose[when.whose]} {when.phase} phase"
        if when.event == "cast":
            caster = {"you": "you", "opponent": "an opponent", "any": "a player"}[when.whose]
            noun = CARDS[when.select.card_kind if when.select else "any"]
            verb = "cast" if when.whose == "you" else "casts"
            return f"{when.word} {caster} {verb} {article(noun)} {noun}"
        if when.event in ("draws", "discards"):
            caster = {"you": "you", "opponent": "an opponent", "any": "a player"}[when.whose]
            verb = when.event.removesuffix("s") if when.whose == "you" else when.event
            return f"{when.word} {caster} {verb} a card"
        if when.select is not None:
            self.subject_kind = when.select.kind
            what = self._descr(when.select, many=False)
            return f"{when.word} {article(what)} {what} {_EVENTS[when.event]}"
        what = self._ref(when.ref)
        return f"{when.word} {what} {_EVENTS[when.event]}"

    # --- clauses -------------------------------------------------------------------------------------------------

    def clause(self, node: Any, subject: n.Ref | None = None) -> str:
        """One clause without capital and full stop. ``subject`` = the player of a "may", already printed."""
        if isinstance(node, n.Seq):
            return self._pair(node)
        method: Callable[[Any], str] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is not None:
            return method(node)
        who = getattr(node, "who", n.You())
        action: Callable[[Any, _Person], str] = getattr(self, f"_do_{type(node).__name__.lower()}")
        if subject is not None:
            return action(node, _Person(plain=True, own=isinstance(subject, n.You)))
        if isinstance(who, n.You):
            return action(node, _Person(plain=True, own=True))
        name = self._ref(who)
        every = isinstance(who, n.Each) and who.every
        return f"{name} {action(node, _Person(plain=every, own=False, every=every))}"

    def _pair(self, node: n.Seq) -> str:
        first = node.steps[0]
        if isinstance(first, n.Keep):
            second: Any = node.steps[1]
            keep, drop = self._amount(first.count)[0], self._amount(second.count)[0]
            return f"keep {keep} of those cards, discard the {drop} other {_cards(drop)}"
        mods: list[Any] = list(node.steps)
        changes = " and ".join(
            f"{_STATS[mod.stat]} {'-' if mod.negative else '+'}{self._amount(mod.delta)[0]}" for mod in mods
        )
        return f"{self._ref(mods[0].what)} {_get(mods[0].what)} {changes}{_until(mods[0].until)}"

    def _modstat(self, node: n.ModStat) -> str:
        return self._pair(n.Seq((node,)))

    def _do_draw(self, node: n.Draw, person: _Person) -> str:
        count, each = self._amount(node.count)
        if node.extra:
            return f"{person.verb('draw')} {count} extra {_cards(count)}"
        return f"{person.verb('draw')} {count} {_cards(count)} from {person.poss} deck{each}"

    def _do_discard(self, node: n.Discard, person: _Person) -> str:
        if isinstance(node.count, n.All):
            return f"{person.verb('discard')} {person.poss} hand"
        count, _ = self._amount(node.count)
        tail = " at random" if node.choice == "random" else ""
        return f"{person.verb('discard')} {count} {_cards(count)}{tail}"

    def _discard(self, node: n.Discard) -> str:
        if node.choice != "you":
            return self._by(node.who, self._do_discard, node)
        count, _ = self._amount(node.count)
        those = "that card" if count == 1 else "those cards"
        return f"choose {count} of those cards, {self._ref(node.who)} discards {those}"

    def _by(self, who: n.Ref, action: Callable[[Any, _Person], str], node: Any) -> str:
        """A clause with the one who acts before it; without a subject it is the caster (208.4)."""
        own = isinstance(who, n.You)
        every = isinstance(who, n.Each) and who.every
        text = action(node, _Person(plain=own or every, own=own, every=every))
        return text if own else f"{self._ref(who)} {text}"

    def _do_shuffle(self, node: n.Shuffle, person: _Person) -> str:
        verb = person.verb("shuffle")
        if node.hand_first:
            return f"{verb} {person.poss} hand into {person.poss} deck"
        return f"{verb} {person.poss} deck"

    def _do_show(self, node: n.Show, person: _Person) -> str:
        if node.what == "hand":
            return f"{person.verb('show')} {person.poss} hand"
        count, _ = self._amount(node.count)
        number = "" if count == 1 else f" {count}"
        return f"{person.verb('show')} the top{number} {_cards(count)} of {person.poss} deck"

    def _do_present(self, node: n.Present, person: _Person) -> str:
        return f"{person.verb('present')} {person.poss} hand"

    def _do_gainenergy(self, node: n.GainEnergy, person: _Person) -> str:
        each = self._each(node.times) if isinstance(node.times, n.Count) else ""
        return f"{person.verb('add')} {energy(node.energy)} to {person.poss} Energy Pool{each}"

    def _do_extraturn(self, node: n.ExtraTurn, person: _Person) -> str:
        return f"{person.verb('take')} another turn"

    def _do_skipturn(self, node: n.SkipTurn, person: _Person) -> str:
        what = "turn" if node.phase is None else f"{node.phase} phase"
        return f"{person.verb('skip')} {person.poss} next {what}"

    def _do_search(self, node: n.Search, person: _Person) -> str:
        count, _ = self._amount(node.count)
        pile = "deck" if node.zone == "deck" else "discard pile"
        it = "it" if count == 1 else "them"
        cards = f"{count} {self._card_noun(node.select, count)}"
        start = f"{person.verb('search')} {person.poss} {pile} for {cards}"
        show = f", show {it}" if node.show else ""
        return f"{start}{show} and move {it} {_to_zone(node.to, person.poss)}"

    def _do_movecard(self, node: n.MoveCard, person: _Person) -> str:
        count, _ = self._amount(node.count)
        cards = f"{count} {self._card_noun(node.select or n.Select('card'), count)}"
        pile = "hand" if node.choose_from == "hand" else "discard pile"
        if node.to == "removed":
            return f"{person.verb('remove')} {cards} in {person.poss} {pile} from the game"
        return f"{person.verb('move')} {cards} from {person.poss} {pile} {_to_zone(node.to, person.poss)}"

    def _movecard(self, node: n.MoveCard) -> str:
        if node.what is None:
            return self._by(node.who, self._do_movecard, node)
        if isinstance(node.what, n.Those):
            return _those(node.to)
        what = self._ref(node.what)
        if node.to == "removed":
            return f"remove {what} from the game"
        zone = {"hand": "to its owner's hand", "deck": "on top of its owner's deck"}
        return f"move {what} {zone.get(node.to, 'on the bottom of its owner' + chr(39) + 's deck')}"

    def _damage(self, node: n.Damage) -> str:
        count, each = self._amount(node.amount)
        extra = " extra" if node.extra else ""
        return f"deal {count}{extra} damage to {self._ref(node.what)}{each}"

    def _heal(self, node: n.Heal) -> str:
        if isinstance(node.amount, n.All):
            return f"heal all damage from {self._ref(node.what)}"
        count, each = self._amount(node.amount)
        extra = " extra" if node.extra else ""
        return f"heal {count}{extra} damage from {self._ref(node.what)}{each}"

    def _destroy(self, node: n.Destroy) -> str:
        return f"destroy {self._ref(node.what)}"

    def _cancel(self, node: n.Cancel) -> str:
        return f"cancel {self._ref(node.what)}"

    def _redirect(self, node: n.Redirect) -> str:
        return f"redirect {self._ref(node.what)} to another legal target"

    def _deactivate(self, node: n.Deactivate) -> str:
        return f"deactivate {self._ref(node.what)}"

    def _reactivate(self, node: n.Reactivate) -> str:
        return f"reactivate {self._ref(node.what)}"

    def _takecontrol(self, node: n.TakeControl) -> str:
        return f"take control of {self._ref(node.what)}{_until(node.until)}"

    def _movesummon(self, node: n.MoveSummon) -> str:
        rules = " according to the game rules" if node.by_rules else ""
        what = self._ref(node.what)
        if node.to == "starting_dot":
            return f"move {what} to its controller's Starting Dot"
        if node.to == "ending_dot":
            return f"move {what} to an Ending Dot{rules}"
        steps, _ = self._amount(node.steps)
        up_to = "up to " if node.up_to else ""
        return f"move {what} {up_to}{steps} {'dot' if steps == 1 else 'dots'}{rules}"

    def _warp(self, node: n.Warp) -> str:
        return f"warp {self._ref(node.what)}"

    def _placemarker(self, node: n.PlaceMarker) -> str:
        count, _ = self._amount(node.count)
        return f"place {count} {'counter' if count == 1 else 'counters'} on {SELF}"

    def _removemarker(self, node: n.RemoveMarker) -> str:
        count, _ = self._amount(node.count)
        return f"remove {count} {'counter' if count == 1 else 'counters'} from {SELF}"

    def _prevent(self, node: n.Prevent) -> str:
        tail = f"damage that would be dealt to {self._ref(node.to)}{_until(node.until)}"
        if isinstance(node.amount, n.All):
            return f"prevent all {tail}"
        count, _ = self._amount(node.amount)
        return f"prevent the next {count} {tail}"

    def _modcost(self, node: n.ModCost) -> str:
        change = f"{energy(node.energy)} {'less' if node.less else 'more'}"
        if node.what is not None and node.of == "movement" and not self._is_action(node.what):
            return f"Movement Energy of {self._ref(node.what)} costs {change}{_until(node.until)}"
        if node.what is not None:
            verb = "cost" if _get(node.what) == "get" else "costs"
            return f"{self._ref(node.what)} {verb} {change}"
        who = node.who
        by = "you cast"
        if isinstance(who, n.Each):
            by = "your opponents cast" if who.select.control == "opponent" else "all players cast"
        return f"{self._card_noun(node.select or n.Select('card'), 2)} {by} cost {change}{_until(node.until)}"

    def _is_action(self, ref: n.Ref) -> bool:
        return isinstance(ref, n.Slot) and self.targets[ref.n].select.kind == "action"

    def _forbid(self, node: n.Forbid) -> str:
        if node.verb == "cast":
            noun = self._card_noun(node.select or n.Select("card"), 2)
            return f"{self._ref(node.who)} can't cast {noun}{_until(node.until)}"
        if node.verb == "activate":
            return f"{self._ref(node.who)} can't activate Effects{_until(node.until)}"
        return f"{self._ref(node.what)} can't {_VERBS[node.verb]}{_until(node.until)}"

    def _allow(self, node: n.Allow) -> str:
        return f"{self._ref(node.what)} may {_PERMISSIONS[node.verb]}{_until(node.until)}"


class _Person:
    """The grammar of the one who acts: imperative or third person, "your" or "his"."""

    __slots__ = ("plain", "poss")

    def __init__(self, plain: bool, own: bool, every: bool = False) -> None:
        self.plain = plain
        self.poss = "your" if own else "their" if every else "his"

    def verb(self, word: str) -> str:
        """The verb in the person's form: "draw" or "draws", "search" or "searches"."""
        if self.plain:
            return word
        return word + ("es" if word.endswith("ch") else "s")


def _is_pair(node: n.Seq) -> bool:
    """A Seq that is written as one clause: "keep ..., discard ..." or "gets ... and ..."."""
    steps = node.steps
    if isinstance(steps[0], n.Keep):
        return len(steps) == 2 and isinstance(steps[1], n.Discard)
    mods = [step for step in steps if isinstance(step, n.ModStat)]
    same = {(mod.what, mod.until) for mod in mods}
    return len(mods) == len(steps) and len(same) == 1


def _cards(count: int | str) -> str:
    return "card" if count == 1 else "cards"


def _get(ref: n.Ref) -> str:
    return "get" if isinstance(ref, n.Each) and not is_base_of(ref) else "gets"


def _those(zone: str) -> str:
    """ "Those cards" on their way: drawn, found or shown by the step before."""
    zones = {
        "hand": "move those cards to their owner's hand",
        "play": "move those cards into play",
        "deck": "move those cards on top of their owner's deck",
        "deck_bottom": "move those cards on the bottom of their owner's deck",
        "removed": "remove those cards from the game",
    }
    return zones.get(zone, "discard those cards")


def _until(until: str) -> str:
    tails = {"turn": " until end of turn", "next_turn": " until the end of its controller's next turn"}
    return tails.get(until, "")


def _to_zone(zone: str, poss: str) -> str:
    zones = {"hand": f"to {poss} hand", "play": "into play", "deck": f"on top of {poss} deck"}
    return zones.get(zone, f"on the bottom of {poss} deck")

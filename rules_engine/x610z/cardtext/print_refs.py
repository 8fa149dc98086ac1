"""Printing of references: who and what, and how much."""

from __future__ import annotations

from typing import Any

from rules_engine.x610z import nodes as n

from .words import SELF, plural

_KINDS = {
    "summon": "summon", "crystal": "Energy Crystal", "effect": "Effect", "permanent": "permanent", "action": "action",
    "player": "player",
}  # fmt: skip
CARDS = {
    "any": "card",
    "summon": "Summon Card",
    "effect": "Effect Card",
    "energy_crystal": "Energy Crystal Card",
}
_CONTROL_ONE = {
    "any": "", "you": " you control", "opponent": " an opponent controls", "other": " another player controls",
}  # fmt: skip
_CONTROL_MANY = {
    "any": "", "you": " you control", "opponent": " your opponents control", "other": " other players control",
}  # fmt: skip


class RefPrinter:
    """Prints players, objects and amounts of one tree; keeps the targets already named."""

    def __init__(self, tree: n.CardTree) -> None:
        self.tree = tree
        self.targets: tuple[n.Target, ...] = tree.targets
        self.named: set[int] = set()
        self.host_named = False
        self.subject_kind = "summon"

    # --- who and what --------------------------------------------------------------------------------------------

    def _ref(self, ref: n.Ref | None) -> str:
        match ref:
            case n.You():
                return "you"
            case n.This():
                return SELF
            case n.Slot(number):
                return self._target(self.targets[number], number)
            case n.Host():
                return self._host()
            case n.Subject():
                return f"that {_KINDS[self.subject_kind]}"
            case n.Actor():
                return "that player"
            case n.Controller():
                return "its controller"
            case n.Owner():
                return "its owner"
            case n.Each(select, player) if player is not None:
                return self._things_of(select, player)
            case n.Each(_, _, True):
                return "all players"
            case n.Each(select):
                return self._all(select)
            case n.Chosen(select):
                return f"1 {self._descr(select, many=False)}"
        raise ValueError(f"no words for {ref!r}")

    def _target(self, target: n.Target, number: int) -> str:
        if number in self.named:
            return f"that {_KINDS[target.select.kind]}"
        self.named.add(number)
        return self._new_target(target.select)

    def _host(self) -> str:
        select = self.tree.targets[0].select
        if self.host_named:
            return f"that {_KINDS[select.kind]}"
        self.host_named = True
        return self._new_target(select)

    def _new_target(self, select: n.Select) -> str:
        if select.kind == "player":
            return {"any": "target player", "opponent": "target opponent"}.get(
                select.control, "target other player"
            )
        another = "another " if select.other else ""
        return f"{another}target {self._descr(select, many=False)}"

    def _things_of(self, select: n.Select, player: n.Ref) -> str:
        """What one player controls: "all target player's summons", "that player's Life Base" (208.7)."""
        whose = f"{self._ref(player)}'s"
        if select == n.Select("summon", life_base=True):
            return f"{whose} Life Base"
        return f"all {whose} {self._descr(select, many=True)}"

    def _all(self, select: n.Select) -> str:
        if select.kind == "player":
            return {"any": "each player", "opponent": "each opponent"}.get(
                select.control, "each other player"
            )
        other = "other " if select.other else ""
        return f"all {other}{self._descr(select, many=True)}"

    def _descr(self, select: n.Select, many: bool) -> str:
        words: list[str] = []
        if select.life_base is False:
            words.append("non Life Base")
        if select.state != "any":
            words.append({"damaged": "damaged", "unactivated": "unactivated"}.get(select.state, "rotated"))
        if select.element:
            words.append(select.element)
        if select.crew:
            words.append(select.crew)
        if select.colour:
            words.append(select.colour.capitalize())
        words.append(self._noun(select, many))
        control = (_CONTROL_MANY if many else _CONTROL_ONE)[select.control]
        where = {
            "outside_no_attack_zone": " outside the No Attack Zone",
            "in_no_attack_zone": " in the No Attack Zone",
        }
        return " ".join(words) + control + where.get(select.where, "")

    def _noun(self, select: n.Select, many: bool) -> str:
        if select.kind == "action":
            if select.card_kind != "any" or select.action == "cast":
                noun = CARDS[select.card_kind]
                return "cast" if select.card_kind == "any" else f"cast of {article(noun)} {noun}"
            return "action" if select.action == "any" else select.action
        noun = (
            select.classes[0] if select.classes else "Life Base" if select.life_base else _KINDS[select.kind]
        )
        return plural(noun) if many else noun

    def _card_noun(self, select: n.Select, count: int | str) -> str:
        noun = CARDS[select.card_kind]
        return noun if count == 1 else plural(noun)

    # --- amounts -------------------------------------------------------------------------------------------------

    def _amount(self, value: Any) -> tuple[int | str, str]:
        if isinstance(value, n.X):
            return "X", ""
        if isinstance(value, n.Count):
            return value.per, self._each(value)
        return value.n, ""

    def _each(self, count: n.Count) -> str:
        if count.what == "counters":
            return f" for each counter on {SELF}"
        if count.what == "select":
            return f" for each {self._descr(count.select or n.Select('summon'), many=False)}"
        whose = "your" if isinstance(count.who, n.You) else "that player's"
        return f" for each card in {whose} {'hand' if count.what == 'hand' else 'discard pile'}"


def is_base_of(ref: object) -> bool:
    """True for "target player's Life Base": one thing, though it is found by a description."""
    return isinstance(ref, n.Each) and ref.of is not None and ref.select == n.Select("summon", life_base=True)


def energy(cost: n.Energy) -> str:
    """Energy in symbols, in the order M B R C: "M2 C1"; no energy is an empty string."""
    pairs = zip("MBRC", cost.as_tuple(), strict=True)
    return " ".join(f"{letter}{amount}" for letter, amount in pairs if amount)


def article(noun: str) -> str:
    """The article of a noun: "a" or "an"."""
    return "an" if noun[0].lower() in "aeiou" else "a"


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]

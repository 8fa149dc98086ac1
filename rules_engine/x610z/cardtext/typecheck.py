"""The second look at a tree: do its parts fit together and fit the card they stand on."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.x610z import nodes as n

_SUMMON_NODES = (n.Damage, n.Heal, n.ModStat, n.TakeControl, n.MoveSummon, n.Warp, n.Allow)
_ACTION_NODES = (n.Cancel, n.Redirect)
_COSTS = (n.Discard, n.MoveCard, n.Destroy, n.Deactivate, n.Damage)
_ABILITIES = (n.Trigger, n.Static, n.Activated)
_NAMED = "'target', which is named when the card is cast, or 'all' (207.5)"
_LASTING = (n.ModStat, n.ModCost, n.Forbid, n.Allow, n.Prevent, n.Replace)


def check_tree(tree: n.CardTree, kind: str, permanent: bool | None, card_class: str) -> list[tuple[str, str]]:
    """All misfits as (what, what was expected); empty if the tree makes sense on such a card."""
    findings: list[tuple[str, str]] = []
    _check_kinds(tree, kind, findings)
    _check_continuous(tree, findings)
    _check_costs(tree, findings)
    if permanent is not None and kind not in ("summon", "energy_crystal"):
        _check_permanence(tree, permanent, findings)
    _check_card_kind(tree, kind, card_class, findings)
    return findings


def _scopes(tree: n.CardTree) -> list[tuple[object, tuple[n.Target, ...]]]:
    scopes: list[tuple[object, tuple[n.Target, ...]]] = []
    for part in tree.parts:
        own = part.targets if isinstance(part, n.Trigger | n.Activated) else tree.targets
        scopes.append((part, own))
    return scopes


def _check_kinds(tree: n.CardTree, own: str, findings: list[tuple[str, str]]) -> None:
    for part, targets in _scopes(tree):
        for node in n.walk(part):
            _check_second(node, targets, tree, own, findings)
            what = getattr(node, "to", None) if isinstance(node, n.Prevent) else getattr(node, "what", None)
            kind = _kind_of(what, targets, tree, own)
            if kind is None:
                continue
            if isinstance(node, n.Swap | n.Replace) and kind != "summon":
                findings.append((type(node).__name__, "a summon"))
            if isinstance(node, (*_SUMMON_NODES, n.Prevent)) and kind != "summon":
                if not (isinstance(node, n.TakeControl) and kind in ("effect", "crystal", "permanent")):
                    findings.append((type(node).__name__, "a summon"))
            elif isinstance(node, _ACTION_NODES) and kind != "action":
                findings.append((type(node).__name__, "an action on the stack"))
            elif isinstance(node, n.Destroy | n.Deactivate | n.Reactivate | n.MoveCard) and kind in (
                "action",
                "player",
            ):
                findings.append((type(node).__name__, "a permanent"))


def _check_second(
    node: n.Base, targets: tuple[n.Target, ...], tree: n.CardTree, own: str, findings: list[tuple[str, str]]
) -> None:
    """The other thing that some instructions name: what is swapped with, takes the damage or is measured."""
    second = {n.Swap: "other", n.Replace: "onto", n.Figure: "of"}.get(type(node))
    if second is None or getattr(node, second) is None:
        return
    ref = getattr(node, second)
    if _kind_of(ref, targets, tree, own) not in (None, "summon"):
        findings.append((type(node).__name__, "a summon"))
    for one in (ref, getattr(node, "what", None)) if isinstance(node, n.Swap) else (ref,):
        if (
            isinstance(one, n.Slots)
            or (isinstance(one, n.Each) and one.of is None)
            or (isinstance(one, n.Chosen) and one.count > 1)
        ):
            findings.append((type(node).__name__, "one summon"))
    if isinstance(node, n.Replace) and isinstance(node.onto, n.Chosen):
        findings.append((type(node).__name__, _NAMED))


def _check_costs(tree: n.CardTree, findings: list[tuple[str, str]]) -> None:
    """What an activation costs is one's own and can be seen to be there: nothing of it may fail half-way (204.3)."""
    for part in tree.parts:
        for cost in part.costs if isinstance(part, n.Activated) else ():
            for problem in _cost_problems(cost):
                findings.append(("a cost", problem))
        among = [_chosen_among(cost) for cost in (part.costs if isinstance(part, n.Activated) else ())]
        chosen = [kind for kind in among if kind]
        if len(set(chosen)) < len(chosen) or (
            "permanent" in chosen and {"summon", "crystal", "effect"} & set(chosen)
        ):
            findings.append(("a cost", "one part of the cost that chooses among the same things"))


def _chosen_among(cost: n.Node) -> str:
    """Where the things lie that a part of a cost chooses among; "" if it chooses nothing."""
    if isinstance(cost, n.Discard):
        return "hand"
    if isinstance(cost, n.MoveCard) and cost.choose_from != "none":
        return cost.choose_from
    what = getattr(cost, "what", None)
    return what.select.kind if isinstance(what, n.Chosen) else ""


def _cost_problems(cost: n.Node) -> Iterator[str]:
    what = getattr(cost, "what", None)
    if not isinstance(cost, _COSTS):
        yield "discard, remove, destroy, deactivate or deal damage to what is yours"
    elif isinstance(what, n.Chosen):
        if what.select.control != "you":
            yield "what you control"
        elif isinstance(cost, n.Deactivate) and what.select.state != "unactivated":
            yield "'unactivated'; what is turned already cannot be deactivated (G.deactivate)"
    elif (
        what is not None
        and not isinstance(what, n.This)
        and not (isinstance(what, n.Each) and isinstance(what.of, n.You))
    ):
        yield "what you control"
    elif isinstance(cost, n.Deactivate):
        yield "another card; the activation turns this one already (206.1e)"
    amount = getattr(cost, "amount", None) or getattr(cost, "count", n.Const(1))
    if not isinstance(amount, n.Const) or amount.n < 1:
        yield "a number from 1 on"


def _check_continuous(tree: n.CardTree, findings: list[tuple[str, str]]) -> None:
    """A continuous effect never takes place, so there is no moment at which "1 Vessel" could be chosen (207.5)."""
    for part in tree.parts:
        if isinstance(part, n.Static) and any(isinstance(node, n.Chosen) for node in n.walk(part)):
            findings.append(("a continuous effect on one of several", _NAMED))
        for node in n.walk(part):
            if isinstance(node, n.Replace) and isinstance(node.count, n.X):
                findings.append(("a continuous effect", "a number"))


def _kind_of(ref: object, targets: tuple[n.Target, ...], tree: n.CardTree, own: str) -> str | None:
    """The kind of thing a reference stands for; None = not known before the game. ``own`` is the type of the card."""
    if isinstance(ref, n.This) and own:
        return "summon" if own == "summon" else "effect"
    if isinstance(ref, n.Slot):
        return targets[ref.n].select.kind if ref.n < len(targets) else None
    if isinstance(ref, n.Slots):
        return targets[ref.first].select.kind if ref.first < len(targets) else None
    if isinstance(ref, n.Host) and tree.targets:
        return tree.targets[0].select.kind
    if isinstance(ref, n.Each | n.Chosen):
        return ref.select.kind
    return None


def _check_permanence(tree: n.CardTree, permanent: bool, findings: list[tuple[str, str]]) -> None:
    for part in tree.parts:
        if permanent and not isinstance(part, _ABILITIES):
            findings.append(("a step", "an ability: triggered, continuous or activated (206.1)"))
        if not permanent and isinstance(part, _ABILITIES):
            findings.append(("an ability", "steps that happen at once, or 'until end of turn' (206.2c)"))
        if not isinstance(part, n.Static):
            for node in n.walk(part):
                if isinstance(node, _LASTING) and node.until == "while_in_play":
                    findings.append((type(node).__name__, "'until end of turn'"))


def _check_card_kind(tree: n.CardTree, kind: str, card_class: str, findings: list[tuple[str, str]]) -> None:
    """What a card of that type must begin with, and what its targets may be."""
    _check_panel(tree, kind, findings)
    selects = [target.select for target in tree.targets]
    if kind == "summon_effect" and any(s.kind != "summon" for s in selects):
        findings.append(("a Summon Effect Card", "summons as its targets (401.2a)"))
    if kind == "class_effect" and any(card_class not in s.classes for s in selects):
        findings.append(("a Class Specific Effect Card", f"'target {card_class}' (401.3a)"))
    if kind == "crystal_effect" and any(s.kind != "crystal" for s in selects):
        findings.append(("an Energy Crystal Effect Card", "Energy Crystals as its targets (401.4a)"))


def _check_panel(tree: n.CardTree, kind: str, findings: list[tuple[str, str]]) -> None:
    """The figures of a summon and the energy of a crystal stand on those cards, and on no others."""
    if kind == "summon" and not (tree.parts and isinstance(tree.parts[0], n.Stats)):
        findings.append(("a Summon Card", "[Movement Energy: ...] and the Basic Stats first (305.2)"))
    if kind == "energy_crystal" and not (len(tree.parts) == 1 and isinstance(tree.parts[0], n.Produce)):
        findings.append(("an Energy Crystal Card", "'Produces' and energy (glossary Produce)"))
    panel = any(isinstance(part, n.Stats | n.Produce) for part in tree.parts)
    if panel and kind not in ("summon", "energy_crystal", ""):
        findings.append(("an Effect Card", "an effect (401)"))

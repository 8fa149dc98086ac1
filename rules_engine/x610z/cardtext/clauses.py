"""Lowering of clauses: what players do, what the Effect does, and what is so for a while."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from rules_engine.x610z import nodes as n

from .refs import RefLowering, const, text_of, wrong

_VERBS = {
    "attack": "attack", "move": "move", "be attacked": "be_attacked", "be dealt damage": "be_damaged",
    "be activated": "be_activated", "be targeted": "be_targeted",
}  # fmt: skip
_PERMISSIONS = {
    "attack again": "attack_again", "move again": "move_again", "make sharp turns": "sharp_turn",
    "attack and move in different directions": "any_direction",
    "attack from the no attack zone": "attack_from_no_attack_zone",
}  # fmt: skip
_ZONES: dict[str, Any] = {"to_hand": "hand", "to_play": "play", "to_top": "deck", "to_bottom": "deck_bottom"}
_CAST_BY: dict[str, n.Ref] = {
    "you cast": n.You(),
    "your opponents cast": n.Each(n.Select("player", "opponent")),
    "all players cast": n.Each(n.Select("player")),
}


class ClauseLowering(RefLowering):
    """One method for each clause of the grammar."""

    # --- what players do -----------------------------------------------------------------------------------------

    def _draw(self, tree: Tree[Token]) -> n.Node:
        return n.Draw(self._amount(tree.children[0], tree.children[1]))

    def _draw_extra(self, tree: Tree[Token]) -> n.Node:
        return n.Draw(const(tree.children[0]), extra=True)

    def _discard(self, tree: Tree[Token]) -> n.Node:
        return n.Discard(const(tree.children[0]))

    def _discard_random(self, tree: Tree[Token]) -> n.Node:
        return n.Discard(const(tree.children[0]), choice="random")

    def _discard_hand(self, tree: Tree[Token]) -> n.Node:
        return n.Discard(n.All())

    def _shuffle(self, tree: Tree[Token]) -> n.Node:
        return n.Shuffle()

    def _shuffle_hand(self, tree: Tree[Token]) -> n.Node:
        return n.Shuffle(hand_first=True)

    def _show_hand(self, tree: Tree[Token]) -> n.Node:
        return n.Show(n.You())

    def _show_top(self, tree: Tree[Token]) -> n.Node:
        count = n.Const(1) if tree.children[0] is None else const(tree.children[0])
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
        phase: Any = text_of(tree.children[0])
        return n.SkipTurn(phase=phase)

    def _search(self, tree: Tree[Token], show: bool = False) -> n.Node:
        zone: Any = "deck" if text_of(tree.children[0]) == "deck" else "discard"
        to = _ZONES[tree.children[3].data]  # type: ignore[union-attr]  # a tree by the grammar
        return n.Search(self.node(tree.children[2]), const(tree.children[1]), zone=zone, to=to, show=show)

    def _search_show(self, tree: Tree[Token]) -> n.Node:
        return self._search(tree, show=True)

    def _move_cards(self, tree: Tree[Token]) -> n.Node:
        to = _ZONES[tree.children[3].data]  # type: ignore[union-attr]  # a tree by the grammar
        return self._from_pile(tree, to)

    def _remove_cards(self, tree: Tree[Token]) -> n.Node:
        return self._from_pile(tree, "removed")

    def _from_pile(self, tree: Tree[Token], to: Any) -> n.Node:
        pile: Any = "hand" if text_of(tree.children[2]) == "hand" else "discard"
        select = self.node(tree.children[1])
        return n.MoveCard(to, choose_from=pile, count=const(tree.children[0]), select=select)

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
        return n.MoveSummon(ref, "path", const(steps), by_rules=by_rules is not None, up_to=up_to is not None)

    def _move_start(self, tree: Tree[Token]) -> n.Node:
        return n.MoveSummon(self.node(tree.children[0]), "starting_dot")

    def _move_end(self, tree: Tree[Token]) -> n.Node:
        return n.MoveSummon(self.node(tree.children[0]), "ending_dot", by_rules=tree.children[1] is not None)

    def _move_those(self, tree: Tree[Token]) -> n.Node:
        return n.MoveCard(_ZONES[tree.children[0].data], n.Those())  # type: ignore[union-attr]  # a tree by the grammar

    def _remove_those(self, tree: Tree[Token]) -> n.Node:
        return n.MoveCard("removed", n.Those())

    def _discard_those(self, tree: Tree[Token]) -> n.Node:
        return n.MoveCard("discard", n.Those())

    def _warp(self, tree: Tree[Token]) -> n.Node:
        return n.Warp(self.node(tree.children[0]))

    def _place_marker(self, tree: Tree[Token]) -> n.Node:
        return n.PlaceMarker(const(tree.children[0]))

    def _remove_marker(self, tree: Tree[Token]) -> n.Node:
        return n.RemoveMarker(const(tree.children[0]))

    def _prevent_all(self, tree: Tree[Token]) -> n.Node:
        return n.Prevent(self.node(tree.children[0]), until=_until(tree.children[1]))

    def _prevent_next(self, tree: Tree[Token]) -> n.Node:
        return n.Prevent(self.node(tree.children[1]), const(tree.children[0]), _until(tree.children[2]))

    def _keep(self, tree: Tree[Token]) -> n.Node:
        keep, drop = tree.children
        return n.Seq((n.Keep(const(keep)), n.Discard(const(drop), of_those=True)))

    def _chosen_discard(self, tree: Tree[Token]) -> n.Node:
        return n.Discard(const(tree.children[0]), self.node(tree.children[1]), choice="you", of_those=True)

    # --- what is so ----------------------------------------------------------------------------------------------

    def _mod_stat(self, tree: Tree[Token]) -> n.Node:
        what, *mods, duration = tree.children
        ref, until = self.node(what), _until(duration)
        steps: list[n.Node] = []
        for mod in mods:
            stat: Any = text_of(mod.children[0]).split()[0]  # type: ignore[union-attr]  # a tree by the grammar
            sign, amount = mod.children[1][0], mod.children[1][1:]  # type: ignore[union-attr,index]  # a tree by the grammar
            steps.append(n.ModStat(ref, stat, const(amount), sign == "-", until))
        return steps[0] if len(steps) == 1 else n.Seq(tuple(steps))

    def _mod_action_cost(self, tree: Tree[Token]) -> n.Node:
        duration: Any = tree.children[3]
        what, energy, word, _ = tree.children
        ref = self.node(what)
        select = self._select_of(ref)
        if select is None or select.kind != "action" or select.action == "any" or duration is not None:
            raise wrong(tree, "'target cast', 'target activation', 'target movement' or 'target attack'")
        of: Any = select.action
        return n.ModCost(of, self.node(energy), text_of(word) == "less", what=ref)

    def _mod_movement(self, tree: Tree[Token]) -> n.Node:
        what, energy, word, duration = tree.children
        ref = self.node(what)
        return n.ModCost(
            "movement", self.node(energy), text_of(word) == "less", what=ref, until=_until(duration)
        )

    def _mod_cast(self, tree: Tree[Token]) -> n.Node:
        kind, by, energy, word, duration = tree.children
        who = _CAST_BY[text_of(by)]
        less = text_of(word) == "less"
        return n.ModCost("cast", self.node(energy), less, who, select=self.node(kind), until=_until(duration))

    def _forbid(self, tree: Tree[Token]) -> n.Node:
        what, verb, duration = tree.children
        word: Any = _VERBS[text_of(verb)]
        return n.Forbid(word, self.node(what), until=_until(duration))

    def _forbid_cast(self, tree: Tree[Token]) -> n.Node:
        who, kind, duration = tree.children
        return n.Forbid("cast", who=self.node(who), until=_until(duration), select=self.node(kind))

    def _forbid_activate(self, tree: Tree[Token]) -> n.Node:
        who, duration = tree.children
        return n.Forbid("activate", who=self.node(who), until=_until(duration))

    def _allow(self, tree: Tree[Token]) -> n.Node:
        what, permission, duration = tree.children
        verb: Any = _PERMISSIONS[text_of(permission)]
        return n.Allow(verb, self.node(what), _until(duration))


def _until(tree: Any) -> Any:
    if tree is None:
        return "while_in_play"
    return "turn" if tree.data == "until_turn" else "next_turn"

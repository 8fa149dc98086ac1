"""The engine without one of its rules: for every rule that it carries out by itself, the line that does so.

``without("203.4", (end_turn, OLD, NEW))`` reads: replace OLD by NEW in ``end_turn``, and rule 203.4 is not carried out.
``test_rules.py`` then runs the cases that keep the rule; one of them has to notice.
"""

from __future__ import annotations

from rules_engine.x610z import (
    attack,
    casting,
    damage,
    deckrules,
    drawing,
    effects,
    effects_board,
    effects_cards,
    effects_turns,
    energy,
    lasting,
    movement,
    play,
    query,
    resolve,
    settle,
    stack,
    targets,
    triggers,
    turn,
    winning,
    zones,
)

from .registry import without

# --- decks (101, 102, 304) -------------------------------------------------------------------------------------------

without(
    "101.1a",
    (deckrules._constructed, 'yield DeckProblem("101.1a", "restriction_deck", params, number)', "pass"),
    (deckrules._life_bases, "DeckProblem(rule,", 'DeckProblem(rule.replace("101.1a", ""),'),
)
without(
    "101.1b",
    (deckrules._size, "deck.size < minimum", "rule != '101.1b' and deck.size < minimum"),
    (deckrules._life_bases, "DeckProblem(rule,", 'DeckProblem(rule.replace("101.1b", ""),'),
)
without("G.team-restriction", (deckrules.check_team, "limit is not None and count > limit", "False"))
without(
    "102.1a",
    (deckrules._constructed, "side not in (0, SIDEBOARD_SIZE)", "False"),
    (deckrules._constructed, 'yield DeckProblem("102.1a", "restriction", params, number)', "pass"),
)
without("102.1", (deckrules._life_bases, "if _count_life_bases(deck.sideboard, pool):", "if False:"))
without("102.1b", (deckrules._limited, 'DeckProblem("102.1b"', 'DeckProblem(""'))
without("205.1", (deckrules._counts, 'DeckProblem("205.1"', 'DeckProblem(""'))
without(
    "304.3a",
    (deckrules._constructed, 'yield DeckProblem("304.3a", "banned", {"card": card.name}, number)', "pass"),
)
without("304.3b", (deckrules._constructed, "card.restriction)", "card.restriction or 3)"))
without("307.2", (deckrules._acts, "card.acts.isdisjoint(acts)", "False"))

# --- the start and the end of a game (105, 106) ----------------------------------------------------------------------

without("105.2c 601.3", (resolve._place_summon, "(st.game.homes[seat], *board.endings)", "board.endings"))
without("603.3", (resolve._place_summon, "(st.game.homes[seat], *board.endings)", "(st.game.homes[seat],)"))
without("106.1b", (winning.win, "_finish(st, seats, rule)", "_finish(st, [seat], rule)"))
without("106.2#1 603.2", (movement.arrive_together, "win_together(st, winners)", "pass"))
without("106.2#2", (winning.lose, "len(teams) == 1", "False"))
without("106.3#1 210.8", (settle.destroy, 'lose(st, losers, "106.3#1")', "pass"))
without("106.3#2", (drawing.lose_for_decks, 'lose(st, seats, "106.3#2")', "pass"))
without("107.1a", (movement.check_path, 'query.allowances(st, "sharp_turn", slot)', "False"))

# --- actions and the stack (200, 201) --------------------------------------------------------------------------------

without("200.2", (play._cast, "info.crystal", "False"))
without("200.4", (attack.resolve_attack, "attacker_stopped(st, slot) is not None or", ""))
without("200.6", (resolve._raised_cost_paid, "if now == item.cost:", "if True:"))
without("201.3 703.2", (stack.check_window, "if not st.alive >> seat & 1:", "if seat != st.active:"))
without("201.4", (stack.announce, "st.stack += (item,)", "st.stack = (item, *st.stack)"))
without("201.7", (resolve.resolve_top, "st.stack = st.stack[:-1]", "st.stack = ()"))
without("201.8", (resolve.resolve_top, "    settle(st)", "    settle(st)\n    st.ending = not st.stack"))
without(
    "201.9 206.1b",
    (
        resolve._enter_as_effect,
        "enter_play(st, item.slot, controller, item.seat, host)",
        "move_card(st, item.slot, DISCARD)",
    ),
)

# --- moving and attacking (202, 600 to 605) --------------------------------------------------------------------------

without("202.3", (attack.attack_cost, "return NO_ENERGY", "return (0, 0, 0, 1)"))
without(
    "202.7",
    (movement.check_path, "if len(set(path)) != len(path)", "if any(dot in st.occ for dot in path[1:-1])"),
)
without("202.9", (movement.resolve_move, "while len(path) > 1 and path[-1] in st.occ:", "while False:"))
without("601.5", (movement.arrive_together, 'destroy(st, strays, "601.5")', "pass"))
without("601.6", (movement._no_line, "(board.is_start[a] and board.is_ending[b])", "False"))
without("603.4", (movement._no_line, "(board.is_ending[a] and board.is_start[b])", "False"))
without("603.5", (turn._wipe, "if wiped := on_ending_dots(st):", "if False:"))
without(
    "605.3",
    (
        movement.check_path,
        "if len(path) - 1 > most:",
        "if len(path) - 1 + sum(b not in board.neighbours[a] for a, b in pairwise(path)) > most:",
    ),
)
without("NL.aanvallen", (attack.resolve_attack, 'hit(st, "402.11a")', "deal(st, slot, 1, me, item.seat)"))
without("NL.schade", (attack.resolve_attack, 'query.stat(st, slot, "attack")', "1"))
without("NL.range", (attack.resolve_attack, 'len(item.path) - 1 > query.stat(st, slot, "range")', "False"))

# --- energy and costs (203, 204) -------------------------------------------------------------------------------------

without("203.3", (energy.activate_crystal, "st.game.infos[obj.rev].produces", "(0, 0, 0, 0)"))
without("203.4", (turn.end_turn, "st.pool = empty", "pass"))
without("204.1c", (energy.plan_payment, "covers(pool, cost)", "all(pool[i] >= cost[i] for i in range(4))"))
without(
    "204.2c",
    (casting.casting_cost, "cost = info.cost", "cost = info.cost if any(info.cost) else (0, 0, 0, 1)"),
)
without(
    "204.3c",
    (
        casting.activation_cost,
        "cost = part.cost.as_tuple()",
        "cost = part.cost.as_tuple() if any(part.cost.as_tuple()) else (0, 0, 0, 1)",
    ),
)

# --- permanents and non permanents (205, 206) ------------------------------------------------------------------------

without("205.3", (settle.destroy, "gone, DISCARD, destroyed", "gone, 5, destroyed"))
without(
    "206.1c",
    (
        turn.end_turn,
        "fresh(st)",
        'destroy(st, [s for cards in st.play for s in cards if st.objs[s].dot < 0], "206.1c")',
    ),
)
without("206.1e", (play._activate, "state=st.game.turned", "state=obj.state"))
without("206.1g", (zones.set_controller, "stamp=st.stamp)", "stamp=st.stamp, state=0)"))
without("206.2a", (casting.check_kind, "info.permanent and seat != st.active", "seat != st.active"))
without("206.2b", (resolve._enter_as_effect, "enter_play(st, item.slot, item.seat, item.seat)", "pass"))
without("206.2c", (resolve._enter_as_effect, "move_card(st, item.slot, pile_of(st, item.slot))", "pass"))

# --- effects and targets (207, 208, 401) -----------------------------------------------------------------------------

without("207.3", (effects._gate, "if first == DONE or", "if True or"))
without("207.4b", (triggers._wait, "st.pending += (", "_ = ("))
without("207.4c", (resolve._ordered, "ordered.append(left.pop(name))", "ordered.insert(0, left.pop(name))"))
without("207.5", (query.static_amount, "return value.n", "return 0"))
without("207.5a NL.effects-vallen-weg", (settle._drop_attached, "if not fallen:", "if True:"))
without("208.2", (resolve._enter_as_effect, "controller = st.objs[host[1]].owner", "controller = item.seat"))
without(
    "208.3",
    (triggers._whose, "return actor == query.you_of(st, source)", "return actor != query.you_of(st, source)"),
)
without("208.4", (effects.Run._named, "[(REF_PLAYER, self.you, 0)]", "[(REF_PLAYER, 1 - self.you, 0)]"))
without(
    "208.5",
    (
        resolve._resolve_cast,
        "legal_now = still_legal(st, item, info.body.targets)",
        "legal_now = item.targets",
    ),
)
without(
    "401.1a",
    (targets.fits_card, 'kind in ("effect", "summon", "energy_crystal")', "False"),
    (targets.fits_card, 'kind == "summon_effect"', 'kind in ("summon_effect", "effect")'),
)

# --- damage (210) ----------------------------------------------------------------------------------------------------

without("210.2", (damage.deal, "damage=obj.damage + amount", "damage=amount"))
without("210.4", (effects_board._damage, "if not query.in_play(st, run.slot, run.inc):", "if False:"))
without("210.5", (settle._destroy_damaged, "obj.damage >= defense", "obj.damage > defense"))
without(
    "210.6",
    (attack.resolve_attack, "    settle(st)", "    pass"),
    (resolve.resolve_top, "    settle(st)", "    pass"),
)
without(
    "210.7", (settle.destroy, "leave_together(st, gone, DISCARD, destroyed=True, instead=elsewhere)", "pass")
)

# --- cards and zones (211, 212, 402, 403, 501 to 506) ----------------------------------------------------------------

without("211.2", (effects_cards._shuffle_deck, "ask_order(st, seat, seat)", "pass"))
without("212.1 501.2", (drawing.draw_cards, "st.deck[seat][-1]", "st.deck[seat][0]"))
without("402.8", (zones._leave, "del st.occ[obj.dot]", "pass"))
without("402.10", (lasting.change_control, "set_controller(st, slot, seat)", "pass"))
without(
    "402.12",
    (movement.resolve_move, "path = item.path", 'path = item.path[: 1 + query.stat(st, item.slot, "speed")]'),
)
without("402.13", (settle._over, "if temp.until and temp.until <= st.turn:", "if False:"))
without("403.3", (play._cast, "enter_play(st, slot, seat, seat)", "enter_play(st, slot, 1 - seat, seat)"))
without(
    "502.2",
    (effects_cards._present, 'hit(st, "213.2")', 'st.events.append(("show", hand))'),
)
without("505.1", (zones.move_card, "st.discard[owner] += (slot,)", "st.discard[obj.controller] += (slot,)"))
without("506.1", (effects_cards.leave_play, "ZONE_OF[to]", "DISCARD"))
without(
    "506.2 NL.uit-het-spel",
    (turn.end_turn, "st.crystal_cast = False", "st.crystal_cast, st.removed = False, [()] * len(st.removed)"),
)
without("G.deactivate", (effects_board._deactivate, "state=DEACTIVATED", "state=1"))
without("NL.effects-gaan-mee", (lasting.change_control, "change_control(st, other, seat, but)", "pass"))

# --- turns (700 to 704) ----------------------------------------------------------------------------------------------

without("700.1", (turn._next_seat, "(last + step) % count", "last"))
without("700.2", (effects_turns._extra_turn, "run.st.extra_turns = (*seats, *run.st.extra_turns)", "pass"))
without(
    "700.3",
    (triggers.phase_begins, "_wait(st, source, index, (REF_PLAYER, st.active, 0), st.active)", "pass"),
)
without("701.1", (turn._reactivation, "obj.state != UNACTIVATED", "False"))
without("701.3", (turn._reactivation, "phase_begins(st, REACTIVATION)", "pass"))
without("701.4", (turn.carry_on, "_draw(st)\n", "pass\n"))
without("702.1", (turn._normal_draw, "draw_cards(st, st.active, 1)", "pass"))
without("702.3", (turn._draw, "_announced(st, DRAW)", "pass"))
without("702.4", (turn.carry_on, "_open_action_phase(st)", "pass"))
without("703.1", (stack.check_window, "if not st.alive >> seat & 1:", "if seat == st.active:"))
without("703.3", (casting._activated, "obj is None or obj.zone != PLAY", "obj is None or seat != st.active"))
without("704.1", (stack.check_window, "if not st.alive >> seat & 1:", "if st.phase == END:"))
without(
    "704.2",
    (
        casting._activated,
        "obj is None or obj.zone != PLAY",
        "obj is None or (seat != st.active and st.phase == 4)",
    ),
)

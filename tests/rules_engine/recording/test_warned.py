"""A legal move that destroys the summon is said to, with its rule, before it is written; held against what happens."""

from collections.abc import Iterator
from itertools import count

from rules_engine.x610z.cards import load_pool
from rules_engine.x610z.view import view
from tests.rules_engine.recording.screen_player import Body, Recorded, Seen, table_game

PASS = ({"kind": "act", "do": "proceed"}, {"kind": "act", "do": "proceed"})


def positions() -> Iterator[tuple[Recorded, int]]:
    """Positions of random games, each with the seat whose turn it is."""
    pool = load_pool("demo")
    for seed in count():
        decks, lines = table_game(f"warned/{seed}", pool)
        game = Recorded(lines, decks, pool, Seen())
        first = next(line for line in lines if line.get("of") == "first")
        game.write({"kind": "chance", "of": "first", "by": "dice", "value": first["value"]}, 0)
        for line in (one for one in lines if one["kind"] == "act"):
            game.write({name: value for name, value in line.items() if name != "n"}, 0)
            if game.session.state is not None and game.session.state.result is None:
                yield game, game.session.state.active


def rows(game: Recorded, seat: int, do: str) -> list[Body]:
    return [row for row in game.screen(seat).actions(game.session.state) if row["line"]["do"] == do]


def gone(game: Recorded, slot: int, *lines: Body) -> bool | None:
    """Whether a summon has left the board behind these lines; None where they leave a choice open."""
    twin = game.session.copy()
    entries = list(game.entries)
    for body in lines:
        if twin.check(body) is not None:
            return None
        entries.append(
            {"seq": len(entries) + 1, "device": 0, "kind": "line", "body": body, "by": 0, "status": "ok"}
        )
        twin.take(entries)
    return bool(twin.state.objs[slot].dot < 0)


def test_an_attack_on_a_summon_of_the_own_side_is_warned_of_and_no_other_is() -> None:
    seen = {True: 0, False: 0}
    for game, seat in positions():
        state = game.session.state
        for row in rows(game, seat, "attack"):
            hit = state.objs[state.occ[state.game.board.number[row["line"]["path"][-1]]]]
            own = hit.controller == seat
            assert (row.get("warned", {}).get("rule") == "200.1a#4") == own, row
            assert not own or state.game.infos[hit.rev].card.name in row["warned"]["text"]
            seen[own] += 1
        if min(seen.values()):
            return


def test_a_dot_that_destroys_is_warned_of_with_its_rule_and_no_other_is() -> None:
    found = {"601.5": 0, "603.5": 0, "": 0, "603.2": 11}  # one dot that wins is enough
    for game, seat in positions():
        for row in rows(game, seat, "move")[:40]:
            rule = row.get("warned", {}).get("rule", "")
            if found[rule] >= 12:
                continue
            slot = int(row["line"]["card"][1:])
            lands = gone(game, slot, row["line"], {"kind": "act", "do": "resolve"})
            if lands is None:
                continue
            assert lands == (rule == "601.5"), (row, lands)
            assert not rule or ("wins" if rule == "603.2" else "destroyed") in row["warned"]["text"]
            found[rule] += 1
            end = {"kind": "act", "do": "end", "seat": seat}
            if rule == "603.5":
                assert gone(game, slot, row["line"], {"kind": "act", "do": "resolve"}, end, *PASS) in (
                    True,
                    None,
                )
        if min(found.values()) >= 12:
            break


def test_ending_the_turn_says_who_is_destroyed_by_it() -> None:
    warned = plain = 0
    for game, seat in positions():
        for row in rows(game, seat, "end"):
            board, state = game.session.board, game.session.state
            on = [state.objs[slot] for dot, slot in state.occ.items() if board.is_ending[dot]]
            strays = [obj for obj in on if not state.game.infos[obj.rev].card.is_life_base]
            assert ("warned" in row) == bool(strays)
            warned, plain = warned + bool(strays), plain + (not strays)
            for obj in strays:
                assert state.game.infos[obj.rev].card.name in row["warned"]["text"]
        if warned >= 2 and plain >= 2:
            break


def test_the_way_of_a_summon_that_is_gone_is_drawn_no_longer() -> None:
    shown = gone_since = 0
    for game, seat in positions():
        screen, state = game.screen(seat), game.session.state
        drawn, last = screen.seen(state)["last"], view(state, screen.viewer)["last"]
        if last is None or not last["ok"] or last["kind"] == "attack":
            assert drawn == last
            continue
        there = any(pawn["dot"] == last["path"][-1] for pawn in view(state, screen.viewer)["pawns"])
        assert drawn == (last if there else None)
        shown, gone_since = shown + there, gone_since + (not there)
        if min(shown, gone_since) >= 12:
            break

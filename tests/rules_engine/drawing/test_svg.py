"""The drawn board: complete, accessible, safe under the content security policy, and the same for every seat."""

import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from rules_engine import Cursor
from rules_engine.drawing.geometry import Plan, ring_hour, spiral_6
from rules_engine.x610z.board import load_board
from rules_engine.x610z.pictures.board import PAWN_SHAPES, board_layers, board_svg
from rules_engine.x610z.pictures.text import TEXTS
from rules_engine.x610z.random_games import random_game

SVG = "{http://www.w3.org/2000/svg}"


def pawn(oid: int | str, dot: str | None, **more: Any) -> dict[str, Any]:
    return {
        "oid": oid, "seat": 0, "card": "Hunter Dragon", "class": "dragon", "dot": dot,
        "damage": 0, "defense": 5, **more,
    }  # fmt: skip


def view(**more: Any) -> dict[str, Any]:
    return {"pawns": [pawn(1, "3,4")], "seats": [{"seat": 0, "name": "Tijn"}], "turn": 7, **more}


def parsed(*args: Any, **kwargs: Any) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(*args, **kwargs))  # noqa: S314 - our own drawing


def by_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if name in (node.get("class") or "").split()]


def test_the_built_in_board_has_the_counts_of_its_definition() -> None:
    board = spiral_6()
    kinds = [dot["kind"] for dot in board.dots.values()]
    assert (len(board.dots), len(board.edges)) == (78, 144)
    assert [kinds.count(kind) for kind in ("start", "inner", "white", "ending")] == [6, 12, 54, 6]


def test_the_built_in_board_is_the_board_of_the_engine() -> None:
    ours, engine = spiral_6(), load_board()
    assert {name: dot["kind"] for name, dot in ours.dots.items()} == {
        name: dot["kind"] for name, dot in engine.dots.items()
    }
    assert {frozenset(edge) for edge in ours.edges} == {frozenset(edge) for edge in engine.edges}


def test_every_position_of_a_real_game_can_be_drawn() -> None:
    game = Cursor(random_game(3, 4, max_actions=120))
    seen: set[str] = set()
    for position in range(0, len(game.steps) + 1, 4):
        game.seek(position)
        shown = game.view("judge")
        for size in ("wide", "phone"):
            root = parsed(shown, game.board, size=size)
            assert len(by_class(root, "pawn")) == len(shown.get("pawns", []))
            seen |= {(node.get("class") or "").split()[1] for node in by_class(root, "pawn")}
    assert "life_base" in seen
    assert seen <= PAWN_SHAPES.keys()


def test_the_engines_counts_and_energy_are_shown_beside_the_board() -> None:
    seat = {
        "seat": 0,
        "player": "E7",
        "hand": {"count": 5},
        "deck": {"count": 31},
        "pool": {"boost": 2, "mystic": 0},
    }
    root = parsed(view(seats=[seat], active=0))
    assert [node.text for node in by_class(root, "seat-name")] == ["E7"]
    assert [node.text for node in by_class(root, "seat-facts")] == ["hand 5 · deck 31"]
    assert [node.get("class") for node in by_class(root, "energy-mark")] == ["energy-mark boost"]
    assert [node.text for node in by_class(root, "seat-active")] == ["to play"]


def test_a_game_that_has_not_begun_is_an_empty_board() -> None:
    assert by_class(parsed({}), "pawn") == []


def test_the_engines_board_is_drawn_like_the_built_in_one() -> None:
    assert board_svg(view(), load_board()).count('class="dot ') == board_svg(view()).count('class="dot ')


@pytest.mark.parametrize("size", ["wide", "phone", "square"])
def test_every_orbit_and_every_hour_has_its_number_as_logs_name_the_dots(size: str) -> None:
    picture = parsed(view(), size=size)
    for kind, count in (("ring", 7), ("hour", 12)):
        assert [one.text for one in by_class(picture, kind)] == [str(number) for number in range(count)]


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_every_dot_stands_inside_the_picture_with_an_id_of_its_own(size: str) -> None:
    root = parsed(view(), size=size)
    width, height = map(float, root.get("viewBox", "").split()[2:])
    board_dots = [node for node in root.iter() if "dot-" in (node.get("id") or "")]
    assert len({node.get("id") for node in board_dots}) == 78
    for node in board_dots:
        x, y = map(float, re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", node.get("transform", ""))[0])
        assert 10 < x < width - 10
        assert 10 < y < height - 10


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_no_two_dots_touch(size: str) -> None:
    plan = Plan(spiral_6(), 0, 0, 342 if size == "wide" else 172, base=3)
    places = [plan.place(dot) for dot in plan.board.dots]
    nearest = min((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for i, a in enumerate(places) for b in places[:i])
    assert nearest**0.5 >= plan.step * 0.99


def test_hour_zero_is_on_top_and_hours_run_clockwise() -> None:
    plan = Plan(spiral_6(), 0, 0, 100)
    assert plan.place("6,0") == pytest.approx((0, -100))
    assert plan.place("6,3") == pytest.approx((100, 0))


def test_a_picture_has_a_title_and_a_description_that_name_every_pawn() -> None:
    root = parsed(view(pawns=[pawn(1, "3,4"), pawn(2, "5,6", card="Thorn Beast", damage=2)]))
    assert root.get("role") == "img"
    names = [
        node.get("id") for node in (root.find(f"{SVG}title"), root.find(f"{SVG}desc")) if node is not None
    ]
    assert root.get("aria-labelledby") == " ".join(str(name) for name in names)
    said = root.findtext(f"{SVG}desc") or ""
    assert "Tijn: Hunter Dragon on 3,4, undamaged" in said
    assert "Tijn: Thorn Beast on 5,6, 2 of 5 damage" in said


def test_dutch_readers_get_dutch_words() -> None:
    assert "Het bord in beurt 7" in board_svg(view(), lang="nl")
    assert TEXTS["en"].keys() == TEXTS["nl"].keys()


def test_nothing_in_the_picture_needs_an_inline_style_or_script() -> None:
    text = board_svg(view(last={"kind": "move", "path": ["3,3", "3,4"], "ok": False}))
    assert " style=" not in text
    assert "<style" not in text
    assert "<script" not in text


def test_names_from_players_are_escaped() -> None:
    hostile = '<script>alert("1")</script>'
    made = view(pawns=[pawn(1, "3,4", card=hostile)], seats=[{"seat": 0, "name": hostile}])
    assert "<script" not in board_svg(made)
    parsed(made)


def test_ids_and_classes_cannot_break_out_of_their_attribute() -> None:
    made = view(
        pawns=[pawn('1" onload="x', "3,4", state='a" b')], last={"kind": '"x', "path": ["3,3", "3,4"]}
    )
    root = parsed(made)
    assert all(node.get("onload") is None for node in root.iter())


def test_pawn_ids_stay_the_same_when_the_pawn_moves() -> None:
    before, after = parsed(view()), parsed(view(pawns=[pawn(1, "4,4")]))
    (one,), (other,) = by_class(before, "pawn"), by_class(after, "pawn")
    assert one.get("id") == other.get("id") == "pawn-1"
    assert one.get("transform") != other.get("transform")


def test_each_class_has_a_shape_of_its_own_and_each_player_a_pattern() -> None:
    assert len(set(PAWN_SHAPES.values())) == len(PAWN_SHAPES) == 7
    root = parsed(view(pawns=[pawn(n, f"3,{n}", seat=n) for n in range(6)]))
    fills = {node.get("fill") for node in by_class(root, "pawn-pattern")}
    assert fills == {f"url(#seat-{n})" for n in range(6)}
    made = {node.get("id") for node in root.iter(f"{SVG}pattern")}
    assert made == {f"seat-{n}" for n in range(6)}


def test_a_pawn_that_has_left_the_board_is_listed_but_not_drawn_on_it() -> None:
    root = parsed(view(pawns=[pawn(1, None)]))
    assert by_class(root, "pawn") == []
    assert len(by_class(root, "pawn-row")) == 1


def test_damage_is_marked_with_its_number_and_a_whole_pawn_is_not() -> None:
    root = parsed(view(pawns=[pawn(1, "3,4"), pawn(2, "4,4", damage=3)]))
    assert [node.findtext(f"{SVG}text") for node in by_class(root, "damage-mark")] == ["3"]


def test_a_legal_path_is_drawn_whole() -> None:
    root = parsed(view(last={"kind": "move", "path": ["3,2", "3,3", "3,4"], "ok": True}))
    assert len(by_class(root, "path-way")) == 1
    assert by_class(root, "path-broken") == []


def test_an_illegal_step_is_drawn_broken_from_the_dot_that_breaks_the_rule() -> None:
    last = {"kind": "move", "path": ["3,4", "3,5", "3,6", "3,5"], "ok": False, "broken_at": 3}
    root = parsed(view(last=last))
    assert len(by_class(root, "path-way")) == 1
    assert len(by_class(root, "path-broken")) == 1
    assert len(by_class(root, "path-cross")) == 1


def test_a_path_that_is_wrong_from_its_first_step_has_no_legal_part() -> None:
    root = parsed(view(last={"kind": "move", "path": ["3,4", "5,9"], "ok": False}))
    assert by_class(root, "path-way") == []
    assert len(by_class(root, "path-broken")) == 1


def test_a_cast_marks_its_dot_and_draws_no_path() -> None:
    root = parsed(view(last={"kind": "cast", "path": ["3,4"], "ok": True}))
    assert len(by_class(root, "path-mark")) == 1
    assert by_class(root, "path-way") == []


def test_ok_false_from_the_caller_breaks_a_path_too() -> None:
    last = {"kind": "move", "path": ["3,2", "3,3", "3,4"]}
    assert len(by_class(parsed(view(last=last), ok=False), "path-broken")) == 1


def test_a_warp_across_the_board_is_a_straight_line() -> None:
    plan = Plan(spiral_6(), 0, 0, 100)
    assert len(plan.line("0,0", "6,6")) == 2
    assert len(plan.line("3,11", "3,0")) > 2


def test_the_phone_picture_grows_with_its_pawns_and_the_wide_one_does_not() -> None:
    many = view(pawns=[pawn(n, f"3,{n}") for n in range(8)])
    assert board_layers(many, size="phone")["viewbox"] != board_layers(view(), size="phone")["viewbox"]
    assert board_layers(many)["viewbox"] == board_layers(view())["viewbox"]


def test_an_empty_board_says_so() -> None:
    assert "No pawns on the board." in board_svg({"pawns": []})


def test_a_dot_that_does_not_exist_is_a_bug_and_not_a_picture() -> None:
    with pytest.raises(KeyError):
        board_svg(view(pawns=[pawn(1, "nowhere")]))


def test_an_unknown_size_is_refused() -> None:
    with pytest.raises(ValueError, match="size"):
        board_svg(view(), size="poster")


def test_a_picture_for_a_file_carries_its_own_style() -> None:
    assert "<style>.board{}</style>" in board_svg(view(), standalone_css=".board{}")


@pytest.mark.parametrize(("name", "place"), [("3,11", (3, 11)), ("a,b", None), ("3", None), ("", None)])
def test_only_ring_and_hour_are_read_as_polar(name: str, place: tuple[int, int] | None) -> None:
    assert ring_hour(name) == place


def test_a_board_of_another_form_is_drawn_from_its_own_coordinates() -> None:
    class Square:
        dots = {
            "a": {"kind": "start", "x": -1.0, "y": 0.0},
            "b": {"kind": "ending", "x": 1.0, "y": 0.0},
        }
        edges = [("a", "b")]

    root = parsed({"pawns": [pawn(1, "b")]}, Square())
    assert len([node for node in root.iter() if (node.get("id") or "").startswith("dot-")]) == 2


@pytest.mark.parametrize(("name", "drawn_closer"), [("Jiří Čapek", False), ("Daan van den Heuvel", True)])
def test_a_long_name_of_a_player_stays_in_its_column(name: str, drawn_closer: bool) -> None:
    root = parsed(view(seats=[{"seat": 0, "name": name}, {"seat": 1, "name": "Bo"}]))
    shown = next(item for item in by_class(root, "seat-name") if item.text == name)
    assert (shown.get("textLength") == "244") is drawn_closer

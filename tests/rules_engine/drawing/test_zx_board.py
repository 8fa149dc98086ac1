"""The drawn Squares of Z/X: cards in their colours, sleeping ones on their side, the places of both players."""

import xml.etree.ElementTree as ElementTree
from typing import Any

from rules_engine.zx.pictures.board import TURNED, UPRIGHT, board_svg
from rules_engine.zx.pictures.text import moment_of, words

SVG = "{http://www.w3.org/2000/svg}"


def card(oid: str, **more: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "oid": oid, "number": "Z01-001", "card": "Basalt Ox", "kind": "zx", "owner": 0, "face_up": True,
        "colours": ["red", "blue"], "cost": 3, "controller": 0, "state": "reboot", "power": 5000, "damage": 0,
    }  # fmt: skip
    return values | more


def view(**more: Any) -> dict[str, Any]:
    pile = {"count": 2, "cards": [card("#7", state="sleep"), card("#8", colours=[])]}
    hidden = {"count": 3}
    seat = {
        "resource": pile,
        "life": hidden,
        "hand": hidden,
        "deck": hidden,
        "charge": {"count": 0},
        "trash": {"count": 0},
    }
    seats = [{"seat": at, "name": name, "dynamis": hidden, **seat} for at, name in enumerate(("Ada", "Bob"))]
    squares = {"1,1": [card("#1")], "2,1": [card("#2", state="sleep", damage=1000)]}
    return {"turn": 3, "active": 0, "seats": seats, "squares": squares, "battle": None} | more


def drawn(**more: Any) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(view(**more)))  # noqa: S314 - our own picture


def classes(node: ElementTree.Element) -> list[str]:
    return node.get("class", "").split()


def by_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if name in classes(node)]


def test_a_sleeping_card_lies_on_its_side_and_an_awake_one_stands() -> None:
    faces = {}
    for group in by_class(drawn(), "zx-card"):
        face = by_class(group, "zx-face")[0]
        faces["asleep" if "is-asleep" in classes(group) else "awake"] = (
            face.get("width"),
            face.get("height"),
        )
    assert faces["awake"] == tuple(f"{one:g}" for one in UPRIGHT) and UPRIGHT[1] < UPRIGHT[0] < TURNED[0]
    assert faces["asleep"] == tuple(f"{one:g}" for one in TURNED)


def test_in_a_battle_the_picture_says_whose_answer_it_is_and_of_a_game_that_is_over_nobody_s() -> None:
    battle = {"attacker": "#1", "target": "#2", "square": "2,1", "priority": 1, "passes": 0}
    over = {"winners": [0], "losers": [1], "draw": False, "rule": "104.1"}
    said = [
        [moment_of(view(battle=battle, result=result), seat, words("en")) for seat in (0, 1)]
        for result in (None, over)
    ]
    assert said == [["", "to answer"], ["", ""]]
    asked = view(battle=battle, asks=0)  # the attacker chooses the card of Life
    assert [moment_of(asked, seat, words("en")) for seat in (0, 1)] == ["to answer", ""]


def test_cards_have_their_colours_cost_and_power() -> None:
    group = by_class(drawn(), "zx-card")[0]
    tints = [classes(node)[1] for node in by_class(group, "zx-tint")]
    texts = [node.text for node in group.iter(f"{SVG}text")]
    assert tints == ["is-red", "is-blue"] and {"3", "5000"} <= set(texts)


def test_the_places_show_open_cards_in_colour_and_hidden_ones_without() -> None:
    zones = by_class(drawn(), "zx-zone")
    resource = next(
        zone for zone in zones if any(node.text == "Resource" for node in zone.iter(f"{SVG}text"))
    )
    small = [classes(node) for node in by_class(resource, "zx-tint")]
    assert small == [["zx-tint", "is-red", "is-asleep"], ["zx-tint", "is-none"]]
    life = next(zone for zone in zones if any(node.text == "Life" for node in zone.iter(f"{SVG}text")))
    assert [classes(node) for node in by_class(life, "zx-tint")] == [["zx-tint", "is-down"]] * 3


def test_in_a_battle_the_answer_stands_beside_its_player() -> None:
    battle = {"attacker": "#1", "target": "player", "square": "1,2", "priority": 1, "passes": 0}
    said = {
        name: [node.text for node in by_class(drawn(**more), "seat-active")]
        for name, more in (("turn", {}), ("battle", {"battle": battle}))
    }
    assert said == {"turn": ["has the turn"], "battle": ["to answer"]}


def test_a_card_without_power_says_its_whole_name_and_a_long_line_is_no_wider_than_its_card() -> None:
    """A Player card alone has two lines; with a Z/X on it one, drawn narrower where it must be."""
    player = card("#3", card="Maarschalk van de laatste smidse", kind="player", power=None)
    alone = by_class(drawn(squares={"1,0": [player]}), "zx-name")
    assert [line.text for line in alone] == ["Maarschalk van de", "laatste smidse"]
    assert all(float(line.get("textLength", "0")) < 148 for line in alone) and alone[0].get("textLength")
    below = by_class(drawn(squares={"1,0": [card("#4"), player | {"card": "Kapitein Idris"}]}), "zx-name")
    assert [line.text for line in below] == ["Basalt Ox", "Kapitein Idris"]
    two = drawn(squares={"1,0": [player, player | {"oid": "#5"}]})
    tops = [float(group.get("transform", "").split()[1].rstrip(")")) for group in by_class(two, "zx-card")]
    high = [float(face.get("height", "0")) for face in by_class(two, "zx-face")]
    assert tops[0] + high[0] < tops[1], "neither covers the other"

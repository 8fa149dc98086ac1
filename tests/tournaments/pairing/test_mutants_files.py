"""Files and checks word for word: which field is to be mended, what a missing field means, every column of a report."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from tournaments.pairing import Options, Pair, PairingError, Player, Problem, check_round, pair_round, render
from tournaments.pairing.crews import seat_crews
from tournaments.pairing.jsonform import read_round, write_draft, write_report
from tournaments.pairing.pod_jsonform import read_pods
from tournaments.pairing.pod_model import Pod, PodOptions, PodPlayer
from tournaments.pairing.pods import check_pods, pair_pods
from tournaments.pairing.trf import TrfPlayer, TrfReport, TrfResult, read_trf, write_trf


def round_text(**more: Any) -> str:
    return json.dumps({"format": "pairing/1", "players": [{"id": "a", "score": 3}], **more})


def pods_text(**more: Any) -> str:
    return json.dumps({"format": "pods/1", "players": [{"id": "a"}], **more})


def detail_of(call: Any, text: str) -> object:
    with pytest.raises(PairingError) as caught:
        call(text)
    assert caught.value.code == "bad_file"
    return caught.value.params["detail"]


ONE = {"id": "a", "score": 3}


@pytest.mark.parametrize(
    ("more", "detail"),
    [
        ({"format": "pairing/2"}, "format must be 'pairing/1'"),
        ({"colour": 1}, "unknown field 'colour'"),
        ({"number": "x"}, "number must be a whole number"),
        ({"number": True}, "number must be a whole number"),
        ({"number": 10**9 + 1}, "number must be a whole number"),
        ({"seed": 1}, "seed must be a text"),
        ({"players": 1}, "players must be a list"),
        ({"players": [1]}, "players[0] must be an object"),
        ({"players": [ONE, {"id": 1, "score": 0}]}, "players[1].id must be a text"),
        ({"players": [{"id": "a"}]}, "players[0].score must be a whole number"),
        ({"players": [{**ONE, "hat": 1}]}, "players[0] has an unknown field 'hat'"),
        ({"players": [{**ONE, "opponents": "b"}]}, "opponents must be a list"),
        ({"players": [{**ONE, "opponents": [1]}]}, "players[0].opponents must be a text"),
        ({"players": [{**ONE, "byes": "x"}]}, "players[0].byes must be a whole number"),
        ({"players": [{**ONE, "group": 1}]}, "players[0].group must be a text"),
        ({"players": [{**ONE, "fixed_table": "x"}]}, "players[0].fixed_table must be a whole number"),
        ({"players": [{**ONE, "rank": "x"}]}, "players[0].rank must be a whole number"),
        ({"players": [{**ONE, "floats": "x"}]}, "players[0].floats must be a whole number"),
        ({"players": [{**ONE, "active": 1}]}, "players[0].active must be true or false"),
        ({"options": 1}, "options must be an object"),
        ({"options": {"hat": 1}}, "options has an unknown field 'hat'"),
        ({"options": {"closed_tables": 1}}, "closed_tables must be a list"),
        ({"options": {"closed_tables": ["x"]}}, "options.closed_tables must be a whole number"),
        ({"options": {"total_rounds": "x"}}, "options.total_rounds must be a whole number"),
        ({"options": {"avoid_repeat_floats": 1}}, "options.avoid_repeat_floats must be true or false"),
        ({"options": {"bye_step": "x"}}, "options.bye_step must be a whole number"),
        ({"options": {"method": 1}}, "options.method must be a text"),
        ({"fixed_pairs": [["a"]]}, "every entry of fixed_pairs must be a list of two players"),
        ({"fixed_pairs": [[1, None]]}, "fixed_pairs must be a text"),
        ({"forbidden_pairs": [["a", None]]}, "forbidden_pairs must be a text"),
        ({"pairs": [["a", "b"]]}, "every entry of pairs must be an object with a, b and perhaps table"),
        ({"pairs": [{"a": 1, "b": "b"}]}, "pairs.a must be a text"),
        ({"pairs": [{"a": "a", "b": 1}]}, "pairs.b must be a text"),
        ({"pairs": [{"a": "a", "b": "b", "table": "x"}]}, "pairs.table must be a whole number"),
    ],
)
def test_the_field_to_mend_in_a_round_file_is_named(more: dict[str, Any], detail: str) -> None:
    assert detail_of(read_round, round_text(**more)) == detail


@pytest.mark.parametrize(
    ("more", "detail"),
    [
        ({"format": "pods/2"}, "format must be 'pods/1'"),
        ({"colour": 1}, "unknown field 'colour'"),
        ({"number": "x"}, "number must be a whole number"),
        ({"seed": 1}, "seed must be a text"),
        ({"byes": [1]}, "byes must be a text"),
        ({"players": [1]}, "players[0] must be an object"),
        ({"players": [{"id": "a", "hat": 1}]}, "players[0] has an unknown field 'hat'"),
        ({"players": [{"id": 1}]}, "players[0].id must be a text"),
        ({"players": [{"id": "a", "score": "x"}]}, "players[0].score must be a whole number"),
        ({"players": [{"id": "a", "met": []}]}, "players[0].met must be an object: who, and how often"),
        ({"players": [{"id": "a", "met": {"b": "x"}}]}, "players[0].met must be a whole number"),
        ({"players": [{"id": "a", "seats": ["x"]}]}, "players[0].seats must be a whole number"),
        ({"players": [{"id": "a", "uneven": "x"}]}, "players[0].uneven must be a whole number"),
        ({"players": [{"id": "a", "byes": "x"}]}, "players[0].byes must be a whole number"),
        ({"players": [{"id": "a", "rank": "x"}]}, "players[0].rank must be a whole number"),
        ({"players": [{"id": "a", "active": 1}]}, "players[0].active must be true or false"),
        ({"options": 1}, "options must be an object"),
        ({"options": {"hat": 1}}, "options has an unknown field 'hat'"),
        ({"options": {"allow_six": 1}}, "options.allow_six must be true or false"),
        ({"options": {"target": "x"}}, "options.target must be a whole number"),
        ({"options": {"uneven": 1}}, "options.uneven must be a text"),
        ({"pods": [1]}, "every entry of pods must be an object with table and seats"),
        ({"pods": [{"table": "x", "seats": []}]}, "pods.table must be a whole number"),
        ({"pods": [{"table": 1, "seats": [1]}]}, "pods.seats must be a text"),
    ],
)
def test_the_field_to_mend_in_a_pod_file_is_named(more: dict[str, Any], detail: str) -> None:
    assert detail_of(read_pods, pods_text(**more)) == detail


def test_what_a_round_file_leaves_out_takes_its_usual_value() -> None:
    source = read_round(round_text())
    assert source.players == (Player("a", 3),)
    assert (source.number, source.seed, source.options, source.pairs) == (1, "", Options(), None)
    assert (source.fixed_pairs, source.forbidden_pairs) == ((), ())
    assert read_round(round_text(number=10**9)).number == 10**9
    assert read_round(round_text(players=[])).players == ()
    assert (Player("a", 3).byes, Player("a", 3).floats, Player("a", 3).active) == (0, 0, True)


def test_what_a_pod_file_leaves_out_takes_its_usual_value() -> None:
    source = read_pods(pods_text())
    assert source.players == (PodPlayer("a"),)
    assert (source.number, source.seed, source.options, source.pods, source.byes) == (
        1,
        "",
        PodOptions(),
        None,
        (),
    )
    kinds = PodOptions()
    assert (kinds.target, kinds.uneven, kinds.uneven_at, kinds.allow_six, kinds.first_table) == (
        4,
        "smaller",
        "bottom",
        False,
        1,
    )


def test_every_wrong_option_is_named_with_its_value() -> None:
    for kind, wrong in (
        (Options, {"method": "x"}),
        (Options, {"group_rule": "x"}),
        (Options, {"bye_choice": "x"}),
        (Options, {"bye_step": 0}),
        (Options, {"leaders": -1}),
        (PodOptions, {"target": 2}),
        (PodOptions, {"target": 7}),
        (PodOptions, {"uneven": "x"}),
        (PodOptions, {"uneven_at": "x"}),
        (PodOptions, {"repeat_weight": -1}),
    ):
        with pytest.raises(PairingError) as caught:
            kind(**wrong)
        ((option, value),) = wrong.items()
        assert caught.value.code == "unknown_option"
        assert dict(caught.value.params) == {"option": option, "value": value}
        assert str(value) in render("error", caught.value.code, caught.value.params)


FULL = TrfReport(
    "Name of the Cup",
    (
        TrfPlayer(
            1234,
            "Ada Lovelace of the long and noble",
            199,
            5678,
            2345,
            "WGM",
            "w",
            "NED",
            "12345678901",
            "2001/02/03",
            (TrfResult(7, "w", "1"), TrfResult(7, "b", "="), None, TrfResult(None, "-", "H")),
        ),
        TrfPlayer(7, "B", 1, 2, rounds=(TrfResult(1234, "b", "0"), TrfResult(1234, "w", "="))),
    ),
    total_rounds=5,
)


def test_a_report_that_fills_every_column_survives_and_stands_in_fides_columns() -> None:
    full = replace(FULL, players=tuple(replace(one, name=one.name[:33].strip()) for one in FULL.players))
    text = write_trf(full)
    assert sorted(read_trf(text).players, key=lambda one: -one.number) == list(full.players)
    line = next(line for line in text.split("\r\n") if line.startswith("001 1234"))
    # TRF16: rank 5-8, sex 10, title 11-13, name 15-47, rating 49-52, federation 54-56, id 58-68, birth 70-79,
    # points 81-84, place 86-89, then ten columns a round from 92.
    assert [line[4:8], line[9], line[10:13], line[48:52], line[53:56], line[57:68], line[69:79]] == [
        "1234", "w", "WGM", "2345", "NED", "12345678901", "2001/02/03",
    ]  # fmt: skip
    assert [line[80:84], line[85:89], line[91:99], line[101:109], line[121:129]] == [
        "99.5", "5678", "   7 w 1", "   7 b =", "0000 - H",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("points", "half"), [("3.5", 7), ("3,5", 7), ("3.0", 6), ("3", 6), ("0.5", 1), ("12.5", 25)]
)
def test_points_of_a_report_are_read_with_dot_or_comma(points: str, half: int) -> None:
    line = f"{'001    1':<80}{points:>4}    1"
    assert read_trf(line).players[0].half_points == half


def test_the_checker_says_everything_that_is_wrong_with_a_round() -> None:
    players = [
        Player("a", 6, ("b", None), byes=1, group="red", fixed_table=9),
        Player("b", 3, ("a",), group="red"),
        Player("c", 3),
        Player("d", 0, active=False),
        Player("e", 0),
        Player("f", 0),
    ]
    pairs = [
        Pair("a", "b", 1),
        Pair("c", "d", 1),
        Pair("e", "e", 2),
        Pair("z", None),
        Pair("a", None),
        Pair("c", "b"),
    ]
    report = check_round(
        players, pairs, Options(closed_tables=frozenset({2})), fixed_pairs=[("a", "e"), ("f", None)]
    )
    assert report.certificate is None and not report.ok
    assert report.problems == (
        Problem("self_pair", {"player": "e"}),
        Problem("player_twice", {"player": "a"}),
        Problem("player_twice", {"player": "b"}),
        Problem("player_twice", {"player": "c"}),
        Problem("player_inactive", {"player": "d"}),
        Problem("player_unknown", {"player": "z"}),
        Problem("player_missing", {"player": "f"}),
        Problem("bye_too_many", {"count": 2, "allowed": 0}),
        Problem("fixed_pair_broken", {"a": "f", "b": None}),
        Problem("fixed_pair_broken", {"a": "e", "b": "a"}),
        Problem("table_twice", {"table": 1}),
        Problem("fixed_table_ignored", {"player": "a", "table": 9}, "warning"),
        Problem("table_closed", {"table": 2}),
        Problem("table_missing", {"a": "c", "b": "b"}),
    )
    for row in write_report(report)["problems"]:
        assert row["text"] == render("problem", row["code"], row["params"])


def test_the_checker_names_what_is_weak_and_whether_it_could_be_helped() -> None:
    players = [
        Player("a", 3, ("b",), group="red"),
        Player("b", 3, ("a",), group="red"),
        Player("c", 0, (None,), byes=1),
        Player("d", 0),
        Player("e", 0),
    ]
    report = check_round(
        players, [Pair("a", "b", 1), Pair("d", "e", 2), Pair("c", None)], forbidden_pairs=[("d", "e")]
    )
    assert report.ok and report.certificate is not None
    told = {problem.code: dict(problem.params) for problem in report.problems}
    assert told == {
        "rematch_avoidable": {"a": "a", "b": "b", "last": 1, "c": "d"},
        "second_bye_avoidable": {"player": "c", "byes": 1, "c": "e"},
        "same_group_avoidable": {"a": "a", "b": "b", "group": "red", "c": "d"},
        "forbidden_pair_avoidable": {"a": "d", "b": "e", "c": "a"},
    }
    assert {problem.severity for problem in report.problems} == {"warning"}
    assert report.better == (Pair("a", "d"), Pair("b", "c"), Pair("e", None))
    certificate = report.certificate
    assert (certificate.rematches, certificate.second_byes, certificate.soft_conflicts) == (1, 1, 1)


def test_a_group_is_large_from_eight_places_and_six_for_the_opponent_met() -> None:
    # Winners met losers in round one: nobody has met more than one player, or more than one of a group (2 + 4 + 8).
    for size, windows in ((14, ()), (13, (26,)), (12, (24,))):
        players = [Player(f"w{i}", 3, (f"l{i}",)) for i in range(size)]
        players += [Player(f"l{i}", 0, (f"w{i}",)) for i in range(size)]
        assert pair_round(players, seed="s", number=2).certificate.windows == windows


def test_the_answer_of_a_round_has_every_field_of_its_certificate() -> None:
    answer = write_draft(
        pair_round([Player("a", 0), Player("b", 0), Player("c", 3, ("a",), byes=0)], seed="s", number=2)
    )
    assert set(answer) == {"format", "number", "seed", "pairs", "certificate"}
    assert set(answer["certificate"]) == {
        "cost", "lower_bound", "certified", "rematches", "second_byes", "soft_conflicts", "pair_downs", "windows",
        "relaxed", "exact", "certified_covers",
    }  # fmt: skip


def test_crews_that_do_not_fit_are_refused_with_a_code() -> None:
    with pytest.raises(PairingError) as caught:
        seat_crews([Pair("a", "b", 1)], {"a": ["x"]})
    assert (caught.value.code, dict(caught.value.params)) == ("unknown_player", {"player": "b"})


def test_the_pod_checker_says_everything_that_is_wrong() -> None:
    players = [
        PodPlayer("a", met={"b": 2}),
        PodPlayer("b"),
        PodPlayer("c"),
        PodPlayer("d", active=False),
        PodPlayer("e"),
    ]
    problems = check_pods(players, [Pod(1, ("a", "b", "d")), Pod(1, ("a", "z"))], ["c"])
    assert [(one.code, dict(one.params), one.severity) for one in problems] == [
        ("player_twice", {"player": "a"}, "error"),
        ("player_inactive", {"player": "d"}, "error"),
        ("player_unknown", {"player": "z"}, "error"),
        ("player_missing", {"player": "e"}, "error"),
        ("table_twice", {"table": 1}, "error"),
        ("pod_repeat", {"a": "a", "b": "b", "count": 2}, "warning"),
        ("pod_size", {"table": 1, "count": 2}, "error"),
    ]
    with pytest.raises(PairingError) as caught:
        pair_pods([PodPlayer("a"), PodPlayer("a")], seed="s", number=1)
    assert (caught.value.code, dict(caught.value.params)) == ("player_twice", {"player": "a"})


@pytest.mark.parametrize(("newcomers", "windows"), [(12, ()), (10, (12,))])
def test_who_has_met_nobody_is_paired_freely_from_eight_places_on(
    newcomers: int, windows: tuple[int, ...]
) -> None:
    # Two opponents met at the most, none by the newcomers: 2 x 2 + 8. A window has two anonymous places more.
    ring = [Player(f"r{i:02}", 0, (f"r{(i + 1) % 30:02}", f"r{(i - 1) % 30:02}")) for i in range(30)]
    players = ring + [Player(f"n{i:02}", 6) for i in range(newcomers)]
    draft = pair_round(players, seed="s", number=3)
    assert draft.certificate.windows == windows and draft.certificate.certified

"""The presets hold the figures of the programme's page, and of what the peers publish."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tournaments.season_points import CIRCUITS, Band, CircuitError, Event, Finish, Season, circuit, ladder
from tournaments.season_points.circuit_files import read_circuit, to_json


def bands(preset: str, of: str) -> list[tuple[int, int, int]]:
    found = CIRCUITS[preset].class_of(of)
    assert found is not None
    return [(band.to, int(band.points), band.field) for band in found.bands]


def test_a_league_challenge_pays_what_the_page_says() -> None:
    """15, 12, 10 for 3rd to 4th, 8 for 5th to 8th with 17 or more, 6 for 9th to 16th with 33, 4 with 65."""
    assert bands("pokemon", "challenge") == [
        *((1, 15, 0), (2, 12, 4), (4, 10, 8), (8, 8, 17), (16, 6, 33), (32, 4, 65)),
    ]


def test_a_league_cup_pays_what_the_page_says() -> None:
    """50, 40, 32, 25, 20, 16 and 13 for 33rd to 64th with 129."""
    found = bands("pokemon", "cup")
    assert [points for _, points, _ in found] == [50, 40, 32, 25, 20, 16, 13]
    assert found[-2:] == [(32, 16, 65), (64, 13, 129)]
    assert [one.best for one in CIRCUITS["pokemon"].classes] == [4, 4]


def test_ours_has_three_classes_with_their_kickers_limits_and_one_for_taking_part() -> None:
    """evening 15/12/10/8/6/4 with kickers 0/4/8/17/33/65 and best 4, open 50 to 13 with best 4, championship 100 to 26
    with best 2, 1 for taking part."""
    rules = CIRCUITS["x610z"]
    assert bands("x610z", "evening") == [
        *((1, 15, 0), (2, 12, 4), (4, 10, 8), (8, 8, 17), (16, 6, 33), (32, 4, 65)),
    ]
    assert [points for _, points, _ in bands("x610z", "open")] == [50, 40, 32, 25, 20, 16, 13]
    high = [points for _, points, _ in bands("x610z", "championship")]
    assert (high[0], high[-1]) == (100, 26)
    assert [(one.key, one.best, one.taking_part) for one in rules.classes] == [
        *(("evening", 4, 1), ("open", 4, 1), ("championship", 2, 1)),
    ]
    assert (rules.clan_best, rules.clan_members) == (5, 3)


def test_vekn_counts_the_best_eight_of_eighteen_months_and_alwaysberunning_the_best_of_chosen_events() -> (
    None
):
    assert (CIRCUITS["vekn"].best, CIRCUITS["vekn"].months) == (8, 18)
    chosen = CIRCUITS["alwaysberunning"]
    assert (chosen.best, chosen.only) == (5, frozenset())
    events = tuple(
        Event(f"e{number}", "event", date(2026, 1, number), (Finish.of(1, "ann"),)) for number in range(1, 8)
    )
    assert ladder(Season(chosen, events)).rows == ()
    some = replace(chosen, only=frozenset({"e1", "e2", "e3"}), best=2)
    assert ladder(Season(some, events)).points("ann") == 100


@pytest.mark.parametrize("key", CIRCUITS)
def test_every_preset_survives_its_file_form(key: str) -> None:
    rules = CIRCUITS[key]
    assert rules.key == key
    assert read_circuit(to_json(rules), "circuit") == rules
    assert read_circuit({"preset": key}, "circuit") == rules
    assert read_circuit(key, "circuit") is rules


def test_a_field_that_is_named_beside_a_preset_replaces_the_presets() -> None:
    rules = read_circuit({"preset": "vekn", "best": None, "months": 6, "tie_breaks": []}, "circuit")
    assert (rules.best, rules.months, rules.tie_breaks, rules.key) == (None, 6, (), "vekn")


def test_an_unknown_preset_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(CircuitError, match="no preset is called 'elo'; known: x610z, pokemon") as caught:
        circuit("elo")
    assert caught.value.code == "circuit_unknown"


def test_a_band_is_plain_data() -> None:
    assert Band(1, CIRCUITS["x610z"].classes[0].bands[0].points) == CIRCUITS["x610z"].classes[0].bands[0]

"""The table of infractions: the step at each level of play, and one step up for every repeat."""

import pytest

from tournaments.events.setting_words import CHAMPIONSHIP, COMMUNITY
from tournaments.judging.infractions import ORDER, PLAIN_WORDS, TABLE, Level, step_up, usual_level
from tournaments.judging.services import CODES

L = Level
# The first step of every code, at community and at championship level.
FIRST = {
    "G1": (L.CAUTION, L.WARNING),
    "G2": (L.NONE, L.CAUTION),
    "G3": (L.CAUTION, L.WARNING),
    "G4": (L.CAUTION, L.WARNING),
    "G5": (L.CAUTION, L.CAUTION),
    "T1": (L.GAME_LOSS, L.GAME_LOSS),
    "T2": (L.CAUTION, L.WARNING),
    "T3": (L.WARNING, L.GAME_LOSS),
    "T4": (L.WARNING, L.WARNING),
    "T5": (L.WARNING, L.WARNING),
    "T6": (L.CAUTION, L.WARNING),
    "T7": (L.CAUTION, L.WARNING),
    "T8": (L.CAUTION, L.WARNING),
    "T9": (L.CAUTION, L.WARNING),
    "T10": (L.WARNING, L.MATCH_LOSS),
    "U1": (L.CAUTION, L.WARNING),
    "U2": (L.MATCH_LOSS, L.MATCH_LOSS),
    "U3": (L.DISQUALIFICATION, L.DISQUALIFICATION),
}
# The heavier case, where the table knows one.
WORSE = {
    ("T1", COMMUNITY): L.MATCH_LOSS,
    ("T1", CHAMPIONSHIP): L.MATCH_LOSS,
    ("T4", CHAMPIONSHIP): L.GAME_LOSS,
    ("T5", CHAMPIONSHIP): L.MATCH_LOSS,
    ("T6", CHAMPIONSHIP): L.GAME_LOSS,
    ("T7", CHAMPIONSHIP): L.MATCH_LOSS,
}


def test_the_table_says_what_the_policy_says() -> None:
    assert {code: (usual_level(code, COMMUNITY), usual_level(code, CHAMPIONSHIP)) for code in TABLE} == FIRST


def test_the_heavier_case_is_known_only_where_the_policy_knows_one() -> None:
    for code in TABLE:
        for play in (COMMUNITY, CHAMPIONSHIP):
            wanted = WORSE.get((code, play), usual_level(code, play))
            assert usual_level(code, play, worse=True) == wanted, (code, play)
            assert bool(TABLE[code].worse_when) or (code, play) not in WORSE


def test_every_repeat_moves_up_one_step_and_ends_at_a_disqualification() -> None:
    steps = [usual_level("G1", COMMUNITY, earlier) for earlier in range(6)]
    assert steps == [L.CAUTION, L.WARNING, L.GAME_LOSS, L.MATCH_LOSS, L.DISQUALIFICATION, L.DISQUALIFICATION]
    assert usual_level("T4", CHAMPIONSHIP, 1, worse=True) == L.MATCH_LOSS
    assert usual_level("T8", CHAMPIONSHIP, 1) == usual_level("T9", CHAMPIONSHIP, 1) == L.GAME_LOSS
    assert step_up(L.NONE, 1) == L.CAUTION


def test_a_second_tardiness_proposes_the_next_step() -> None:
    assert [usual_level("T1", CHAMPIONSHIP, earlier) for earlier in (0, 1)] == [L.GAME_LOSS, L.MATCH_LOSS]


def test_slow_play_loses_a_game_at_the_third_time_at_both_levels_of_play() -> None:
    for play, first in ((COMMUNITY, L.CAUTION), (CHAMPIONSHIP, L.WARNING)):
        assert [usual_level("T2", play, earlier) for earlier in range(4)] == [
            first,
            L.WARNING,
            L.GAME_LOSS,
            L.MATCH_LOSS,
        ]


def test_an_unknown_code_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        usual_level("X9", COMMUNITY)


def test_everything_has_words_and_a_deck_check_ends_with_codes_of_the_table() -> None:
    assert set(CODES) <= set(TABLE)
    assert set(PLAIN_WORDS) == set(ORDER)
    assert all(str(row.name) and str(row.plain) and str(row.remedy) for row in TABLE.values())

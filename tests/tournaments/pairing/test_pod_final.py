"""The knock-out after pods: a final of four, or ten of whom two wait (rounds table of the policy)."""

from __future__ import annotations

import pytest

from tournaments.pairing.model import PairingError
from tournaments.pairing.pod_final import final_places, final_pods, final_rounds, pod_cut

SEEDS = [str(place) for place in range(1, 17)]


@pytest.mark.parametrize(
    ("entries", "cut"), [(4, 0), (16, 0), (17, 4), (34, 4), (35, 10), (64, 10), (200, 10)]
)
def test_the_cut_follows_the_rounds_table(entries: int, cut: int) -> None:
    assert pod_cut(entries) == cut


def test_four_play_one_final_seated_by_seed() -> None:
    (final,) = final_pods(SEEDS[:4])
    assert (final.key, final.seats, final.playable) == ("final", ("1", "2", "3", "4"), True)
    assert final_rounds(4) == 1


def test_of_ten_eight_play_and_the_two_best_wait_in_the_final() -> None:
    first, second, final = final_pods(SEEDS[:10])
    assert first.seats == ("3", "6", "7", "10")
    assert second.seats == ("4", "5", "8", "9")
    assert final.seats == ("1", "2", None, None)
    assert (final.waits_for, final.playable, final.stage) == (("s1", "s2"), False, 2)
    assert final_rounds(10) == final_rounds(16) == 2


def test_the_winners_take_their_place_by_seed() -> None:
    *_, final = final_pods(SEEDS[:10], {"s1": "10", "s2": "4"})
    assert final.seats == ("1", "2", "4", "10")
    assert final.playable
    *_, half = final_pods(SEEDS[:10], {"s2": "9"})
    assert (half.seats, half.waits_for) == (("1", "2", "9", None), ("s1",))


def test_sixteen_are_dealt_so_that_every_pod_is_equally_strong() -> None:
    pods = final_pods(SEEDS)[:-1]
    assert [sum(map(int, (one for one in pod.seats if one))) for pod in pods] == [34] * 4
    assert sorted(one for pod in pods for one in pod.seats if one) == sorted(SEEDS)


def test_a_table_has_one_winner_and_all_others_share_the_next_place() -> None:
    won = {"s1": "3", "s2": "9", "final": "9"}
    assert final_places(SEEDS[:10], won) == (
        (1, ("9",)),
        (2, ("1", "2", "3")),
        (5, ("4", "5", "6", "7", "8", "10")),
    )
    assert final_places(SEEDS[:10], {"s1": "3"}) == ((5, ("6", "7", "10")),)
    assert final_places(SEEDS[:10], {}) == ()


@pytest.mark.parametrize("size", [0, 3, 5, 8, 9, 11])
def test_another_number_of_seeds_is_refused(size: int) -> None:
    with pytest.raises(PairingError) as error:
        final_pods(SEEDS[:size])
    assert error.value.code == "bad_size"


def test_a_seed_twice_and_a_winner_from_elsewhere_are_refused() -> None:
    with pytest.raises(PairingError) as twice:
        final_pods(["a", "a", "b", "c"])
    assert twice.value.code == "player_twice"
    with pytest.raises(PairingError):
        final_pods(SEEDS[:10], {"s1": "4"})
    with pytest.raises(PairingError):
        final_pods(SEEDS[:10], {"s1": "3", "s2": "4", "final": "5"})

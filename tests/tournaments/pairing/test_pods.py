"""Pods of three to six: sizes, repeats, spread, fairness and proofs."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, combinations_with_replacement

import pytest

from benchmarks.pairing_states import Dice
from tournaments.pairing import PairingError, Problem
from tournaments.pairing.pod_model import Pod, PodDraft, PodOptions, PodPlayer, _any_sizes, pod_sizes
from tournaments.pairing.pods import check_pods, pair_pods


def entries(count: int) -> list[PodPlayer]:
    """Return players p00, p01, ... without history."""
    return [PodPlayer(f"p{place:02}") for place in range(count)]


def after(
    players: list[PodPlayer], draft: PodDraft, dice: Dice | None = None, target: int = 4
) -> list[PodPlayer]:
    """Play a round: meetings, seats and uneven pods are counted; the dice choose winners (5 points)."""
    table = {player.id: player for player in players}
    for pod in draft.pods:
        winner = pod.seats[dice.below(len(pod.seats))] if dice else None
        for seat, one in enumerate(pod.seats):
            player = table[one]
            met = dict(player.met)
            for other in pod.seats:
                if other != one:
                    met[other] = met.get(other, 0) + 1
            seats = [*player.seats, *[0] * (6 - len(player.seats))]
            seats[seat] += 1
            table[one] = replace(
                player,
                met=met,
                seats=tuple(seats),
                score=player.score + (5 if one == winner else 0),
                uneven=player.uneven + (len(pod.seats) != target),
            )
    return list(table.values())


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (1, ()),
        (2, ()),
        (3, (3,)),
        (4, (4,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (27, (4, 4, 4, 4, 4, 4, 3)),
    ],
)
def test_pods_of_four_are_filled_up_with_threes(count: int, sizes: tuple[int, ...]) -> None:
    assert pod_sizes(count) == sizes


@pytest.mark.parametrize(
    ("count", "sizes"), [(5, (5,)), (9, (4, 5)), (13, (4, 4, 5)), (7, (4, 3)), (11, (4, 4, 3))]
)
def test_larger_pods_are_used_on_request_where_they_fit(count: int, sizes: tuple[int, ...]) -> None:
    assert pod_sizes(count, PodOptions(uneven="larger")) == sizes


def test_six_only_when_the_event_chooses_it() -> None:
    for count in range(3, 60):
        for target in (3, 4, 5):
            sizes = pod_sizes(count, PodOptions(target=target))
            assert sum(sizes) == count
            assert set(sizes) <= {3, 4, 5}
    assert pod_sizes(12, PodOptions(target=6)) == (6, 6)
    assert pod_sizes(11, PodOptions(target=6)) == (6, 5)
    assert 6 in pod_sizes(6, PodOptions(target=5, uneven="larger", allow_six=True))


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7, 9, 10, 11, 16, 27, 50])
def test_every_active_player_sits_in_exactly_one_pod(count: int) -> None:
    players = [*entries(count), PodPlayer("gone", active=False)]
    draft = pair_pods(players, seed="s", number=1)
    assert check_pods(players, draft.pods, draft.byes) == ()
    assert [pod.table for pod in draft.pods] == list(range(1, len(draft.pods) + 1))
    assert draft.certificate.certified


def test_one_or_two_players_get_byes() -> None:
    draft = pair_pods(entries(2), seed="s", number=1)
    assert draft.pods == ()
    assert sorted(draft.byes) == ["p00", "p01"]
    assert [note.code for note in draft.certificate.relaxed] == ["pod_bye", "pod_bye"]


def test_input_order_does_not_matter_and_the_seed_does() -> None:
    players = entries(24)
    assert pair_pods(players, seed="s", number=1) == pair_pods(players[::-1], seed="s", number=1)
    assert pair_pods(players, seed="s", number=1) != pair_pods(players, seed="t", number=1)


@pytest.mark.parametrize(("count", "forced"), [(8, 4), (12, 3)])
def test_repeats_that_cannot_be_avoided_are_as_few_as_arithmetic_allows_and_listed(
    count: int, forced: int
) -> None:
    players = entries(count)
    players = after(players, pair_pods(players, seed="s", number=1))
    draft = pair_pods(players, seed="s", number=2)
    assert draft.certificate.repeats == forced
    assert draft.certificate.exact
    listed = [note for note in draft.certificate.relaxed if note.code == "met_before"]
    assert len(listed) == forced


def test_sixteen_players_can_play_a_second_round_without_repeats() -> None:
    players = entries(16)
    players = after(players, pair_pods(players, seed="s", number=1))
    draft = pair_pods(players, seed="s", number=2)
    assert draft.certificate.repeats == 0
    assert draft.certificate.certified


def brute_force(players: list[PodPlayer], sizes: tuple[int, ...], weight: int) -> int:
    """Return the least price over all divisions into pods of these sizes."""

    def price(pod: tuple[PodPlayer, ...]) -> int:
        return sum(
            (one.score - two.score) ** 2 + weight * one.met.get(two.id, 0) ** 2
            for one, two in combinations(pod, 2)
        )

    def least(rest: list[PodPlayer], left: tuple[int, ...]) -> int:
        if not rest:
            return 0
        best = 1 << 60
        for size in set(left):
            others = list(left)
            others.remove(size)
            for chosen in combinations(rest[1:], size - 1):
                remaining = [one for one in rest[1:] if one not in chosen]
                best = min(best, price((rest[0], *chosen)) + least(remaining, tuple(others)))
        return best

    return least(players, sizes)


@pytest.mark.parametrize("count", [6, 8, 9, 12])
def test_small_fields_reach_the_optimum_of_brute_force(count: int) -> None:
    dice = Dice(f"pods{count}")
    players = entries(count)
    for number in range(1, 4):
        draft = pair_pods(players, seed="s", number=number)
        assert draft.certificate.exact
        assert draft.certificate.cost == brute_force(players, pod_sizes(count), 25)
        assert draft.certificate.cost >= draft.certificate.lower_bound
        players = after(players, draft, dice, target=len(draft.pods[0].seats))


@pytest.mark.parametrize("count", [7, 8, 10, 11, 12])
def test_the_complete_search_alone_finds_the_optimum_and_keeps_the_sizes(count: int) -> None:
    players = [PodPlayer(f"p{place:02}") for place in range(count)]
    for number in range(1, 4):
        draft = pair_pods(players, seed="s", number=number, options=PodOptions(steps=0))
        assert draft.certificate.exact
        assert [len(pod.seats) for pod in draft.pods] == list(pod_sizes(count))
        if number > 1:
            searched = pair_pods(players, seed="s", number=number)
            assert draft.certificate.cost == searched.certificate.cost
        # Nobody counts as having sat in an uneven pod, so that all may take any place.
        players = [replace(player, uneven=0) for player in after(players, draft)]


def test_larger_fields_avoid_repeats_and_stay_close_to_the_bound() -> None:
    dice = Dice("large pods")
    players = entries(64)
    slices = repeats = 0
    for number in range(1, 6):
        draft = pair_pods(players, seed="s", number=number, options=PodOptions(steps=15_000))
        assert check_pods(players, draft.pods) == () or draft.certificate.repeats > 0
        repeats += draft.certificate.repeats
        order = sorted(players, key=lambda player: -player.score)
        slices += sum(
            two.id in one.met
            for start in range(0, 64, 4)
            for one, two in combinations(order[start : start + 4], 2)
        )
        players = after(players, draft, dice)
    assert repeats < slices / 4


def test_short_pods_take_the_lowest_and_nobody_twice_while_others_had_none() -> None:
    dice = Dice("short")
    players = entries(27)
    for number in range(1, 8):
        draft = pair_pods(players, seed="s", number=number, options=PodOptions(steps=4000))
        assert [len(pod.seats) for pod in draft.pods] == [4] * 6 + [3]
        by_id = {player.id: player for player in players}
        short = [by_id[one] for one in draft.pods[-1].seats]
        least = min(player.uneven for player in players)
        assert all(player.uneven == least for player in short)
        fresh = sorted(player.score for player in players if player.uneven == least)
        assert sorted(player.score for player in short) == fresh[:3]
        players = after(players, draft, dice)


def test_short_pods_at_the_top_on_request() -> None:
    players = [PodPlayer(f"p{i}", score=i) for i in range(7)]
    draft = pair_pods(players, seed="s", number=2, options=PodOptions(uneven_at="top"))
    assert sorted(draft.pods[0].seats) == ["p4", "p5", "p6"]


def test_seats_are_shared_out_evenly_over_the_rounds() -> None:
    players = entries(16)
    for number in range(1, 5):
        players = after(players, pair_pods(players, seed="s", number=number))
    counts = [player.seats[:4] for player in players]
    assert sum(max(row) >= 3 for row in counts) == 0
    assert sum(max(row) == 1 for row in counts) >= 8


def test_a_seat_taken_three_times_by_one_is_fairer_than_twice_by_three() -> None:
    # Squares: 9 + 0 + 0 is less than 4 + 4 + 4; every other order costs more.
    players = [
        PodPlayer("A", seats=(3, 2, 9)),
        PodPlayer("B", seats=(9, 0, 2)),
        PodPlayer("C", seats=(2, 9, 0)),
    ]
    (pod,) = pair_pods(players, seed="s", number=20).pods
    assert pod.seats == ("A", "B", "C")


@pytest.mark.parametrize("target", [3, 4, 5, 6])
@pytest.mark.parametrize("largest", [4, 5, 6])
def test_sizes_that_fit_no_rule_are_the_nearest_to_the_target_and_rather_smaller(
    target: int, largest: int
) -> None:
    def worth(mix: tuple[int, ...]) -> tuple[int, int, int]:
        off = [size for size in mix if size != target]
        return len(off), sum(abs(size - target) for size in off), sum(size > target for size in off)

    for players in range(6, 27):
        mixes = [
            mix
            for pods in range(1, players // 3 + 1)
            for mix in combinations_with_replacement(range(3, largest + 1), pods)
            if sum(mix) == players
        ]
        chosen = _any_sizes(players, target, largest)
        assert tuple(sorted(chosen)) in mixes
        assert worth(chosen) == min(map(worth, mixes))
        assert list(chosen) == sorted(chosen, key=lambda size: (size != target, -size))


def test_seats_nobody_counted_yet_are_free_seats() -> None:
    players = [PodPlayer("A", seats=(1,)), PodPlayer("B", seats=(0, 1)), PodPlayer("C")]
    for seed in range(12):
        (pod,) = pair_pods(players, seed=str(seed), number=2).pods
        assert pod.seats[0] != "A"
        assert pod.seats[1] != "B"


def test_crews_share_pods_of_three() -> None:
    draft = pair_pods(entries(9), seed="s", number=1, options=PodOptions(target=3))
    assert [len(pod.seats) for pod in draft.pods] == [3, 3, 3]


def test_the_checker_finds_what_is_wrong_with_hand_made_pods() -> None:
    players = [*entries(6), PodPlayer("gone", active=False)]
    players[0] = replace(players[0], met={"p01": 2})
    pods = [Pod(1, ("p00", "p01", "p01")), Pod(1, ("p02", "gone", "who")), Pod(3, ("p03", "p04"))]
    found = {(problem.code, problem.severity) for problem in check_pods(players, pods)}
    assert found == {
        ("player_twice", "error"),
        ("player_inactive", "error"),
        ("player_unknown", "error"),
        ("player_missing", "error"),
        ("table_twice", "error"),
        ("pod_size", "error"),
        ("pod_repeat", "warning"),
    }


def test_a_table_of_two_is_an_error_until_staff_let_the_two_play_on() -> None:
    players, pods = entries(5), [Pod(4, ("p00", "p01")), Pod(5, ("p02", "p03", "p04"))]
    size = {"table": 4, "count": 2}
    assert check_pods(players, pods) == (Problem("pod_size", size, "error"),)
    assert check_pods(players, pods, two=True) == (Problem("pod_size", size, "warning"),)
    # Nobody plays alone, whoever says so.
    alone = check_pods(players[1:], [Pod(4, ("p01",)), pods[1]], two=True)
    assert alone == (Problem("pod_size", {"table": 4, "count": 1}, "error"),)


@pytest.mark.parametrize(
    "bad", [{"target": 2}, {"target": 7}, {"uneven": "x"}, {"uneven_at": "x"}, {"repeat_weight": -1}]
)
def test_unknown_policies_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(PairingError):
        PodOptions(**bad)  # type: ignore[arg-type]  # wrong on purpose


def test_a_player_twice_is_refused() -> None:
    with pytest.raises(PairingError):
        pair_pods([PodPlayer("A"), PodPlayer("A")], seed="s", number=1)


def test_a_round_in_which_everybody_rests_is_no_round() -> None:
    players = [PodPlayer(name) for name in "ABCD"]
    everybody = check_pods(players, [], "ABCD", PodOptions())
    assert {(problem.code, problem.severity) for problem in everybody} == {("pod_bye", "error")}
    assert check_pods(players[:2], [], "AB", PodOptions()) == ()

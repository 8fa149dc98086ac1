"""Family twelve of the hard instances: pods whose repeats are forced, small fields, and a perfect schedule."""

from __future__ import annotations

from collections import Counter

import pytest

from tournaments.pairing.pod_model import PodDraft, PodOptions, PodPlayer
from tournaments.pairing.pods import pair_pods


def season(count: int, rounds: int, seed: str, options: PodOptions | None = None) -> list[PodDraft]:
    """Play rounds without points: only earlier meetings count."""
    met: dict[str, Counter[str]] = {f"p{place:02}": Counter() for place in range(count)}
    drafts = []
    for number in range(1, rounds + 1):
        players = [PodPlayer(one, met=dict(others)) for one, others in met.items()]
        drafts.append(pair_pods(players, seed=seed, number=number, options=options))
        for pod in drafts[-1].pods:
            for one in pod.seats:
                met[one].update(other for other in pod.seats if other != one)
    return drafts


@pytest.mark.parametrize(("count", "forced"), [(8, 4), (12, 3), (16, 0), (20, 0)])
def test_12_a_second_round_repeats_exactly_what_the_pigeonhole_forces(count: int, forced: int) -> None:
    """Two pods of four from two give two repeats each; three from three give one each; four spread out."""
    for seed in "abc":
        assert season(count, 2, seed)[1].certificate.repeats == forced


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (1, []),
        (2, []),
        (3, [3]),
        (4, [4]),
        (5, [5]),
        (6, [3, 3]),
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [3, 3, 3]),
        (10, [4, 3, 3]),
        (11, [4, 4, 3]),
    ],
)
def test_12_every_small_field_has_its_pods_or_its_byes(count: int, sizes: list[int]) -> None:
    draft = season(count, 1, "s")[0]
    assert sorted((len(pod.seats) for pod in draft.pods), reverse=True) == sizes
    assert len(draft.byes) == (count if count < 3 else 0)


@pytest.mark.parametrize("seed", ["0", "2", "5", "7"])
def test_12_sixteen_players_meet_nobody_twice_for_three_rounds_and_at_most_eight_pairs_in_five(
    seed: str,
) -> None:
    """Five rounds without a repeat exist (the affine plane of order four), but no pod looks ahead.

    Every round is the proven optimum after the rounds before it; some draws run into a corner after three.
    """
    drafts = season(16, 5, seed)
    assert all(draft.certificate.exact for draft in drafts)
    repeats = [draft.certificate.repeats for draft in drafts]
    assert repeats[:3] == [0, 0, 0]
    assert sum(repeats) <= 8

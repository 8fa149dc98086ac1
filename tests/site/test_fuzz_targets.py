"""What strangers hand in, a little every day: each kind's seeds and some neighbours, by the checks of the fuzzer.

``make fuzz`` makes up inputs for an hour, led by the lines of code they reach.
"""

import random

import pytest

from benchmarks.fuzz.__main__ import planted
from benchmarks.fuzz.targets import MOST, TARGETS, bend

NEIGHBOURS = {"log": 12, "deck": 60, "text": 8, "import": 60, "round": 120}


@pytest.mark.parametrize("kind", TARGETS)
def test_every_input_of_a_kind_has_an_answer_that_was_promised(kind: str) -> None:
    target, chance = TARGETS[kind], random.Random(f"fuzz {kind}")
    seeds = target.seeds()
    assert seeds and all(seeds)
    for _number in range(NEIGHBOURS[kind]):
        target.check(bend(chance.choice(seeds), chance, target.words))


def test_neighbours_stay_nearly_what_they_were() -> None:
    chance = random.Random("neighbours")
    log = TARGETS["log"].seeds()[0]
    bent = [bend(log, chance, TARGETS["log"].words) for _number in range(50)]
    assert len(set(bent)) > 40
    kept = [len(set(log.split(b"\n")) & set(one.split(b"\n"))) for one in bent]
    assert min(kept) > 5 and max(map(len, bent)) <= MOST


def test_the_planted_fault_of_the_control_is_one() -> None:
    for line in (b"", b"{", b'{"kind":"act","seat":0}', b'{"kind":"seat","seat":-1}', b"[" * 5000):
        planted(line)
    with pytest.raises(AssertionError, match="planted"):
        planted(b'first\n{"kind":"act","seat":-1}')

"""A packet of evidence comes to the same verdict anywhere, and shows every change that was made to it."""

import copy
import json
import subprocess
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules_engine.kernel.terms import SeatTerms, Terms
from rules_engine.packet import (
    BadPacket,
    make_packet,
    packet_hash,
    read_packet,
    verify_packet,
    write_packet,
)
from rules_engine.testing import inject_fault, random_game
from rules_engine.x610z.cards import load_pool
from tests.patience import HANG

POOL = load_pool("demo")
GAME = random_game(3)
LAW = Terms(
    game="x610z",
    ruleset="x610z/2010-03",
    pool=f"sha256:{POOL.sha256}",
    seats=(SeatTerms("Player A", deck={"D1.1/008/100-U": 3}), SeatTerms("Player B")),
    confirmed=frozenset({7, 3}),
)


def faulty() -> bytes:
    fault = inject_fault(GAME, 2, "pay")
    assert fault is not None
    return fault.data


def packet(data: bytes = GAME) -> dict[str, Any]:
    return make_packet(data, terms=LAW, pool=POOL, about={"table": 4, "round": 2})


def run(path: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """The command as somebody else would give it: a process of its own, no database, no site."""
    command = [sys.executable, "-m", "rules_engine", "verify-packet", str(path), *more]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={"PATH": ""}, timeout=HANG
    )


@pytest.mark.parametrize("data", [GAME, faulty(), b"no log at all"])
def test_a_packet_holds_in_a_process_that_knows_no_site(data: bytes, tmp_path: Path) -> None:
    made = packet(data)
    file = tmp_path / "packet.json"
    file.write_bytes(write_packet(made))
    done = run(file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith(made["report"]["verdict"]) and "DIFFERS" not in done.stdout
    assert run(file, "--lang", "nl").stdout.startswith("packet: klopt")


def test_a_game_that_went_on_behind_a_broken_rule_has_its_result_in_the_packet_and_elsewhere() -> None:
    """What was recorded here is read on: so must be what is checked elsewhere, or the position would differ."""
    strict = packet(faulty())
    made = make_packet(faulty(), terms=LAW, pool=POOL, lenient=True)
    assert made["lenient"] is True and "lenient" not in strict
    assert made["report"]["verdict"] == strict["report"]["verdict"] == "violation"
    assert made["report"] != strict["report"]
    assert all(check.ok for check in verify_packet(made))
    forged = {**made, "lenient": False}
    forged["sha256"] = packet_hash(forged)
    assert [check.name for check in verify_packet(forged) if not check.ok]
    with pytest.raises(BadPacket):
        verify_packet({**made, "lenient": "yes"})


def test_the_same_log_and_law_give_the_same_bytes() -> None:
    assert write_packet(packet()) == write_packet(packet())
    assert read_packet(write_packet(packet())) == packet()


def test_registered_lists_are_not_in_it() -> None:
    assert "deck" not in packet()["terms"]["seats"][0]
    assert make_packet(GAME, terms=LAW.public(), pool=POOL) == make_packet(GAME, terms=LAW, pool=POOL)


def log_changed(made: dict[str, Any]) -> None:
    made["log"] = b64encode(b64decode(made["log"]).replace(b'"n":20,', b'"n": 20,')).decode()


def verdict_changed(made: dict[str, Any]) -> None:
    made["report"]["verdict"] = "violation"


def law_changed(made: dict[str, Any]) -> None:
    made["terms"]["concede_after"] = 1


def card_changed(made: dict[str, Any]) -> None:
    made["pool"]["cards"][20]["restriction"] = 99


def words_changed(made: dict[str, Any]) -> None:
    made["about"]["table"] = 5


def engine_changed(made: dict[str, Any]) -> None:
    made["semantics"] += 1


CHANGES = {
    log_changed: "log",
    verdict_changed: "verdict",
    law_changed: "packet",
    card_changed: "cards",
    words_changed: "packet",
    engine_changed: "engine",
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_every_change_is_found_and_named(change: Callable[[dict[str, Any]], None]) -> None:
    made = copy.deepcopy(packet())
    change(made)
    broken = {check.name for check in verify_packet(made) if not check.ok}
    assert "packet" in broken and CHANGES[change] in broken


@pytest.mark.parametrize("change", [log_changed, verdict_changed, card_changed, engine_changed])
def test_a_forger_who_writes_the_hash_anew_is_found_all_the_same(
    change: Callable[[dict[str, Any]], None],
) -> None:
    made = copy.deepcopy(packet())
    change(made)
    made["sha256"] = packet_hash(made)
    assert [check.name for check in verify_packet(made) if not check.ok]


def test_a_packet_that_does_not_hold_ends_with_one(tmp_path: Path) -> None:
    made = packet()
    verdict_changed(made)
    file = tmp_path / "packet.json"
    file.write_bytes(write_packet(made))
    done = run(file)
    assert done.returncode == 1 and "verdict: DIFFERS (written: violation; found:" in done.stdout


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"format":"evidence/9"}',
        b'{"format":"evidence/1"}',
        json.dumps(packet() | {"log": "%%%"}).encode(),
        json.dumps(packet() | {"pool": {"name": "x", "sha256": "", "cards": [{"number": 1}]}}).encode(),
        json.dumps(packet() | {"terms": []}).encode(),
        json.dumps(packet() | {"report": None}).encode(),
        b"[" * 100_000,
    ],
)
def test_what_is_no_packet_is_refused_in_words(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(BadPacket):
        verify_packet(read_packet(content))
    file = tmp_path / "packet.json"
    file.write_bytes(content)
    done = run(file)
    assert (
        done.returncode == 2 and "is no packet of evidence" in done.stderr and "Traceback" not in done.stderr
    )

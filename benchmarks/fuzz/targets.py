"""The inputs: seeds, how a seed is bent so that it stays nearly valid, and what must hold of any of them."""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MOST = 20_000
"""Bytes of one input; the site itself takes more, but what is found is found in small ones."""


@dataclass(frozen=True)
class Target:
    """``check`` raises for bytes that are answered as they may not be; ``words`` are put in where a value stood."""

    seeds: Callable[[], list[bytes]]
    check: Callable[[bytes], None]
    words: tuple[str, ...] = ()


NUMBERS = (
    "0",
    "-1",
    "1e999",
    "99999999999999999999",
    "0.5",
    "null",
    "true",
    '""',
    "[]",
    "{}",
    '"\\ud800"',
    '"\\u0000"',
)


def bend(data: bytes, chance: random.Random, words: tuple[str, ...] = ()) -> bytes:
    """A neighbour of an input: whole lines and single values moved, doubled, dropped or exchanged."""
    lines = data.split(b"\n")
    for _time in range(chance.randint(1, 4)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                lines[at], lines[other] = lines[other], lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2 if len(lines) > 1:
                del lines[at]
            case 3:
                lines[at] = _value(lines[at], chance, words)
            case 4:
                lines[at] = _word(lines[at], chance, words)
            case _:
                lines[at] = lines[at][: chance.randint(0, len(lines[at]))]
    return b"\n".join(lines)[:MOST]


def _value(line: bytes, chance: random.Random, words: tuple[str, ...]) -> bytes:
    """A line of JSON with one of its values exchanged; any other line with one character."""
    try:
        tree = json.loads(line)
    except (ValueError, RecursionError):
        return _word(line, chance, words)
    if not isinstance(tree, dict) or not tree:
        return line
    name = chance.choice(sorted(tree))
    new = chance.choice([*NUMBERS, *(json.dumps(word) for word in words)])
    rest = {key: value for key, value in tree.items() if key != name}
    text = json.dumps(rest)[1:-1]
    return f"{{{text}{', ' if text else ''}{json.dumps(name)}: {new}}}".encode()


def _word(line: bytes, chance: random.Random, words: tuple[str, ...]) -> bytes:
    parts = line.split(b" ")
    new = chance.choice([*words, *NUMBERS, "\u202e", "\x00", "é", ",", ";", '"', "\t"])
    parts[chance.randrange(len(parts))] = new.encode("utf-8", "surrogatepass")
    return b" ".join(parts)


# --- logs of games -----------------------------------------------------------------------------------------


def _logs() -> list[bytes]:
    from rules_engine.testing import random_game

    page = (ROOT / "docs" / "gamelog.md").read_text(encoding="utf-8")
    shown = page.partition("```jsonl\n")[2].partition("```")[0].encode()
    return [shown, *(random_game(seed, max_actions=60) for seed in range(8))]


def check_log(data: bytes) -> None:
    """Any bytes have a verdict of the judge's, never a fault of the engine, and the same one twice."""
    from rules_engine import audit

    first = audit(data).to_dict()
    finding = first.get("finding") or {}
    assert finding.get("code") != "internal_error", finding
    assert audit(data).to_dict() == first


# --- deck lists and card texts -------------------------------------------------------------------------------


@cache
def _pool() -> Any:
    from rules_engine.x610z.cards import load_pool

    return load_pool()


def _decks() -> list[bytes]:
    from tests.decks.lists import legal_text

    text = legal_text()
    rows = [line.split(" ", 1) for line in text.splitlines() if line[:1].isdigit()]
    table = "count,name\n" + "\n".join(f"{count},{name}" for count, name in rows)
    lines = [{"count": int(count.rstrip("x")), "name": name} for count, name in rows[:3]]
    return [
        b"t" + text.encode(),
        b"c" + table.encode(),
        b"j" + json.dumps({"format": "x", "main": lines}).encode(),
    ]


def check_deck(data: bytes) -> None:
    """A file of any kind is read or refused in words; what is read is a list with problems or without."""
    from decks.lists.files import file_text
    from ledger.errors import UserError
    from rules_engine.kernel.decklist import format_decklist
    from rules_engine.x610z.decklist import parse_decklist

    name = {b"c": "deck.csv", b"j": "deck.json", b"s": "deck.tsv"}.get(data[:1], "deck.txt")
    try:
        text, _deck = file_text(name, data[1:])
    except UserError:
        return
    parsed = parse_decklist(text, _pool())
    assert parsed == parse_decklist(text, _pool())
    if not parsed.problems:
        again = parse_decklist(format_decklist(parsed.deck, _pool()), _pool())
        assert again.deck == parsed.deck, "a list that was written out reads as another"


def _texts() -> list[bytes]:
    return [card.text.encode() for card in _pool().cards if card.text][:60]


def check_text(data: bytes) -> None:
    """A card text is compiled or refused with what to mend, and what was compiled prints as what it means."""
    from rules_engine.x610z.cardtext import CardTextError, compile_text, print_tree

    language = "nl" if data[:1] == b"~" else "en"
    text = data.removeprefix(b"~").decode("utf-8", "replace")[:600]
    try:
        compiled = compile_text(text, language=language)
    except CardTextError as error:
        assert error.findings
        return
    if compiled.tree.parts:
        assert compile_text(print_tree(compiled.tree)).tree == compiled.tree


# --- files of tournaments --------------------------------------------------------------------------------------


def _events() -> list[bytes]:
    golden = ROOT / "tests" / "tournaments" / "imports" / "golden"
    found = [path.read_bytes() for path in sorted(golden.rglob("*")) if path.is_file()]
    return [(ROOT / "docs" / "examples" / "day.csv").read_bytes(), *(one for one in found if len(one) < MOST)]


def check_event(data: bytes) -> None:
    """A finished event is read, or refused with what is wrong, line by line."""
    from ledger.errors import UserError
    from tournaments.imports.reading import read_event

    try:
        event = read_event(data)
    except UserError as error:
        assert error.code
        return
    assert read_event(data) == event


def _rounds() -> list[bytes]:
    reports = [one for one in _events() if one[:3] in (b"001", b"012")]
    return [(ROOT / "docs" / "examples" / "round.json").read_bytes(), *reports]


def check_round(data: bytes) -> None:
    """A round file or a report is read, or refused by its name; a report that was written out reads the same."""
    from tournaments.pairing.jsonform import read_round
    from tournaments.pairing.model import PairingError
    from tournaments.pairing.pod_jsonform import read_pods
    from tournaments.pairing.trf import players_from_trf, read_trf, write_trf

    text = data.decode("utf-8", "replace")
    for read in (read_round, read_pods):
        try:
            read(text)
        except PairingError as error:
            assert error.code
    try:
        report = read_trf(text)
        players_from_trf(report)
        again = read_trf(write_trf(report))
    except PairingError as error:
        assert error.code
        return
    assert [one.number for one in again.players] == sorted(one.number for one in report.players)


LOG_WORDS = (
    "act",
    "chance",
    "begin",
    "cast",
    "move",
    "resolve",
    "end",
    "time",
    "0,0",
    "x610z",
    "gamelog/2",
    "Life Base",
)
TEXT_WORDS = (
    "Draw",
    "card",
    "deck",
    "target",
    "Character",
    "or",
    "each",
    "damage",
    "Sacrifice",
    "this",
    "~",
    "1",
    "X",
)
DECK_WORDS = ("4x", "1", "Sideboard", "count", "name", "number", "Grey Energy Crystal", "999")
EVENT_WORDS = ("round", "player", "2-1", "bye", "001", "012", "XXR", "1/2", "w", "=")

TARGETS: Mapping[str, Target] = {
    "log": Target(_logs, check_log, LOG_WORDS),
    "deck": Target(_decks, check_deck, DECK_WORDS),
    "text": Target(_texts, check_text, TEXT_WORDS),
    "import": Target(_events, check_event, EVENT_WORDS),
    "round": Target(_rounds, check_round, EVENT_WORDS),
}

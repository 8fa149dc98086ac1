"""The cards that scenario tests play, for ``rules_engine/x610z/pool/tested.json``; run as a module to write it."""

from __future__ import annotations

import importlib
from pathlib import Path

import msgspec

from rules_engine.x610z.pool import tested

from .table import COVERED, card_named

FOLDER = Path(__file__).parent


def scenario_texts() -> dict[str, str]:
    """Hash of the text by number, of every card with the ``card`` mark in a scenario module."""
    for path in sorted(FOLDER.glob("test_scenarios_*.py")):
        importlib.import_module(f"tests.rules_engine.cards.{path.stem}")
    cards = sorted((card_named(name) for name in COVERED), key=lambda card: card.number)
    return {card.number: tested.text_hash(card) for card in cards}


if __name__ == "__main__":
    target = Path(tested.__file__).with_name(tested.FILE)
    target.write_bytes(msgspec.json.format(msgspec.json.encode(scenario_texts()), indent=1) + b"\n")

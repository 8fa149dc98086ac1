"""Document 003 sentence by sentence: what holds each, and how to take a sentence out that is but a part of its rule.

``python -m tests.rules_engine.zx.document`` writes ``docs/sentences-zx.md``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

from rules_engine.zx import (
    abilities,
    battle,
    boot,
    damage,
    effects,
    extra,
    model,
    moving,
    play,
    setup,
    turn,
)
from rules_engine.zx import preprocessing as pre
from rules_engine.zx.rulebook import zx_rules
from tests.rules_engine.x610z.knockout import Edit

from . import coverage
from .knockouts import WITHOUT

SENTENCES = Path(__file__).with_name("document-003.txt")
PAGE = Path(__file__).parents[3] / "docs" / "sentences-zx.md"
FREE = ("words", "table")

THROUGH: dict[str, Edit] = {
    "B.field-3": (pre.charge_excess, "if len(cards) > limit:", "if False:"),
    "B.damage-player-2": (damage.player_damage, 'ask_yes(st, seat, "play_revealed", "907.2e")', "False"),
    "B.deckout-2": (moving._reload, "move(st, life[place], CHARGE)", "st.damage[seat] += 1"),
}
"""Rules that another one carries out or refuses, and that are not missed by taking that one's number out."""

PARTS: dict[str, Edit] = {
    "906.1": THROUGH["B.field-3"],
    "redraw all": (setup.decide, "in st.pile(HAND, seat):", "in st.pile(HAND, seat)[1:]:"),
    "redraw four": (setup.decide, "FIRST_HAND", "3"),
    "life from the top": (
        setup.finish_setup,
        "move(st, st.pile(DECK, seat)[-1]",
        "move(st, st.pile(DECK, seat)[0]",
    ),
    "resource from the top": (
        setup.finish_setup,
        "to_resource(st, st.pile(DECK, seat)[-1]",
        "to_resource(st, st.pile(DECK, seat)[0]",
    ),
    "boot sleeps": (boot.boot, "st.lay((slot,), asleep=True)", "pass"),
    "boot pays": (boot.boot, "pay_for(st, slots_of(st, action.pay))", "pass"),
    "always without condition": (
        abilities._always,
        "isinstance(held, When) and holds(",
        "isinstance(held, When) and bool(",
    ),
    "level of a type": (abilities._level, "card.kind == kind if kind else", ""),
    "drive is remembered": (boot.boot, "st.driven[seat] = True", "pass"),
    "destroyed to Charge": (moving.destroy, "CHARGE", "TRASH"),
    "resource awake": (setup.to_resource, "asleep=asleep", "asleep=True"),
    "ignition may be left": (play._next, "to_main(st)", "_ignite(st, action)"),
    "play pays": (play._play, "pay_for(st, slots_of(st, action.pay))", "pass"),
    "hand limit of six": (turn.end_turn, "HAND_LIMIT", "(HAND_LIMIT - 1)"),
    "player square": (setup._add, "PLAYER_SQUARES[seat]", "PLAYER_SQUARES[1 - seat]"),
    "attacker sleeps": (battle.declare, "st.lay((slot,), asleep=True)", "pass"),
    "one-sided": (battle._hit_zx, 'st.hit("B.battle-damage-2")', "st.change(battle.attacker, damage=9_000)"),
    "life is revealed": (damage.player_damage, "if not st.card(slot).ignition:", "if True:"),
    "advent destroys": (extra.extra, "destroy(st, given)", "pass"),
    "advent before the Square": (
        extra.extra,
        "appear(st, slot, NUMBERS[action.square])",
        "appear(st, slot, 4)",
    ),
    "red": (extra._awaken, "move_all(st, chosen, REMOVE)", "pass"),
    "blue reveals": (extra._awaken, "_show(st, seat, chosen, asked)", "pass"),
    "blue shuffles": (extra._awaken, 'ask_order(st, seat, "B.extra-3")', "pass"),
    "blue draws": (extra._awaken, "draw(st, seat, asked.n)", "pass"),
    "white": (extra._awaken, "move_all(st, chosen, DECK)", "pass"),
    "black": (extra._awaken, "move_all(st, chosen, TRASH)", "pass"),
    "black refills": (extra._awaken, "_top(st, seat, CHARGE)", "pass"),
    "green": (extra._awaken, "move_all(st, chosen, DECK)", "pass"),
    "green sleeps": (extra._top, "asleep=zone == RESOURCE", "asleep=False"),
    "extra appears": (extra.extra, "appear(st, slot, NUMBERS[action.square])", "pass"),
    "idealize spends": (extra.extra, "add_counters(st, seat, asked.marker, -asked.n)", "pass"),
    "token is a Z/X": (model.State.zx_on, "if zx[objs[slot].rev]]", 'if self.card(slot).kind == "zx"]'),
    "token has Power": (model.State.power, "self.card(slot).power or 0", "0"),
    "token stays": (
        moving.at_once,
        "homing) and obj.zone != SQUARE",
        "homing) and obj.zone != GONE",
    ),
    "counters at the start": (
        model.State.__init__,
        "self.counters = [(), ()]",
        'self.counters = [(("Key", 1),), ()]',
    ),
    "link without a Square": (effects._link, "range(9)", "range(1)"),
    "links at the start": (
        setup.initial,
        "_lay_out(st, table.seats[seat])",
        '_lay_out(st, table.seats[seat]); _add(st, seat, "Thread", SQUARE)',
    ),
    "links are Z/X": (model.State.zx_on, "if zx[objs[slot].rev]]", 'if self.card(slot).kind != "player"]'),
}
"""What is taken away for a sentence that is a part of its rule only."""


class Sentence(NamedTuple):
    """A row: our paraphrase, what holds it, and the names of cases; ``out`` is the name of a knock-out."""

    section: str
    text: str
    held: tuple[str, ...]
    kept: tuple[str, ...]
    broken: tuple[str, ...]
    out: str

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the index that hold it."""
        return tuple(one for one in self.held if one in zx_rules())


def sentences() -> list[Sentence]:
    """Every sentence, in the order of the document."""
    rows, section = [], ""
    for line in SENTENCES.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif line and not line.startswith("#"):
            text, held, kept, broken = (*(part.strip() for part in line.split("|")), "", "")[:4]
            rows.append(
                Sentence(
                    section,
                    text,
                    tuple(held.split(", ")),
                    tuple(filter(None, kept.split(", "))),
                    () if broken.startswith("=") else tuple(filter(None, broken.split(", "))),
                    broken[1:] if broken.startswith("=") else "",
                )
            )
    return rows


def taken_away(row: Sentence) -> list[tuple[str, tuple[Edit, ...]]]:
    """What makes the kept cases of a row fail: rules to take out, each with its edits."""
    if row.out:
        edit = PARTS.get(row.out) or WITHOUT.get(row.out)
        return [(row.out, (edit,) if edit else ())]
    found = []
    for rule in row.rules:
        found += outs(rule)
    return found


def outs(rule: str) -> list[tuple[str, tuple[Edit, ...]]]:
    """How to take out a rule that is carried out, by itself or through others."""
    known = zx_rules()[rule]
    if rule in THROUGH:
        return [(rule, (THROUGH[rule],))]
    if known.through:
        return [out for other in known.through for out in outs(other)]
    return [(rule, (WITHOUT[rule],) if rule in WITHOUT else ())]


def cases(kind: list[Any], row: Sentence) -> dict[str, Any]:
    """The cases of a registry that are about the rules of a row, by name."""
    return {entry[-1].__name__: entry for entry in kind if entry[0] in row.rules}


def page() -> str:
    """The whole page."""
    cited = coverage.sites()
    lines = [_INTRO.rstrip()]
    section = ""
    for row in sentences():
        if row.section != section:
            section = row.section
            lines += [
                "",
                f"## {section}",
                "",
                "| sentence | held by | where | kept by | broken by |",
                "| --- | --- | --- | --- | --- |",
            ]
        where = sorted({f"`{module}`" for rule in row.rules for module in cited.get(rule, [])})
        out = (
            f"taken out: {row.out}"
            if row.out
            else "taken out"
            if row.kept and not row.broken
            else _words(row.broken)
        )
        lines.append(
            f"| {row.text} | {', '.join(row.held)} | {', '.join(where)} | {_words(row.kept)} | {out} |"
        )
    return "\n".join(lines) + "\n"


def _words(names: tuple[str, ...]) -> str:
    return "; ".join(name.replace("_", " ") for name in names)


_INTRO = """# The basic rules of Z/X, sentence by sentence

Every sentence of document 003 in our own words, what holds it, where the engine cites that rule, and the tests: cases
that keep it, and cases that break it and are told so. Where nothing can be broken, since the engine does it by itself,
it is *taken out* of the engine, and every case named here fails. `Z1` and so on are
[rulings](engine-zx.md#rules-and-rulings); a *gap* leaves a log to a judge; *table* is done by hand before a log begins;
*words* are names and remarks that ask for nothing.

This page is made by `python -m tests.rules_engine.zx.document`; a test fails when it is not the one that code and
tests make.
"""

CODE = re.compile(r"^gap ([\w.-]+)$")

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

"""Card texts of Z/X that nobody wrote: drawn from the table of the card language, played, and read by each side itself.

The table is read as a description of the language only. What the engine's reader refuses is drawn again; what it takes
must mean the same to both.
"""

from __future__ import annotations

import re
from functools import cache

from msgspec.structs import replace

from rules_engine.kernel.stream import Stream
from rules_engine.zx.cards import ZxCard, ZxPool
from rules_engine.zx.cardtext import CardTextError, read_text
from rules_engine.zx.cardtext.reading import _pieces, rows_of
from rules_engine.zx.cardtext.table import Row

POWERS = (500, 1000, 1500, 2000, 3000, 4000)
RARE = ("tint", "tribe", "battle", "limit", "strength")
"""What narrows a description until hardly any card is left."""
TRIBES = ("", "", "Beast ", "Mermaid ", "Guardian ", "Dragon ")
MARKERS = {"Counter": '"Dream Key"', "Token": '"Forge Spark"', "Link": '"Root Thread"'}
SIGNS = (
    "<Player> Captain Idris ",
    "<Player> Sela ",
    "<Zero Optima> 1 ",
    "<Zero Optima> 2 ",
    "<Level> EX 1 ",
    "<Level> Phoenix 1 ",
)
EACH = 14
"""Cards of a pool that say something drawn."""


def words(stream: Stream, category: str) -> str:
    """What a row of a category can say, in English."""
    if category == "tribe":
        return stream.pick(TRIBES) if stream.chance(30) else ""
    rows = rows_of(category)
    if category in RARE and stream.chance(70):
        return ""
    return filled(stream, stream.pick(rows))


def filled(stream: Stream, row: Row) -> str:
    """The words of a row with something in each of its slots."""
    said, many = "", False
    for piece in _pieces(row.en):
        if isinstance(piece, str):
            said += piece
        elif len(piece) == 3:
            said += piece[2] if many else piece[1]
        elif piece[1] == "n":
            number = number_for(stream, row.en)
            said, many = said + str(number), number != 1
        elif piece[1] == "signed":
            said += f"{stream.pick(POWERS) * stream.pick((1, 1, -1)):+d}"
        elif piece[1] == "marker":
            said += next(name for kind, name in MARKERS.items() if kind in row.en)
        else:
            said += words(stream, piece[1])
    return said


def number_for(stream: Stream, template: str) -> int:
    """A number that makes sense where it stands."""
    if "damage to {what}" in template or "Power" in template:
        return stream.pick(POWERS)
    if "damage to the opponent" in template:
        return 1
    return 1 + stream.below(
        5 if "or more" in template or "or less" in template or "or fewer" in template else 3
    )


def sentence(stream: Stream, category: str) -> str:
    """One sentence, sometimes with another that follows only if it was done."""
    said = words(stream, category)
    if said.startswith("you may ") and stream.chance(70):
        said += f". If you do, {words(stream, 'effect')}"
    return said[:1].upper() + said[1:] + "."


def line(stream: Stream, kind: str) -> str:
    """One ability of a kind."""
    signs = stream.pick(SIGNS) if stream.chance(15) else ""
    category = "static" if kind == "Always" else "sentence"
    effect = " ".join(sentence(stream, category) for _ in range(stream.pick((1, 1, 1, 2))))
    if kind == "Auto":
        signs += f"<Trigger> {words(stream, 'trigger')} "
    if kind == "Boot":
        costs = {words(stream, "cost") for _ in range(stream.pick((1, 1, 2)))}
        valid = f"<Valid> {stream.pick(('Charge', 'Trash'))} " if stream.chance(25) else ""
        player, rest = (signs, "") if "<Player>" in signs else ("", signs)
        signs = f"{player}{valid}{rest}<Cost> {', '.join(sorted(costs))} "
        kind = "Boot] [Z/Xtend Drive" if stream.chance(8) else kind
    return f"[{kind}] {signs}<Effect> {effect}"


def drawn_line(stream: Stream, kind: str) -> str:
    """One ability that the engine reads exactly so."""
    while True:
        text = re.sub(
            r"\b([Aa])n? (?=(\w))", lambda m: f"{m[1]}{'n' * (m[2].lower() in 'aeiou')} ", line(stream, kind)
        )
        try:
            read_text(text)
        except CardTextError:
            continue
        return text


def text_for(stream: Stream, card: ZxCard) -> str:
    """A text for a Z/X or an Event."""
    if card.kind == "event":
        return drawn_line(stream, "Event")
    kinds = ["Evol Seed"] if card.evol_seed else []
    kinds += [stream.pick(("Auto", "Auto", "Boot", "Always")) for _ in range(stream.pick((1, 1, 2)))]
    return "\n".join(drawn_line(stream, kind) for kind in kinds)


@cache
def pool(seed: int, base: ZxPool) -> ZxPool:
    """Some cards of a pool with other texts, one in three of them Events; their numbers begin with D."""
    stream = Stream(f"referee drawn/{seed}")
    written = [card for card in base.cards if card.kind in ("zx", "event")]
    events = stream.shuffled([card for card in written if card.kind == "event"])[: EACH // 3]
    zx = stream.shuffled([card for card in written if card.kind == "zx"])[: EACH - len(events)]
    said = {card.number: text_for(stream, card) for card in [*events, *zx]}
    cards = (replace(card, text=said.get(card.number, card.text)) for card in base.cards)
    return ZxPool(f"drawn-{seed}", tuple(cards))


def drawn(seed: int, base: ZxPool) -> dict[str, str]:
    """The cards of the pool that say something drawn, and what."""
    before = {card.number: card.text for card in base.cards}
    return {card.number: card.text for card in pool(seed, base).cards if card.text != before[card.number]}

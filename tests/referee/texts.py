"""Card texts that nobody wrote: sentences drawn at random from the grammar of the card language, then compiled.

The grammar is read as a description of the language only. What the compiler refuses is left out; what it accepts
must mean the same to both referees.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Hashable
from functools import cache
from itertools import count as count_up
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import convert, to_builtins
from msgspec.structs import replace

from rules_engine.testing import Stream
from rules_engine.x610z import nodes as n
from rules_engine.x610z.cards import CardRevision, Pool, load_pool
from rules_engine.x610z.cardtext import CardTextError, Compiled, compile_text, grammar_text
from rules_engine.x610z.nodes import FREE, Energy

TOKEN = re.compile(r'"[^"]*"|[A-Za-z_!?][A-Za-z_]*|[\[\]()|*+?]')
TERMINALS: dict[str, tuple[str, ...]] = {
    "AMOUNT": ("1", "1", "2", "2", "3"),
    "ENERGY_AMOUNT": ("M1", "B1", "C1", "C2"),
    "SIGNED": ("+1", "+2", "-1", "-2", "+3", "-3"),
    "A_CLASS": ("Dragon", "Beast", "Vessel"),
    "ELEMENT": ("Ember", "Tide", "Gale", "Stone"),
    "CREW": ("Marksman", "Rider"),
    "SELF": ("~",),
    "NL": ("\n",),
}
TOO_STRONG = re.compile("can't cast|can't activate Effects\\.")
"""Texts under which hardly anything happens any more."""


@cache
def grammar() -> dict[str, Any]:
    """Rule name -> the tree of its alternatives."""
    text = grammar_text("en")
    text = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(("//", "%")))
    found = re.split(r"^([!?]?[a-z_]+)\s*:", text, flags=re.M)
    rules = {}
    for name, body in zip(found[1::2], found[2::2], strict=True):
        tokens = TOKEN.findall(re.sub(r"->\s*\w+", " ", body))
        rules[name.lstrip("!?")] = alternatives(tokens)
    return rules


def alternatives(tokens: list[str]) -> list[Any]:
    """``a b | c`` as a list of sequences; eats the tokens up to a closing bracket."""
    options: list[list[Any]] = [[]]
    while tokens:
        token = tokens.pop(0)
        if token in (")", "]"):
            break
        if token == "|":
            options.append([])
        elif token in ("(", "["):
            options[-1].append(("maybe" if token == "[" else "one", alternatives(tokens)))
        elif token in ("*", "+", "?"):
            options[-1][-1] = (token, [[options[-1][-1]]])
        else:
            options[-1].append(token)
    return options


def expand(stream: Stream, part: Any, depth: int = 0) -> list[str]:
    """Words for one part of a rule."""
    if isinstance(part, tuple):
        return repeated(stream, part, depth)
    if part.startswith('"'):
        return [part[1:-1]]
    if part in TERMINALS:
        return [stream.pick(TERMINALS[part])]
    sequences = grammar()[part.lstrip("!?")]
    if [] in sequences and stream.chance(70):
        return []
    sequence = stream.pick(sequences)
    return [word for piece in sequence for word in expand(stream, piece, depth + 1)]


def repeated(stream: Stream, part: tuple[str, list[Any]], depth: int) -> list[str]:
    """Groups, options and repetitions."""
    kind, options = part
    times = 1
    if kind in ("maybe", "*", "?"):
        times = int(stream.chance(35 if kind == "maybe" else 18))
    elif kind == "+":
        times = 1 + int(stream.chance(22))
    words = []
    for _ in range(times):
        for piece in stream.pick(options):
            words += expand(stream, piece, depth)
    return words


def sentence(stream: Stream, rule: str) -> str:
    """A text that a rule of the grammar generates."""
    text = " ".join(expand(stream, rule))
    text = re.sub(r" ([.,\]:])", r"\1", text).replace("[ ", "[")
    return "\n".join(line.strip() for line in text.split("\n"))


FRAMES = (
    ("effect", False, ("sentences",)),
    ("effect", False, ("sentences",)),
    ("summon_effect", False, ("sentences",)),
    ("effect", False, ("sentences", "or", "sentences")),
    ("effect", True, ("trigger",)),
    ("effect", True, ("trigger",)),
    ("effect", True, ("activated",)),
    ("effect", True, ("state",)),
    ("summon_effect", True, ("state",)),
    ("effect", True, ("trigger", "activated")),
    ("summon", True, ("trigger",)),
    ("effect", False, ("told",)),
    ("effect", False, ("told",)),
    ("effect", False, ("counted",)),
    ("effect", True, ("paid",)),
    ("summon", True, ("paid",)),
)
"""Kind, permanent, and the lines of a card."""
TOLD = (
    ("Show the top 3 cards of your deck.", "those cards|the other cards"),
    ("Look at the top 3 cards of your deck.", "those cards|the other cards"),
    ("Look at target opponent's hand.", "those cards"),
    ("Show the top 4 cards of your deck. Take 1 of those cards into your hand.", "the other cards"),
    ("Target Dragon gets Speed +1 until end of turn.", "that Dragon"),
    ("Heal 1 damage from target Beast.", "that Beast"),
    ("Target opponent discards 1 card.", "that player"),
    ("Deal 2 damage to target summon.", "that much|that many"),
    ("Deal 1 damage to up to 2 target summons.", "those summons"),
    ("Up to 3 target Effects can't be activated until end of turn.", "those Effects"),
    ("Each player may discard 1 card.", "that many"),
    ("Pay C1. When successfully done, draw 1 card from your deck.", "that many|those cards"),
)
"""Sentences that name something, and the words that come back to it, which chance alone hardly ever puts together."""
COUNTED = "swap|equal to|for each (?!extra)|would|same class|down to|up to [123] target|pays? |for [123] .* and [123]"
MANY = 400


def like(stream: Stream, words: str, rule: str = "sentence") -> str:
    """A text that a rule generates, with such words in it if chance allows."""
    found = ""
    for _ in range(MANY):
        found = sentence(stream, rule)
        if re.search(words, found, re.I):
            break
    return found


def line_of(stream: Stream, frame: str) -> str:
    """One line of a card."""
    if frame == "or":
        return "or"
    if frame == "trigger":
        condition = sentence(stream, stream.pick(("event_of", "event_of", "phase_of")))
        return f"{condition}, {sentence(stream, 'sentences')}"
    if frame == "told":
        named, again = stream.pick(TOLD)
        return f"{named} {like(stream, again)}"
    if frame == "counted":
        return like(stream, COUNTED)
    if frame == "paid":
        return f"[Activation Symbol{like(stream, '[a-z]', 'costs')}] {sentence(stream, 'sentence')}"
    if frame == "activated":
        return f"[Activation Symbol{sentence(stream, 'costs')}] {sentence(stream, 'sentences')}"
    if frame == "state":
        return sentence(stream, "state") + "."
    return sentence(stream, "sentences")


def card(stream: Stream, number: str, name: str, free: bool) -> CardRevision | None:
    """A card with a random text, or None if the compiler refuses it."""
    kind, permanent, lines = stream.pick(FRAMES)
    text = "\n".join(line_of(stream, frame) for frame in lines)
    cost = FREE if free else Energy(colorless=stream.below(2))
    stats: dict[str, Any] = {}
    if kind == "summon":
        stats = {
            "movement": Energy(),
            "attack": 1 + stream.below(3),
            "defense": 2 + stream.below(5),
            "speed": 2 + stream.below(3),
            "range": 1 + stream.below(3),
            "card_class": stream.pick(TERMINALS["A_CLASS"]),
            "element": stream.pick(TERMINALS["ELEMENT"]),
        }
        text = (
            f"[Movement Energy: C1] Attack Power {stats['attack']}, Defense {stats['defense']}, "
            f"Speed {stats['speed']}, Range {stats['range']}.\n{text}"
        )
        stats["movement"] = Energy(colorless=1)
    crew = "Marksman" if kind == "effect" and stream.chance(20) else ""
    given = {"name": name, "kind": kind, "permanent": permanent, "card_class": stats.get("card_class", "")}
    compiled = compiled_or_mended(text, given)
    if compiled is None:
        return None
    return CardRevision(
        number,
        name,
        kind,
        text=compiled.printed,
        cost=cost,
        permanent=permanent,
        tree=compiled.tree,
        crew=crew,
        **stats,
    )


def compiled_or_mended(text: str, given: dict[str, Any]) -> Compiled | None:
    """The meaning of a text, its words ("draws" for "draw") put as the compiler asks for them; None if refused."""
    for _ in range(30):
        try:
            return compile_text(text, **given)
        except CardTextError as error:
            found = error.findings[0]
            if found.code != "unprintable" or len(found.expected) != 1 or found.expected[0] == "the end":
                return None
            text = f"{text[: found.start]}{found.expected[0]}{text[found.end :]}"
    return None


TEXTS = Path(__file__).with_name("texts.json")
"""Generated cards that are kept, so that a short run does not have to compile hundreds of them."""


def write_texts(count: int) -> None:
    """Draw ``count`` different texts that compile and keep them: those that say what few of the others say."""
    stream = Stream("texts")
    kept: dict[str, dict[str, Any]] = {}
    said: Counter[Hashable] = Counter()
    for draws in count_up():
        if len(kept) == count:
            break
        found = card(stream, "D9.1/001/001-C", "Written", free=stream.chance(60))
        if found is None or TOO_STRONG.search(found.text) or not has_meaning(found) or found.text in kept:
            continue
        sayings = sayings_of(found.tree)
        if min(said[one] for one in sayings) <= draws // 1_500:
            said.update(sayings)
            kept[found.text] = to_builtins(found)
    lines = ",\n".join(json.dumps(row, sort_keys=True) for row in kept.values())
    TEXTS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def sayings_of(tree: Any) -> set[Hashable]:
    """What a tree says, as far as two texts can be compared: each part with each of its words, and what holds it."""
    found: set[Hashable] = set()
    waiting = [(to_builtins(tree), "")]
    while waiting:
        value, parent = waiting.pop()
        if isinstance(value, list | tuple):
            waiting += [(one, parent) for one in value]
        elif isinstance(value, dict):
            name = next((str(value[tag]) for tag in ("node", "ref", "value") if tag in value), parent)
            found.add((parent, name))
            found |= {(name, key, one) for key, one in value.items() if isinstance(one, str | bool)}
            waiting += [(one, f"{name}.{key}") for key, one in value.items()]
    return found


@cache
def kept_cards() -> tuple[CardRevision, ...]:
    """The cards of :func:`write_texts`, as they were drawn."""
    return tuple(convert(row, CardRevision) for row in json.loads(TEXTS.read_text(encoding="utf-8")))


@cache
def compiled(kept: CardRevision) -> CardRevision | None:
    """A kept card, compiled anew from its text; None if the compiler of today refuses it."""
    try:
        found = compile_text(
            kept.text, name=kept.name, kind=kept.kind, permanent=kept.permanent, card_class=kept.card_class
        )
    except CardTextError:
        return None
    card = replace(kept, tree=found.tree, text=found.printed)
    return card if has_meaning(card) else None


def has_meaning(found: CardRevision) -> bool:
    """Sentences that the grammar allows and the rules give no meaning: they prove nothing about a referee."""
    targets = list(found.tree.targets) if found.tree else []
    if targets and (targets[0].select.other or (found.permanent and targets[0].select.kind == "action")):
        return False
    for node in n.walk(found.tree):
        if isinstance(node, n.Select) and node.where != "any" and node.kind != "summon":
            return False
        if isinstance(node, n.Gate) and node.kind == "pay" and isinstance(node.payer, n.Each):
            return False
        if isinstance(node, n.ExtraTurn) and isinstance(node.who, n.Each):
            return False
        if asks_each(node) and any(isinstance(part, n.MoveCard | n.Destroy) for part in n.walk(node.then)):
            return False
        if isinstance(node, n.Trigger) and any(own_payment(part) for part in n.walk(node)):
            return False
        if isinstance(node, n.Trigger | n.Activated) and node.targets and node.targets[0].select.other:
            return False
    return True


def asks_each(node: Any) -> bool:
    """ "Each opponent may ..."."""
    return isinstance(node, n.Gate) and node.kind == "may" and isinstance(node.payer, n.Each)


def own_payment(node: Any) -> bool:
    """An additional cost of the caster: a triggered effect has no announcement at which it could be paid (H4)."""
    return isinstance(node, n.Gate) and (
        node.kind == "each_extra" or (node.kind == "pay" and isinstance(node.payer, n.You))
    )


@cache
def generated_pool(seed: int, size: int = 16) -> Pool:
    """The cards of :func:`quick_cards` and ``size`` of the kept ones."""
    stream = Stream(f"texts/{seed}")
    chosen = (compiled(kept) for kept in stream.shuffled(kept_cards()))
    cards = list(quick_cards("demo-4"))
    for place, found in enumerate(islice((one for one in chosen if one is not None), size), 1):
        name = f"Written {place}"
        cards.append(
            replace(
                found,
                number=f"D9.1/{place:03}/{size:03}-C",
                name=name,
                text=found.text.replace("Written", name),
            )
        )
    return Pool(f"generated {seed}", tuple(cards))


def quick_cards(acts: str) -> tuple[CardRevision, ...]:
    """Crystals that give much, cheap summons that move far: more happens in fewer lines."""
    quick = []
    for found in load_pool(acts).cards:
        if found.is_life_base:
            quick.append(cheaper(found, speed=2, movement=Energy(colorless=1)))
        elif found.is_crystal and found.number.startswith("D1"):
            quick.append(found)
        elif found.is_summon and found.card_class in TERMINALS["A_CLASS"]:
            quick.append(cheaper(found, cost=FREE, movement=Energy(colorless=1)))
    return tuple(quick)


def cheaper(found: CardRevision, **changes: Any) -> CardRevision:
    """A card with other figures; its panel is written anew."""
    bare = replace(found, **changes)
    from rules_engine.x610z.nodes import CardTree, Stats

    stats = Stats(
        movement=bare.movement, attack=bare.attack, defense=bare.defense, speed=bare.speed, range=bare.range
    )
    rest = tuple(part for part in found.tree.parts if not isinstance(part, Stats))
    return replace(bare, tree=CardTree(parts=(stats, *rest), targets=found.tree.targets))


@cache
def quick_pool(acts: str = "demo-2") -> Pool:
    """The demonstration set with everything nearly for nothing: of two acts if not said otherwise."""
    cards = {found.number: found for found in quick_cards(acts)}
    for found in load_pool(acts).cards:
        if found.is_effect:
            cards[found.number] = replace(found, cost=FREE)
        cards.setdefault(found.number, found)
    return Pool("quick", tuple(cards.values()))

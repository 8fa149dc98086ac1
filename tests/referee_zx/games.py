"""Games for both: random ones of the engine's campaign, and single faults in them. A seed is a game."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from rules_engine.kernel.errors import EngineGap, Need
from rules_engine.kernel.stream import Stream
from rules_engine.zx.cards import TEXTS_POOL, ZxPool, load_pool
from rules_engine.zx.cursor import Cursor
from rules_engine.zx.faults import KINDS, inject_fault
from rules_engine.zx.hiding import hide_zx_decks
from rules_engine.zx.judge import NO_TEXT
from rules_engine.zx.playing import Game as ZxGame
from rules_engine.zx.random_games import answer, choose, record_zx_game, zx_decks
from rules_engine.zx.rulings import rulings
from tests.golden import zx as golden

from . import drawn
from .compare import Difference, Outcome, compare
from .texts import condition_of, read_ability, sentences

PLAYED = {"Z25": "abilities"}
"""No document says what a Shift and the card under it are together: every game with Shifts settles it."""


DYNAMIS = ("zx_extra", "event_extra", "shift")
"""What may lie in a Dynamis and is played from there; how an Overboost is played stands nowhere."""


class Tally(Struct):
    """What came of many games."""

    games: int = 0
    actions: int = 0
    moves: int = 0
    refused: int = 0
    differences: list[tuple[str, bytes, Difference]] = field(default_factory=list)
    unsupported: Counter[str] = field(default_factory=Counter)
    hits: Counter[str] = field(default_factory=Counter)
    texts: int = 0
    said: set[str] = field(default_factory=set)
    """The drawn lines that were carried out at least once, of ``texts`` lines in all."""


@cache
def cards() -> ZxPool:
    """The demonstration cards with texts."""
    return load_pool(TEXTS_POOL)


def beside_a_deck(stream: Stream, laid: dict[str, Any]) -> dict[str, Any]:
    """What a player lays out: the Dynamis of the ready deck, one in three any twelve cards."""
    kept = laid["dynamis"]
    if stream.chance(33):
        known = [card.number for card in cards().cards if card.kind in DYNAMIS]
        kept = stream.shuffled([number for number in known for _ in range(4)])[:12]
    return {**laid, "dynamis": kept, "markers": ["Dream Key", "Forge Spark", "Root Thread"]}


def play_one(seed: int, choices: dict[str, str] | None = None) -> bytes:
    """The game of a seed."""
    stream = Stream(f"referee/{seed}")
    decks, beside = zx_decks(stream, cards())
    return record_zx_game(
        f"referee/{seed}",
        pool=cards(),
        decks=decks,
        laid_out=[beside_a_deck(stream, laid) for laid in beside],
        play="constructed",
        choices=PLAYED | (choices or {}),
    ).finish()


SAID = (
    "[Always] <Effect> Every enemy Z/X gets -1000 Power.",
    "[Always] <Effect> Your Charge has no limit.",
    "[Auto] <Trigger> your turn ends <Effect> Draw 1 card.",
    "[Auto] <Trigger> an enemy Z/X attacks <Effect> Deal 1000 damage to an enemy Z/X.",
    "[Auto] <Trigger> another Z/X of yours appears <Effect> Put 1 card from the top of your deck into your Charge.",
    "[Boot] <Cost> red 1 <Effect> Draw 1 card.",
)
"""What a Shift can say beside how it is played."""


@cache
def shift_cards(seed: int) -> ZxPool:
    """The quick cards, with Shifts that go on any Z/X or the Player card and say something."""
    stream = Stream(f"referee shift cards/{seed}")
    pool = quick_cards()
    for number, vessel in (("Z03-002", "a Z/X of yours"), ("Z04-083", "your Player card")):
        played = f"[Shift] <Condition> you have {1 + stream.below(3)} or more cards in your Resource <Vessel> {vessel}"
        pool = with_text(pool, number, f"{played}\n{stream.pick(SAID)}")
    return pool


def play_shifts(seed: int, values: str = "abilities") -> bytes:
    """A game of small mixed decks in which both players have many Shifts, by any of their rulings.

    ``values``: what they are together with the card under them (Z25).
    """
    stream = Stream(f"referee shifts/{seed}")
    pool = shift_cards(seed)
    known = [card.number for card in pool.cards if card.kind in ("zx", "event")]
    decks = [[stream.pick(known) for _ in range(30)] for _ in range(2)]
    laid = {"player_card": "Z04-063", "dynamis": ["Z03-002"] * 3 + ["Z04-083"] * 2, "markers": []}
    choices = {name: stream.pick(sorted(rulings()[name].options)) for name in ("Z2", "Z24", "Z26")}
    return record_zx_game(
        f"shifts/{seed}",
        pool=pool,
        decks=decks,
        laid_out=[laid, laid],
        max_actions=200,
        choices={"Z25": values} | choices,
    ).finish()


def play_ruled(seed: int) -> bytes:
    """A game that leaves to a judge what a Shift is (Z25): he puts three of them, and says of what is under them, or of
    the Shift, what no document says."""
    stream, pool = Stream(f"referee ruled/{seed}"), shift_cards(seed)
    log = play_shifts(seed, "judge")
    for _ in range(3):
        lines = log.splitlines()
        rows = [json.loads(line) for line in lines]
        plays = [at for at, row in enumerate(rows) if row.get("do") in ("play", "attack", "boot")]
        if not plays:
            break
        at = stream.pick(plays)
        cursor = Cursor(log, pool)
        cursor.seek(at)
        if change := _ruled(stream, cursor.view("judge"), rows[at]["seat"]):
            log = told_by_a_judge(stream, lines[:at], rows[at]["n"], change, pool)
    return log


def _ruled(stream: Stream, view: dict[str, Any], seat: int) -> list[list[Any]]:
    """The rows by which a judge puts one of a player's Shifts, none if nothing is there for it."""
    dynamis = view["seats"][seat]["dynamis"]["cards"]
    shifts = sorted({card["number"] for card in dynamis if not card["face_up"] and card["kind"] == "shift"})
    there = [card for cards in view["squares"].values() for card in cards if card["owner"] == seat]
    vessels = [card for card in there if "power" in card or card["kind"] == "player"]
    if not shifts or not vessels:
        return []
    vessel = stream.pick(vessels)
    players = [card.name for card in cards().cards if card.kind == "player"]
    said: list[list[Any]] = [["name", vessel["oid"], stream.pick(players)]]
    if "power" in vessel:
        said += [
            ["colours", vessel["oid"], stream.pick(("", "red", "blue/green"))],
            ["power", vessel["oid"], 500 * stream.below(20)],
            ["text", vessel["oid"], stream.pick((NO_TEXT, "Z04-001"))],
        ]
    settled = stream.shuffled(said)[: stream.below(len(said) + 1)]
    return [["shift", vessel["oid"], stream.pick(shifts)], *settled]


OVERBOOST = "Z03-004"


def play_overboost(seed: int) -> bytes:
    """A game in which a judge puts a Z/X Overboost on a Square, up to the line on which it leaves."""
    stream = Stream(f"referee overboost/{seed}")
    decks, beside = zx_decks(stream, cards())
    laid = [{**one, "dynamis": [OVERBOOST, *one["dynamis"][:15]]} for one in beside]
    log = record_zx_game(
        f"overboost/{seed}", pool=cards(), decks=decks, laid_out=laid, choices=PLAYED, checkpoint_every=0
    ).finish()
    lines = log.splitlines()
    rows = [json.loads(line) for line in lines]
    plays = [
        at for at, row in enumerate(rows) if row.get("do") == "play" and row["seat"] == 0 and "square" in row
    ]
    if not plays:
        return log
    at = plays[min(stream.below(6), len(plays) - 1)]
    row = rows[at]
    before = sum(field in laid[0] for field in ("player_card", "behind", "start_card"))
    change = [["square", f"#{before}", row["square"]]]
    return told_by_a_judge(stream, lines[:at], row["n"], change)


def play_said(seed: int) -> bytes:
    """A game in which a judge takes away or exchanges the texts of Z/X on Squares, three times."""
    stream = Stream(f"referee said/{seed}")
    log = play_one(seed)
    for _ in range(3):
        lines = log.splitlines()
        rows = [json.loads(line) for line in lines]
        at = stream.pick([at for at, row in enumerate(rows) if row.get("do") == "play"] or [len(rows) - 1])
        cursor = Cursor(log, cards())
        cursor.seek(at)
        standing = [
            card["oid"]
            for there in cursor.view("judge")["squares"].values()
            for card in there
            if "power" in card
        ]
        texts = [
            NO_TEXT,
            *(card.number for card in cards().cards if card.kind == "zx" and (card.text or card.keywords)),
        ]
        change = [["text", oid, NO_TEXT if stream.chance(50) else stream.pick(texts)] for oid in standing]
        log = told_by_a_judge(stream, lines[:at], rows[at]["n"], change)
    return log


def told_by_a_judge(
    stream: Stream, lines: list[bytes], n: int, change: list[list[Any]], pool: ZxPool | None = None
) -> bytes:
    """The game of these lines played on behind a judge's line."""
    line = {"kind": "judge", "n": n, "do": "fix", "by": "A judge", "why": "Played", "change": change}
    return played_on(stream, b"\n".join([*lines, json.dumps(line).encode(), b""]), pool or cards())


def played_on(stream: Stream, told: bytes, pool: ZxPool) -> bytes:
    """The game of a log to its end, or with the line at which the engine stops."""
    answers: list[Any] = []

    def answered(need: Need) -> Any:
        answers.append(answer(stream, need))
        return answers[-1]

    game = ZxGame.from_log(told, pool=pool, chooser=answered)
    while game.outcome() is None:
        action = choose(stream, game.state, game.legal())
        answers.clear()
        try:
            game.push(action)
        except EngineGap:
            said = {
                field: at for field in ("card", "square", "ability", "pay") if (at := getattr(action, field))
            }
            log = game.log()
            row = {"kind": "act", "n": json.loads(log.splitlines()[-1])["n"] + 1, "do": action.do}
            return log + json.dumps({**row, "seat": action.seat, **said, "answers": answers}).encode() + b"\n"
    return game.finish()


def choices_of(seed: int) -> dict[str, str]:
    """One to four open questions settled in any way; none that stops a game."""
    stream = Stream(f"referee choices/{seed}")
    known = [ruling for ruling in rulings().values() if "judge" not in ruling.options]
    drawn = [stream.pick(known) for _ in range(1 + stream.below(4))]
    return {ruling.id: stream.pick(sorted(ruling.options)) for ruling in drawn}


@cache
def quick_cards() -> ZxPool:
    """The same for a third of the cost, so that much happens in a turn."""
    cheap = [
        replace(card, cost=replace(card.cost, total=(card.cost.total + 2) // 3)) for card in cards().cards
    ]
    return ZxPool("referee-quick", tuple(cheap))


def play_quick(seed: int) -> bytes:
    """A game of small mixed decks of quick cards: many Reloads, and decks that run out."""
    stream = Stream(f"referee quick/{seed}")
    known = [card.number for card in quick_cards().cards if card.kind in ("zx", "event")]
    size = stream.pick((14, 16, 20, 30))
    decks = [[stream.pick(known) for _ in range(size)] for _ in range(2)]
    player = {"player_card": stream.pick(("Z04-063", "Z04-064")), "dynamis": []}
    extras = [{"behind": stream.pick(("Z04-081", "Z04-082"))} if stream.chance(50) else {} for _ in range(2)]
    beside = [beside_a_deck(stream, player | extra) for extra in extras]
    return record_zx_game(
        f"quick/{seed}", pool=quick_cards(), decks=decks, laid_out=beside, max_actions=300, choices=PLAYED
    ).finish()


def judge(
    name: str,
    log: bytes,
    tally: Tally,
    pool: ZxPool | None = None,
    decks: dict[int, list[str]] | None = None,
) -> Outcome:
    """Compare one game and count what came of it."""
    outcome = compare(log, pool or cards(), decks=decks)
    tally.games += 1
    tally.actions += outcome.actions
    tally.moves += outcome.moves
    tally.refused += outcome.refused
    tally.hits += outcome.hits
    if outcome.unsupported:
        tally.unsupported[outcome.unsupported] += 1
    if outcome.difference is not None:
        tally.differences.append((name, log, outcome.difference))
    return outcome


def judge_many(seeds: range, tally: Tally | None = None) -> Tally:
    """The games of some seeds as they were played."""
    tally = Tally() if tally is None else tally
    for seed in seeds:
        judge(f"game {seed}", play_one(seed), tally)
    return tally


def judge_settled(seeds: range, tally: Tally | None = None) -> Tally:
    """Games in which open questions are settled otherwise."""
    tally = Tally() if tally is None else tally
    for seed in seeds:
        judge(f"settled {seed} {choices_of(seed)}", play_one(seed, choices_of(seed)), tally)
    return tally


def judge_quick(seeds: range, tally: Tally | None = None) -> Tally:
    """Games of quick cards."""
    tally = Tally() if tally is None else tally
    for seed in seeds:
        judge(f"quick {seed}", play_quick(seed), tally, quick_cards())
    return tally


def judge_hidden(seeds: range, tally: Tally | None = None) -> Tally:
    """Games as a table writes them that knows the order of no deck, every other one without the lists.

    Each is played twice: with whole decks, and with small ones that are shuffled until everybody knows their card.
    """
    tally = Tally() if tally is None else tally
    for seed in seeds:
        decks, log = hide_zx_decks(play_one(seed), cards())
        judge(f"hidden {seed}", log, tally, decks=decks if seed % 2 else None)
        decks, log = hide_zx_decks(play_quick(seed), quick_cards())
        judge(f"hidden quick {seed}", log, tally, quick_cards(), decks)
    return tally


def judge_payments(seeds: range, tally: Tally | None = None) -> Tally:
    """One line of each game is paid for otherwise, rightly or wrongly; the log ends there."""
    tally = Tally() if tally is None else tally
    for seed in seeds:
        stream = Stream(f"referee payments/{seed}")
        lines = play_one(seed).splitlines(keepends=True)
        paid = [at for at, line in enumerate(lines) if b'"pay":' in line]
        line = json.loads(lines[stream.pick(paid)])
        at = next(at for at in paid if json.loads(lines[at])["n"] == line["n"])
        known = sorted({label for other in paid for label in json.loads(lines[other])["pay"]})
        count = len(line["pay"]) + stream.pick((-1, 0, 0, 0, 1))
        line["pay"] = stream.shuffled(known)[:count]
        judge(f"payment {seed}", b"".join(lines[:at]) + json.dumps(line).encode() + b"\n", tally)
    return tally


def judge_faults(seeds: range, tally: Tally | None = None) -> Tally:
    """The same with a fault in each, where one of the kind can be made."""
    tally = Tally() if tally is None else tally
    for seed in seeds:
        fault = inject_fault(play_one(seed), seed, KINDS[seed % len(KINDS)])
        if fault is not None:
            judge(f"fault {seed} {KINDS[seed % len(KINDS)]}", fault.data, tally)
    return tally


def with_text(pool: ZxPool, number: str, text: str) -> ZxPool:
    """The same cards, one of which says something else."""
    return ZxPool(
        pool.name, tuple(replace(card, text=text) if card.number == number else card for card in pool.cards)
    )


def first_card(log: bytes) -> str:
    """The top card of the first deck that a log writes down."""
    lines = [json.loads(line) for line in log.splitlines()]
    return str(next(line["value"][0] for line in lines if line.get("of") == "deck"))


def judge_shifts(seeds: range, tally: Tally | None = None) -> Tally:
    """Games with many Shifts that say something."""
    tally = Tally() if tally is None else tally
    for seed in seeds:
        judge(f"shifts {seed}", play_shifts(seed), tally, shift_cards(seed))
    return tally


def judge_ruled(seeds: range, tally: Tally | None = None) -> Tally:
    """Games in which a judge says what a Shift and the card under it are."""
    tally = Tally() if tally is None else tally
    for seed in seeds:
        judge(f"ruled {seed}", play_ruled(seed), tally, shift_cards(seed))
    return tally


def judge_overboosts(seeds: range, tally: Tally | None = None) -> Tally:
    """Games in which a Z/X Overboost stands on a Square."""
    tally = Tally() if tally is None else tally
    for seed in seeds:
        judge(f"overboost {seed}", play_overboost(seed), tally)
    return tally


def judge_said(seeds: range, tally: Tally | None = None) -> Tally:
    """Games in which a judge says what the texts of cards are."""
    tally = Tally() if tally is None else tally
    for seed in seeds:
        judge(f"said {seed}", play_said(seed), tally)
    return tally


def play_drawn(seed: int) -> bytes:
    """A game of small decks that hold much of what was drawn, every other one with questions settled otherwise."""
    stream = Stream(f"referee drawn game/{seed}")
    pool = drawn.pool(seed, quick_cards())
    said = list(drawn.drawn(seed, quick_cards()))
    known = [card.number for card in pool.cards if card.kind in ("zx", "event")]
    decks = [[stream.pick(said if stream.chance(85) else known) for _ in range(24)] for _ in range(2)]
    player = {"player_card": stream.pick(("Z04-063", "Z04-064")), "dynamis": []}
    beside = [beside_a_deck(stream, player) for _ in range(2)]
    choices = PLAYED | (choices_of(seed) if seed % 2 else {})
    return record_zx_game(
        f"drawn/{seed}", pool=pool, decks=decks, laid_out=beside, max_actions=150, choices=choices
    ).finish()


def judge_texts(seeds: range, tally: Tally | None = None) -> Tally:
    """Games of cards whose texts nobody wrote, and how many of their lines were carried out."""
    tally = Tally() if tally is None else tally
    for seed in seeds:
        pool = drawn.pool(seed, quick_cards())
        found = judge(f"drawn {seed}", play_drawn(seed), tally, pool)
        lines = {line for text in drawn.drawn(seed, quick_cards()).values() for line in text.splitlines()}
        tally.texts += len(lines)
        tally.said |= {line for line in lines if found.carried & effects_of(line)}
    return tally


def effects_of(line: str) -> set[str]:
    """The words by which the referee remembers that a line was carried out."""
    effect = read_ability(line)["Effect"]
    found = {effect}
    for one in sentences(effect):
        condition = "if"
        while condition:
            found.add(one)
            condition, one = condition_of(one)
    return found


def judge_golden(numbers: range, tally: Tally | None = None) -> Tally:
    """The golden games of Z/X."""
    tally = Tally() if tally is None else tally
    for number in numbers:
        judge(f"golden {number}", golden.frozen()[number], tally, golden.pool())
    return tally

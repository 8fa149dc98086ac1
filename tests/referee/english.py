"""The English of the printed cards, row by row: how a sentence stands there, and what it means."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules_engine.x610z import nodes as n

from .english_words import CREWS, HIS, PLAYER, cards, measure, per, player, thing, whose
from .page import CLASSES, COLOURS, ELEMENTS, NOTHING, STATS, Page, Unread, energy, seq

PANEL = re.compile(
    r"\[Movement Energy: ([^\]]+)\] Attack Power (\d+), Defense (\d+), Speed (\d+), Range (\d+)\."
)
PRODUCES = re.compile(r"Produces (.+)\.")


class Said:
    """A sentence while it is read: who acts, and what stood behind it ("until end of turn", "for each ...")."""

    def __init__(self, page: Page, who: Any, until: str, each: str) -> None:
        self.page = page
        self.who = who
        self.until: Any = until
        self.each = each

    def value(self, points: str | None) -> Any:
        """A printed number, so often as the sentence counts; "all"; or the one card that is not counted."""
        if points == "all":
            return n.All()
        if self.each:
            return per(self.page, self.each, int(points or 1))
        return n.Const(int(points or 1))

    def as_much(self) -> Any:
        """207.3: "that much", which is what a sentence before did."""
        if not self.page.measured:
            raise Unread("that much")
        return n.That()

    def times(self) -> Any:
        """ "C1 more for each ..."."""
        return per(self.page, self.each) if self.each else None

    def thing(self, words: str) -> Any:
        """What the sentence is about."""
        return thing(self.page, words)

    def player(self, words: str) -> Any:
        """The players it names."""
        return player(self.page, words)


# --- sentences -------------------------------------------------------------------------------------------------------

CARDS = r"((?:.+ C|c)ards?)"
CARD = r"((?:[A-Z]\w+ )*[Cc]ards?)"
PLACE = r"(?P<place>(?:to|into|on top of|on the bottom of) (?:HIS|its owner's|their owner's) (?:hand|deck)|into play)"
ZONES = (("hand", "hand"), ("on top", "deck"), ("on the bottom", "deck_bottom"), ("play", "play"))
STAT = r"(?:Attack Power|Defense|Speed|Range)"
SIMPLE: dict[str, Any] = {
    "destroy": n.Destroy,
    "cancel": n.Cancel,
    "deactivate": n.Deactivate,
    "reactivate": n.Reactivate,
    "warp": n.Warp,
}
FORBIDS: dict[str, Any] = {
    "attack": "attack",
    "move": "move",
    "be attacked": "be_attacked",
    "be dealt damage": "be_damaged",
    "be targeted": "be_targeted",
    "be activated": "be_activated",
}
ALLOWS: dict[str, Any] = {
    "attack again": "attack_again",
    "move again": "move_again",
    "make sharp turns": "sharp_turn",
    "attack and move in different directions": "any_direction",
    "attack from the No Attack Zone": "attack_from_no_attack_zone",
}


def zone(words: str) -> Any:
    """Where a card goes (205.3)."""
    return next(to for word, to in ZONES if word in words)


def pile(words: str) -> Any:
    """ "hand", "deck", "discard pile"."""
    return words.removesuffix(" pile")


def is_card(words: str | None) -> n.Select | None:
    """Which cards; None for any."""
    found = cards(words) if words else n.Select("card")
    return None if found == n.Select("card") else found


def hurt(s: Said, m: re.Match[str]) -> Any:
    """Damage dealt or healed: a number of points, or as much as something measures."""
    if (m[2] is None) == (m[5] is None):
        raise Unread(m[0])
    what = s.thing(m[4])
    amount = measure(s.page, m[5]) if m[5] else s.value(m[2])
    return (n.Damage if m[1] == "deal" else n.Heal)(what, amount, extra=m[3] is not None)


def changed(s: Said, m: re.Match[str]) -> Any:
    """402.12, 402.13: "gets Speed +1 and Range -1"."""
    what, found = s.thing(m[1]), []
    for one in m[2].split(" and "):
        name, _, points = one.rpartition(" ")
        delta = s.value(points.lstrip("+-"))
        found.append(n.ModStat(what, STATS[name], delta, points.startswith("-"), s.until))
    return seq(found)


def refused(s: Said, m: re.Match[str]) -> Any:
    """107.1b: what a player can't do; what is activated are Effects (200.1a)."""
    if m[2] == "activate" and m[3] != "Effects":
        raise Unread(m[3])
    who: Any = s.player(lower(m[1]))
    verb: Any = m[2]
    return n.Forbid(verb, who=who, until=s.until, select=is_card(m[3]) if verb == "cast" else None)


def moved(s: Said, m: re.Match[str]) -> Any:
    """By effect: so many dots, or to a kind of dot."""
    to: Any = "path" if m[3] else "starting_dot" if m[4] else "ending_dot"
    steps = n.Const(int(m[3] or 1))
    return n.MoveSummon(s.thing(m[1]), to, steps, s.who, m[6] is not None, m[2] is not None)


def saved(s: Said, m: re.Match[str]) -> Any:
    """107.1a: what becomes of a summon instead of being destroyed."""
    to = "play" if m[2] else "removed" if m[3] else zone(m["place"])
    return n.Replace("destroyed", s.thing(m[1]), to=to, until=s.until)


def searched(s: Said, m: re.Match[str]) -> Any:
    """212.2."""
    more = {"also": cards(m["too"]), "also_count": n.Const(int(m["two"]))} if m["too"] else {}
    return n.Search(
        cards(m[3]), s.value(m[2]), s.who, pile(m[1]), zone(m["place"]), show=m["show"] is not None, **more
    )


def kept(s: Said, m: re.Match[str]) -> Any:
    """ "Keep 1 of those cards, discard the 2 other cards"."""
    return n.Seq((n.Keep(s.value(m[1]), s.who), clause(s.page, m[2], s.who)))


def cost_of_cards(s: Said, m: re.Match[str]) -> Any:
    """204.2: what some cards cost to cast."""
    who = s.player(m[2])
    kind = cards(m[1] if " " in m[1] else lower(m[1]))
    return n.ModCost("cast", energy(m[3]), m[4] == "less", who, None, kind, s.until, s.times())


Row = Callable[[Said, Any], Any]
TABLE: list[tuple[str, Row]] = [
    (r"draws? (\d+) extra cards?", lambda s, m: n.Draw(s.value(m[1]), s.who, extra=True)),
    (r"draws? (\d+) cards? from HIS deck", lambda s, m: n.Draw(s.value(m[1]), s.who)),
    (r"draws? cards equal to (.+) from HIS deck", lambda s, m: n.Draw(measure(s.page, m[1]), s.who)),
    (r"discards? (\d+) cards? at random", lambda s, m: n.Discard(s.value(m[1]), s.who, choice="random")),
    (r"discards? down to (\d+) cards?", lambda s, m: n.Discard(s.value(m[1]), s.who, down_to=True)),
    (r"draws? that many cards from HIS deck", lambda s, m: n.Draw(s.as_much(), s.who)),
    (r"discards? that many cards", lambda s, m: n.Discard(s.as_much(), s.who)),
    (r"pays? ([MBRC\d ]+)", lambda s, m: n.Pay(energy(m[1]), s.who)),
    (r"discards? HIS hand", lambda s, m: n.Discard(n.All(), s.who)),
    (r"discards? the (\d+) other cards?", lambda s, m: n.Discard(s.value(m[1]), s.who, of_those=True)),
    (r"discards? (those cards|the other cards)", lambda s, m: n.MoveCard("discard", what=s.thing(m[1]))),
    (rf"discards? (\d+|all) {CARDS}", lambda s, m: n.Discard(s.value(m[1]), s.who, select=is_card(m[2]))),
    (
        r"choose (\d+) of those cards, (.+) discards? (?:that card|those cards)",
        lambda s, m: n.Discard(s.value(m[1]), s.player(m[2]), choice="you", of_those=True),
    ),
    (r"keeps? (\d+) of those cards, (discard the .+)", kept),
    (
        rf"search(?:es)? HIS (deck|discard pile) for (\d+) {CARD}(?: and (?P<two>\d+) (?P<too>{CARD[1:]})?"
        rf"(?P<show>, show (?:it|them))? and move (?:it|them) {PLACE}",
        searched,
    ),
    (r"shuffles? HIS deck", lambda s, m: n.Shuffle(s.who)),
    (r"shuffles? HIS hand into HIS deck", lambda s, m: n.Shuffle(s.who, hand_first=True)),
    (
        r"shuffles? all cards in HIS discard pile into HIS deck",
        lambda s, m: n.Shuffle(s.who, pile_first=True),
    ),
    (r"shows? HIS hand", lambda s, m: n.Show(s.who)),
    (r"shows? the top (?:(\d+) )?cards? of HIS deck", lambda s, m: n.Show(s.who, "deck_top", s.value(m[1]))),
    (
        r"looks? at the top (?:(\d+) )?cards? of HIS deck",
        lambda s, m: n.Look(s.who, "deck_top", s.value(m[1])),
    ),
    (
        r"looks? at the top (\d+) cards? of (.+'s) deck",
        lambda s, m: n.Look(s.who, "deck_top", s.value(m[1]), whose(s.page, m[2])),
    ),
    (r"looks? at (.+'s) hand", lambda s, m: n.Look(s.who, "hand", of=whose(s.page, m[1]))),
    (r"presents? HIS hand", lambda s, m: n.Present(s.who)),
    (
        rf"takes? (\d+) (?:{CARDS} )?of those cards into HIS hand",
        lambda s, m: n.Take(s.value(m[1]), is_card(m[2])),
    ),
    (
        rf"moves? (\d+|all) {CARDS} (?:from|in) HIS (hand|discard pile) {PLACE}",
        lambda s, m: n.MoveCard(zone(m["place"]), None, pile(m[3]), s.who, s.value(m[1]), is_card(m[2])),
    ),
    (
        rf"removes? (\d+|all) {CARDS} in HIS (hand|discard pile) from the game",
        lambda s, m: n.MoveCard("removed", None, pile(m[3]), s.who, s.value(m[1]), is_card(m[2])),
    ),
    (r"removes? (\d+|all) counters? from ~", lambda s, m: n.RemoveMarker(s.value(m[1]))),
    (r"places? (\d+) counters? on ~", lambda s, m: n.PlaceMarker(s.value(m[1]))),
    (
        r"(deal|heal)s? that much damage (?:to|from) (.+)",
        lambda s, m: (n.Damage if m[1] == "deal" else n.Heal)(s.thing(m[2]), s.as_much()),
    ),
    (r"(deal|heal)s? (?:(\d+|all) )?(extra )?damage (?:to|from) (.+?)(?: equal to (.+))?", hurt),
    (r"(destroy|cancel|deactivate|reactivate|warp)s? (.+)", lambda s, m: SIMPLE[m[1]](s.thing(m[2]))),
    (r"redirects? (.+) to another legal target", lambda s, m: n.Redirect(s.thing(m[1]))),
    (
        r"prevents? (all|the next (\d+)) damage that would be dealt to (.+)",
        lambda s, m: n.Prevent(s.thing(m[3]), s.value(m[2] or m[1]), s.until),
    ),
    (r"takes? control of (.+)", lambda s, m: n.TakeControl(s.thing(m[1]), s.who, s.until)),
    (
        r"moves? (.+?) (up to )?(?:(\d+) dots?|to its controller's (Starting) Dot|to an (Ending) Dot)"
        r"( according to the game rules)?",
        moved,
    ),
    (rf"moves? (.+?) {PLACE}", lambda s, m: n.MoveCard(zone(m["place"]), what=s.thing(m[1]))),
    (r"removes? (.+) from the game", lambda s, m: n.MoveCard("removed", what=s.thing(m[1]))),
    (
        r"adds? ([MBRC\d ]+) to HIS Energy Pool",
        lambda s, m: n.GainEnergy(energy(m[1]), s.who, s.value(None)),
    ),
    (r"takes? another turn", lambda s, m: n.ExtraTurn(s.who)),
    (r"skips? HIS next (?:turn|(\w+) phase)", lambda s, m: n.SkipTurn(s.who, m[1])),
    (
        r"swaps? (?:the )?(place|damage|control)s? of (.+) and (.+)",
        lambda s, m: n.Swap(s.thing(m[2]), s.thing(m[3]), m[1]),
    ),
    (rf"(.+?) gets? ({STAT} [+-]\d+(?: and {STAT} [+-]\d+)*)", changed),
    (rf"({PLAYER}) can't (cast|activate) (.+)", refused),
    (
        rf"(.+?) can't ({'|'.join(FORBIDS)})",
        lambda s, m: n.Forbid(FORBIDS[m[2]], s.thing(m[1]), until=s.until),
    ),
    (rf"(.+?) may ({'|'.join(ALLOWS)})", lambda s, m: n.Allow(ALLOWS[m[2]], s.thing(m[1]), s.until)),
    (
        r"Movement Energy of (.+) costs? ([MBRC\d ]+) (more|less)",
        lambda s, m: n.ModCost(
            "movement", energy(m[2]), m[3] == "less", None, s.thing(m[1]), None, s.until, s.times()
        ),
    ),
    (rf"(.*[Cc]ards?) ({PLAYER}) casts? costs? ([MBRC\d ]+) (more|less)", cost_of_cards),
    (
        r"(.+?) costs? ([MBRC\d ]+) (more|less)",
        lambda s, m: n.ModCost("cast", energy(m[2]), m[3] == "less", None, s.thing(m[1]), times=s.times()),
    ),
    (
        r"if (.+?) would be destroyed, "
        rf"(?:(heal all damage from it)|(remove it from the game)|move it {PLACE}) instead",
        saved,
    ),
    (
        r"if (.+?) would be dealt damage, (.+) is dealt that damage instead",
        lambda s, m: n.Replace("damaged", s.thing(m[1]), onto=s.thing(m[2]), until=s.until),
    ),
    (
        r"if (.+?) would draw a card, (\d+) cards? (?:is|are) drawn instead",
        lambda s, m: n.Replace("draws", who=s.player(m[1]), count=s.value(m[2]), until=s.until),
    ),
    (
        rf"if (.+?) would discard a card, (?:remove it from the game|move it {PLACE}) instead",
        lambda s, m: n.Replace(
            "discards", who=s.player(m[1]), to=zone(m["place"]) if m["place"] else "removed", until=s.until
        ),
    ),
]
"""How a sentence stands on a card, and what it means (glossary; 205 to 213)."""
ROWS = [(re.compile(pattern.replace("HIS", HIS)), means) for pattern, means in TABLE]


# --- how sentences hang together -------------------------------------------------------------------------------------

MEASURED = (n.Damage, n.Heal, n.Draw, n.Discard)
"""What "that much" and "that many" may look back at."""
UNTIL = {" until end of turn": "turn", " until the end of its controller's next turn": "next_turn"}
PRICE = r"([MBRC\d ]+?)"


def lower(words: str) -> str:
    """The word as it stands inside a sentence; names and terms keep their capitals."""
    first = words.split(" ", 1)[0]
    keep = first in (
        "Life",
        "Energy",
        "Summon",
        "Effect",
        "No",
        "Movement",
        *CLASSES,
        *ELEMENTS,
        *COLOURS,
        *CREWS,
    )
    return words if keep else words[:1].lower() + words[1:]


def clause(page: Page, words: str, who: Any = None) -> Any:
    """One instruction, with what hangs on it."""
    words = lower(words)
    if found := re.fullmatch(rf"(.+), unless ({PLAYER}) prevents this with {PRICE}", words):
        what = clause(page, found[1], who)
        return n.Gate("pay", NOTHING, what, energy(found[3]), player(page, lower(found[2])))
    if found := re.fullmatch(rf"({PLAYER}) may (.+)", words):
        asked = player(page, found[1])
        with page.acts(asked):
            return n.Gate("may", clause(page, found[2], asked), payer=asked)
    until, each = "while_in_play", ""
    for end, lasts in UNTIL.items():
        if words.endswith(end):
            words, until = words.removesuffix(end), lasts
    if found := re.fullmatch(r"(.+?) for each (?!extra)(.+)", words):
        words, each = found[1], found[2]
    said = Said(page, n.You() if who is None else who, until, each)
    for pattern, means in ROWS:
        if found := pattern.fullmatch(words):
            try:
                with page.attempt():
                    return means(said, found)
            except Unread:
                continue
    if who is None and (found := re.fullmatch(rf"({PLAYER}) (.+)", words)):
        with page.attempt():
            acting = player(page, found[1])
            return clause(page, found[2] + suffix(until, each), acting)
    raise Unread(words)


def suffix(until: str, each: str) -> str:
    """What was taken from the end of a sentence, put back."""
    end = next((end for end, lasts in UNTIL.items() if lasts == until), "")
    return (f" for each {each}" if each else "") + end


def paid(page: Page, words: str, before: list[Any]) -> Any:
    """204.4: "With extra M1, ..." and "For each extra M1, ..."; with "instead" in the place of what stands before."""
    found = re.fullmatch(rf"(?:with(?: extra)?|(for each) extra) {PRICE}, (.+)", lower(words))
    if found is None:
        return None
    page.extra = True
    rest, other = found[3], None
    if rest.endswith(" instead") and rest.count(" instead") > rest.startswith("if "):
        rest = rest.removesuffix(" instead")
        other = before.pop() if before else None
    then = clause(page, rest)
    page.extra = False
    if found[1]:
        return n.Gate("each_extra", then, cost=energy(found[2]))
    return n.Gate("pay", then, other, energy(found[2]))


def sentences(page: Page, text: str) -> list[Any]:
    """The instructions of a line, in order."""
    found: list[Any] = []
    for words in re.split(r"(?<=\.) ", text):
        words = words.removesuffix(".")
        page.measured = any(isinstance(part, MEASURED) for step in found for part in n.walk(step))
        if words.startswith("When successfully done, "):
            then = clause(page, words.removeprefix("When successfully done, "))
            found.append(n.Gate("if_done", then, first=found.pop()))  # 207.3
        elif must := re.fullmatch(rf"({PLAYER}) must pay {PRICE}", lower(words)):
            payer = player(page, must[1])
            found.append(n.Gate("pay", NOTHING, NOTHING, energy(must[2]), payer, must=True))
        elif words.startswith("If he doesn't, "):
            found.append(replace(found.pop(), otherwise=clause(page, words.removeprefix("If he doesn't, "))))
        else:
            found.append(paid(page, words, found) or clause(page, words))
    return found


def cost(page: Page, text: str) -> Any:
    """204.3b: what activating asks for besides energy."""
    if found := re.fullmatch(r"remove (\d+) counters?", text):
        return int(found[1])
    return clause(page, text)

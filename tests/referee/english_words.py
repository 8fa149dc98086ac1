"""The English of the printed cards: the words for players, cards, permanents and amounts."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from rules_engine.x610z import nodes as n

from .page import CLASSES, COLOURS, ELEMENTS, STATS, Page, Unread

HIS = r"(?:your|his|their)"
CONTROL = {
    "you control": "you",
    "an opponent controls": "opponent",
    "your opponents control": "opponent",
    "another player controls": "other",
    "other players control": "other",
}
WHERE = {"outside the No Attack Zone": "outside_no_attack_zone", "in the No Attack Zone": "in_no_attack_zone"}
ENDS = {end: ("control", value) for end, value in CONTROL.items()} | {
    end: ("where", value) for end, value in WHERE.items()
}
STATES = {"damaged": "damaged", "unactivated": "unactivated", "rotated": "not_ready"}
NOUNS = {"summon": "summon", "Energy Crystal": "crystal", "Effect": "effect", "permanent": "permanent"}
ACTIONS = {
    "action": "any",
    "cast": "cast",
    "activation": "activation",
    "movement": "movement",
    "attack": "attack",
}
CARD_KINDS = {"Summon": "summon", "Effect": "effect", "Energy Crystal": "energy_crystal"}
PLAYERS = {"player": "any", "opponent": "opponent", "other player": "other"}
CREWS = ("Marksman", "Rider")

# --- things ----------------------------------------------------------------------------------------------------------


def singular(word: str) -> str:
    """One of them."""
    return "Army" if word == "Armies" else word.removesuffix("s") if not word.endswith("ss") else word


def cards(words: str) -> n.Select:
    """205.2: "Summon Card", "Ember Summon Cards", "Dragon Card", "card"."""
    found = re.fullmatch(r"(?:(.+) C|c)ards?", words)
    if found is None:
        raise Unread(words)
    said: dict[str, Any] = {}
    rest = found[1] or ""
    for element in ELEMENTS:
        if rest.startswith(element + " "):
            said["element"], rest = element, rest.removeprefix(element + " ")
    if rest in CLASSES:
        return n.Select(
            "card", classes=(rest,), card_kind="summon", **said
        )  # 208.6: a Class is one of summons
    if rest:
        if rest not in CARD_KINDS:
            raise Unread(words)
        said["card_kind"] = CARD_KINDS[rest]
    return n.Select("card", **said)


def select(words: str) -> n.Select:
    """ "non Life Base damaged summon you control outside the No Attack Zone", one or many."""
    said: dict[str, Any] = {}
    rest = words
    for end, (field, value) in (*ENDS.items(), *ENDS.items()):
        if rest.endswith(" " + end):
            said[field], rest = value, rest.removesuffix(" " + end)
    while True:
        first, _, more = rest.partition(" ")
        if rest.startswith("non Life Base "):
            said["life_base"], rest = False, rest.removeprefix("non Life Base ")
        elif first == "other":
            said["other"], rest = True, more
        elif first in STATES and more:
            said["state"], rest = STATES[first], more
        elif first in ELEMENTS and more:
            said["element"], rest = first, more
        elif first in CREWS and more:
            said["crew"], rest = first, more
        elif first in COLOURS and more:
            said["colour"], rest = COLOURS[first], more
        else:
            break
    return noun(rest, said)


def noun(rest: str, said: dict[str, Any]) -> n.Select:
    """The word that says what kind of thing it is."""
    if found := re.fullmatch(r"casts? of an? (.+ Card)s?", rest):
        return replace(cards(found[1]), kind="action", action="cast", **said)
    one = singular(rest)
    if one == "Life Base":
        return n.Select("summon", **{**said, "life_base": True})
    if one in CLASSES:
        return n.Select("summon", classes=(one,), **said)
    if one in NOUNS:
        return n.Select(NOUNS[one], **said)
    if one in ACTIONS:
        return n.Select("action", action=ACTIONS[one], **said)
    raise Unread(rest)


def player(page: Page, words: str) -> Any:
    """The players that words mean; "target" declares one (208.1)."""
    if words == "you":
        return n.You()
    if words == "that player":
        return page.that(n.Select("player"))
    if found := re.fullmatch(r"[Ii]ts (controller|owner)", words):
        return (n.Controller if found[1] == "controller" else n.Owner)(page.it())
    if found := re.fullmatch(r"target (other player|player|opponent)", words):
        return page.target(n.Select("player", control=PLAYERS[found[1]]))
    if found := re.fullmatch(r"(?:each|an?|all|your) (other player|player|opponent)s?", words):
        return n.Each(n.Select("player", control=PLAYERS[found[1]]))
    raise Unread(words)


PLAYER = (
    r"(?:you|that player|[Ii]ts (?:controller|owner)"
    r"|(?:[Tt]arget|[Ee]ach|[Aa]n?|[Aa]ll|[Yy]our) (?:other player|player|opponent)s?)"
)


def whose(page: Page, words: str) -> Any:
    """ "your", "that player's", "target opponent's"."""
    if words in ("your", "his", "their"):
        return n.You()
    return player(page, words.removesuffix("'s").removesuffix("'"))


def thing(page: Page, words: str) -> Any:
    """What an instruction is about."""
    if words == "~":
        return page.name_it(n.Select("summon"), n.This())
    if words in ("those cards", "that card"):
        return n.Those()
    if words == "the other cards":
        return n.Rest()
    if words == "it":
        return page.it()
    if found := re.fullmatch(r"up to (\d+) target (.+)", words):
        return page.targets(int(found[1]), select(found[2]))
    if (
        (found := re.fullmatch(r"those (.+)", words))
        and page.several
        and page.several[0] == select(found[1]).kind
    ):
        return page.several[1]
    if (found := re.fullmatch(r"that (.+)", words)) and "'s " not in words:
        return page.that(select(found[1]))
    if (found := re.fullmatch(r"(?:another target|target) (.+)", words)) and "'s " not in words:
        what = select(found[1])
        return page.target(replace(what, other=True) if words.startswith("another") else what)
    if found := re.fullmatch(r"all (.+?)'s (.+)", words):
        return of_player(page, found[1] + "'s", found[2])
    if found := re.fullmatch(r"all (.+) of the same Class as (.+)", words):
        what, other = select(found[1]), thing(page, found[2])  # 208.6
        return page.name_it(what, n.Each(what, like=other))
    if found := re.fullmatch(r"all (.+)", words):
        what = select(found[1])
        return page.name_it(what, n.Each(what))
    if found := re.fullmatch(r"(your|.+?'s) Life Base", words):
        return of_player(page, found[1], "Life Base")
    if found := re.fullmatch(r"(\d+) (.+)", words):
        what = select(found[2])
        return page.name_it(what, n.Chosen(what, page.acting, int(found[1])))
    raise Unread(words)


def of_player(page: Page, holder: str, words: str) -> Any:
    """208.7: what one player controls."""
    who = whose(page, holder)
    what = select(words)
    return page.name_it(what, n.Each(what, of=who))


# --- amounts ---------------------------------------------------------------------------------------------------------


def per(page: Page, words: str, each: int = 1) -> n.Count:
    """ "for each ...", "the number of ..."."""
    if found := re.fullmatch(r"cards? in (.+) (hand|discard pile)", words):
        return n.Count("hand" if found[2] == "hand" else "discard", who=whose(page, found[1]), per=each)
    if re.fullmatch(r"counters? on ~", words):
        return n.Count("counters", per=each)
    return n.Count("select", select=select(words), per=each)


def measure(page: Page, words: str) -> Any:
    """What stands behind "equal to"."""
    if found := re.fullmatch(r"the number of (.+)", words):
        return per(page, found[1])
    if found := re.fullmatch(r"the (Attack Power|Defense|Speed|Range) of (.+)", words):
        return n.Figure(thing(page, found[2]), STATS[found[1]])
    if found := re.fullmatch(r"the damage on (.+)", words):
        return n.Figure(thing(page, found[1]), "damage")
    raise Unread(words)

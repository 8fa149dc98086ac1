"""The Dutch words for players, cards, permanents and amounts, said in English."""

from __future__ import annotations

import re

from .page import CLASSES, ELEMENTS, Unread

E = r"[MBRC]\d+(?: [MBRC]\d+)*"

# --- players ---------------------------------------------------------------------------------------------------------

PLAYERS = {
    "je": "you",
    "jij": "you",
    "die speler": "that player",
    "zijn controller": "its controller",
    "zijn eigenaar": "its owner",
    "een speler naar keuze": "target player",
    "een tegenstander naar keuze": "target opponent",
    "een andere speler naar keuze": "target other player",
    "elke speler": "each player",
    "elke tegenstander": "each opponent",
    "elke andere speler": "each other player",
    "alle spelers": "all players",
    "een speler": "a player",
    "een tegenstander": "an opponent",
    "je tegenstanders": "your opponents",
    "alle andere spelers": "all other players",
    "alle tegenstanders": "all opponents",
}
P = "(?:" + "|".join(sorted((re.escape(one) for one in PLAYERS), key=len, reverse=True)) + ")"


def lower(words: str) -> str:
    """A sentence's first word as it stands inside one; terms that are English keep their capitals."""
    keep = words.split(" ")[0] in ("Movement", "Energy", "Summon", "Effect", "Life", *CLASSES, *ELEMENTS)
    return words if keep else words[:1].lower() + words[1:]


def player(words: str) -> str:
    """Players. Raises :class:`Unread`."""
    words = lower(words)
    if words not in PLAYERS:
        raise Unread(words)
    return PLAYERS[words]


# --- things ----------------------------------------------------------------------------------------------------------

ENDS = {
    "in jouw control": "you control",
    "in control van een tegenstander": "an opponent controls",
    "in control van je tegenstanders": "your opponents control",
    "in control van een andere speler": "another player controls",
    "in control van andere spelers": "other players control",
    "buiten de No Attack Zone": "outside the No Attack Zone",
    "in de No Attack Zone": "in the No Attack Zone",
}
WORDS = {
    "Summon": "summon",
    "Summons": "summons",
    "Life Bases": "Life Bases",
    "beschadigde": "damaged",
    "beschadigd": "damaged",
    "ongeactiveerde": "unactivated",
    "ongeactiveerd": "unactivated",
    "gedraaide": "rotated",
    "gedraaid": "rotated",
    "andere": "other",
    "ander": "other",
    "actie": "action",
    "acties": "actions",
    "beweging": "movement",
    "bewegingen": "movements",
    "aanval": "attack",
    "aanvallen": "attacks",
    "activering": "activation",
    "activeringen": "activations",
    "permanents": "permanents",
}


def described(words: str) -> str:
    """ "non Life Base beschadigde Summon in jouw control"."""
    ends = []
    for end in (*ENDS, *ENDS):
        if words.endswith(" " + end):
            words = words.removesuffix(" " + end)
            ends.insert(0, ENDS[end])
    if found := re.fullmatch(r"(.*?)(casts?) van een (.+ Card)(s?)", words):
        return " ".join([*spoken(found[1]), f"{found[2]} of a {found[3]}{found[4]}", *ends])
    return " ".join([*spoken(words), *ends])


def spoken(words: str) -> list[str]:
    """Words one by one; names of kinds are the same in both languages, but "Summon" of a card."""
    return [WORDS.get(word, word) for word in words.split()]


def thing(words: str) -> str:
    """What an instruction is about."""
    words = lower(words)
    fixed = {
        "die kaarten": "those cards",
        "die kaart": "that card",
        "de andere kaarten": "the other cards",
        "~": "~",
    }
    if words in fixed:
        return fixed[words]
    if words == "je Life Base":
        return "your Life Base"
    if found := re.fullmatch(rf"de Life Base van ({P})", words):
        return f"{player(found[1])}'s Life Base"
    if found := re.fullmatch(r"alle (.+) van dezelfde Class als (.+)", words):
        return f"all {described(found[1])} of the same Class as {thing(found[2])}"
    if found := re.fullmatch(rf"alle (.+)(?<! in control) van ({P})", words):
        return f"all {player(found[2])}'s {described(found[1])}"
    if found := re.fullmatch(r"maximaal (\d+) (.+) naar keuze(.*)", words):
        return f"up to {found[1]} target {described(found[2] + found[3])}"
    if found := re.fullmatch(r"die (Summons|Effects|Energy Crystals|permanents)", words):
        return f"those {described(found[1])}"
    if found := re.fullmatch(r"(?:een|de|het) (.+) naar keuze(.*)", words):
        what = described(found[1] + found[2])
        return (
            f"another target {what.removeprefix('other ')}" if what.startswith("other ") else f"target {what}"
        )
    if found := re.fullmatch(r"(?:die|dat) (.+)", words):
        return f"that {described(found[1])}"
    if found := re.fullmatch(r"(alle|\d+) (.+)", words):
        return f"{'all' if found[1] == 'alle' else found[1]} {described(found[2])}"
    raise Unread(words)


def cards(words: str) -> str:
    """ "kaarten", "Summon Cards"."""
    return {"kaart": "card", "kaarten": "cards", "Kaarten": "Cards"}.get(words, words)


def hold(words: str) -> str:
    """ "je hand", "de hand van die speler"."""
    if found := re.fullmatch(rf"de (hand|discard pile) van ({P})", words):
        return f"{player(found[2])}'s {found[1]}"
    if found := re.fullmatch(r"(?:je|jouw|zijn|hun) (hand|discard pile)", words):
        return f"your {found[1]}"
    raise Unread(words)


def counted(words: str) -> str:
    """What is counted: "kaart in je hand", "counter op ~", "Summon in jouw control"."""
    if found := re.fullmatch(r"(kaart|kaarten) in (.+)", words):
        return f"{cards(found[1])} in {hold(found[2])}"
    if found := re.fullmatch(r"(counters?) op ~", words):
        return f"{found[1]} on ~"
    return described(words)


def measure(words: str) -> str:
    """What stands behind "gelijk aan"."""
    if found := re.fullmatch(r"het aantal (.+)", words):
        return f"the number of {counted(found[1])}"
    if found := re.fullmatch(r"de (Aanvalskracht|Defense|Speed|Range) van (.+)", words):
        return f"the {found[1].replace('Aanvalskracht', 'Attack Power')} of {thing(found[2])}"
    if found := re.fullmatch(r"de schade op (.+)", words):
        return f"the damage on {thing(found[1])}"
    raise Unread(words)


PLACES = {
    "naar {} hand": "to your hand",
    "in {} hand": "into your hand",
    "boven op {} deck": "on top of your deck",
    "onder op {} deck": "on the bottom of your deck",
    "naar de hand van {} eigenaar": "to its owner's hand",
    "boven op het deck van {} eigenaar": "on top of its owner's deck",
    "onder op het deck van {} eigenaar": "on the bottom of its owner's deck",
    "in play": "into play",
}
PLACE = "|".join(one.replace("{}", "(?:je|zijn|hun)") for one in PLACES)


def place(words: str) -> str:
    """Where a card goes."""
    return next(
        said for one, said in PLACES.items() if re.fullmatch(one.replace("{}", "(?:je|zijn|hun)"), words)
    )

"""The words of card texts: one row says a thing in English and Dutch, and is read in both directions.

``{n}`` is a slot, whose category is its name or stands behind a colon; ``(card/cards)`` agrees with the number ``n``.
Everything else stands there as it is. What a sentence begins with is written small here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from . import nodes as n

LANGUAGES = ("en", "nl")


@dataclass(frozen=True)
class Row:
    """One thing that can be said, of a category; ``fixed`` are the fields that its words settle, or its ``value``."""

    category: str
    make: Any
    en: str
    nl: str
    fixed: Mapping[str, object] = field(default_factory=dict)


def word(category: str, value: object, en: str, nl: str) -> Row:
    """A row that stands for a plain value."""
    return Row(category, None, en, nl, {"": value})


def _colours() -> list[Row]:
    dutch = {"red": "rood", "blue": "blauw", "white": "wit", "black": "zwart", "green": "groen"}
    bent = {"red": "rode ", "blue": "blauwe ", "white": "witte ", "black": "zwarte ", "green": "groene "}
    return [
        *(word("colour", en, en, nl) for en, nl in dutch.items()),
        *(word("tint", en, f"{en} ", bent[en]) for en in dutch),
        word("tint", "", "", ""),
    ]


def _ones(category: str) -> list[Row]:
    return [
        Row(category, n.One, "a {which}", "een {which}"),
        Row(category, n.One, "an {which}", "een {which}"),
        Row(category, n.One, "another {which:others}", "een andere {which:others}"),
    ]


_WHICH = "{enemy}{battle}{colour:tint}{tribe}Z/X{own}{cost:limit}{power:strength}{normal}"
ROWS: tuple[Row, ...] = (
    *_colours(),
    word("zone", "hand", "hand", "hand"),
    word("zone", "charge", "Charge", "Charge"),
    word("zone", "trash", "Trash", "Trash"),
    word("zone", "resource", "Resource", "Resource"),
    word("zone", "life", "Life", "Life"),
    *(word("own_pile", zone, said, said) for zone, said in (("hand", "hand"), ("charge", "Charge"))),
    *(word("goal", zone, said, said) for zone, said in (("charge", "Charge"), ("trash", "Trash"))),
    *(word("pile", zone, said, said) for zone, said in (("charge", "Charge"), ("trash", "Trash"))),
    word("pile", "resource", "Resource", "Resource"),
    word("pile", "life", "Life", "Life"),
    word("enemy", True, "enemy ", "vijandelijke "),
    word("enemy", False, "", ""),
    word("battle", "attacking", "attacking ", "aanvallende "),
    word("battle", "attacked", "attacked ", "aangevallen "),
    word("battle", "", "", ""),
    word("own", True, " of yours", " van jou"),
    word("own", False, "", ""),
    word("normal", True, " on a Normal Square", " op een Normal Square"),
    word("normal", False, "", ""),
    word("limit", -1, "", ""),
    Row("limit", int, " with cost {n} or less", " met kosten {n} of minder"),
    word("strength", -1, "", ""),
    Row("strength", int, " with {n} Power or less", " met {n} Power of minder"),
    Row("which", n.Which, _WHICH, _WHICH, {"other": False}),
    Row("others", n.Which, _WHICH, _WHICH, {"other": True}),
    Row("what", n.This, "this Z/X", "deze Z/X"),
    *(row for category in ("what", "one") for row in _ones(category)),
    Row("what", n.Every, "every {which}", "elke {which}"),
    Row("what", n.Every, "every other {which:others}", "elke andere {which:others}"),
    # --- costs ------------------------------------------------------------------------------------------------------
    Row("cost", n.Sleep, "[Sleep]", "[Sleep]"),
    Row("cost", n.Colour, "{colour} {n}", "{colour} {n}"),
    Row("cost", n.Colour, "{n} Resource", "{n} Resource", {"colour": ""}),
    Row("cost", n.GiveThis, "put this card into Trash", "leg deze kaart in Trash"),
    Row(
        "cost",
        n.Give,
        "put {n} (card/cards) from your {zone:own_pile} into Trash",
        "leg {n} (kaart/kaarten) uit je {zone:own_pile} in Trash",
    ),
    # --- conditions of Z/X Extra ------------------------------------------------------------------------------------
    Row("advent", n.Offer, "{n} {which}", "{n} {which}"),
    word("only", True, "Z/X ", "Z/X-"),
    word("only", False, "", ""),
    word("from", -1, "", ""),
    Row("from", int, " with cost {n} or more", " met kosten {n} of meer"),
    Row(
        "awaken",
        n.Awaken,
        "{colour}: {n} {tint}{tribe}{zx:only}(card/cards){least:from}",
        "{colour}: {n} {tint}{tribe}{zx:only}(kaart/kaarten){least:from}",
    ),
    *_ones("vessel"),
    Row("vessel", n.OwnPlayer, "your Player card", "je Player-kaart"),
    Row("idealize", n.Expend, "expend {n} {marker}", "geef {n} {marker} uit"),
    # --- effects ----------------------------------------------------------------------------------------------------
    Row("effect", n.Damage, "deal {n} damage to {what}", "geef {n} schade aan {what}"),
    Row(
        "effect",
        n.DamageOfPower,
        "deal damage equal to its Power to {what}",
        "geef schade gelijk aan zijn Power aan {what}",
    ),
    Row("effect", n.Hurt, "deal {n} damage to the opponent", "geef {n} schade aan de tegenstander"),
    Row(
        "effect",
        n.Power,
        "{what} gets {n:signed} Power until the end of the turn",
        "{what} krijgt {n:signed} Power tot het einde van de beurt",
    ),
    Row("effect", n.Draw, "draw {n} (card/cards)", "trek {n} (kaart/kaarten)"),
    Row(
        "effect",
        n.Give,
        "put {n} (card/cards) from your {zone:own_pile} into Trash",
        "leg {n} (kaart/kaarten) uit je {zone:own_pile} in Trash",
    ),
    Row(
        "effect",
        n.OpponentGives,
        "the opponent puts {n} (card/cards) from the hand into Trash",
        "de tegenstander legt {n} (kaart/kaarten) uit de hand in Trash",
    ),
    Row("effect", n.EachDraws, "each player draws {n} (card/cards)", "elke speler trekt {n} (kaart/kaarten)"),
    Row(
        "effect",
        n.EachGives,
        "each player puts {n} (card/cards) from the hand into Trash",
        "elke speler legt {n} (kaart/kaarten) uit de hand in Trash",
    ),
    Row(
        "effect",
        n.ShuffleIn,
        "shuffle {n} (card/cards) from your hand into your deck",
        "schud {n} (kaart/kaarten) uit je hand door je deck",
    ),
    Row("effect", n.Destroy, "destroy {what}", "vernietig {what}"),
    Row(
        "effect",
        n.ToZone,
        "return {what} to its owner's hand",
        "neem {what} terug in de hand van zijn eigenaar",
        {"zone": "hand"},
    ),
    Row(
        "effect",
        n.ToZone,
        "put {what} into its owner's {zone:goal}",
        "leg {what} in de {zone:goal} van zijn eigenaar",
    ),
    Row("effect", n.Turn, "sleep {what}", "laat {what} slapen", {"asleep": True}),
    Row("effect", n.Turn, "reboot {what}", "reboot {what}", {"asleep": False}),
    Row(
        "effect",
        n.WakeResource,
        "reboot {n} (card/cards) in your Resource",
        "reboot {n} (kaart/kaarten) in je Resource",
    ),
    Row(
        "effect",
        n.FromDeck,
        "put {n} (card/cards) from the top of your deck into your {zone:pile}",
        "leg {n} (kaart/kaarten) van boven van je deck in je {zone:pile}",
    ),
    Row(
        "effect",
        n.FromDeck,
        "put {n} (card/cards) from the top of your deck into your Resource in Sleep State",
        "leg {n} (kaart/kaarten) van boven van je deck in Sleep State in je Resource",
        {"zone": "sleeping resource"},
    ),
    Row(
        "effect",
        n.Shift,
        "move {what} to a Square next to it",
        "verplaats {what} naar een Square ernaast",
    ),
    Row("effect", n.Gain, "create {n} {marker} (Counter/Counters)", "maak {n} {marker} (Counter/Counters)"),
    Row(
        "effect",
        n.Token,
        "create a {marker} Token in Reboot State on a Normal Square without a Z/X",
        "maak een {marker} Token in Reboot State op een Normal Square zonder Z/X",
    ),
    Row("effect", n.Link, "create a {marker} Link on a Square", "maak een {marker} Link op een Square"),
    Row("effect", n.Banish, "banish a Link", "verban een Link"),
    Row("static", n.Power, "{what} gets {n:signed} Power", "{what} krijgt {n:signed} Power"),
    Row("static", n.Unlimited, "your Charge has no limit", "je Charge heeft geen limiet"),
    Row(
        "static",
        n.Unchosen,
        "{what} cannot be chosen by effects of the opponent",
        "{what} kan niet gekozen worden door effecten van de tegenstander",
    ),
    Row(
        "static",
        n.Instead,
        "if this Z/X is destroyed, put it into its owner's Resource in Sleep State instead",
        "als deze Z/X vernietigd wordt, leg hem in plaats daarvan in Sleep State in de Resource van zijn eigenaar",
        {"zone": "sleeping resource"},
    ),
    Row(
        "static",
        n.Instead,
        "if this Z/X is destroyed, return it to its owner's hand instead",
        "als deze Z/X vernietigd wordt, neem hem in plaats daarvan terug in de hand van zijn eigenaar",
        {"zone": "hand"},
    ),
    Row("static", n.When, "if {condition}, {effect:static}", "als {condition}: {effect:static}"),
    # --- sentences --------------------------------------------------------------------------------------------------
    Row("sentence", n.May, "you may {effect}", "naar keuze: {effect}"),
    Row("sentence", n.When, "if {condition}, {effect:sentence}", "als {condition}: {effect:sentence}"),
    Row("follow", n.Then, "if you do, {effect}", "zo ja: {effect}"),
    # --- conditions -------------------------------------------------------------------------------------------------
    Row(
        "condition",
        n.AtLeast,
        "you have {n} or more cards in your {zone}",
        "je {n} of meer kaarten in je {zone} hebt",
    ),
    Row(
        "condition",
        n.AtMost,
        "you have {n} or fewer cards in your {zone}",
        "je {n} of minder kaarten in je {zone} hebt",
    ),
    Row("condition", n.Stands, "there is {what:one}", "er {what:one} staat"),
    Row("condition", n.MyTurn, "it is your turn", "het jouw beurt is", {"mine": True}),
    Row("condition", n.MyTurn, "it is the opponent's turn", "het de beurt van de tegenstander is", {"mine": False}),
    Row(
        "condition",
        n.NoMoreLife,
        "you have no more Life than the opponent",
        "je niet meer Life hebt dan de tegenstander",
    ),
    Row("condition", n.Linked, "you have a {marker} Link on a Square", "je een {marker} Link op een Square hebt"),
    # --- triggers ---------------------------------------------------------------------------------------------------
    Row("trigger", n.Appears, "{what} appears", "{what} verschijnt"),
    Row("trigger", n.Attacks, "{what} attacks", "{what} valt aan"),
    Row("trigger", n.Attacked, "{what} is attacked", "{what} wordt aangevallen"),
    Row("trigger", n.Charged, "{what} is put into Charge", "{what} wordt in Charge gelegd"),
    Row(
        "trigger",
        n.Destroys,
        "this Z/X destroys an enemy Z/X in battle",
        "deze Z/X vernietigt een vijandelijke Z/X in een battle",
    ),
    Row("trigger", n.TurnEnds, "your turn ends", "je beurt eindigt", {"mine": True}),
    Row("trigger", n.TurnEnds, "the opponent's turn ends", "de beurt van de tegenstander eindigt", {"mine": False}),
)  # fmt: skip
INCLUDED: Mapping[str, tuple[str, ...]] = {"sentence": ("effect",)}
"""Categories that also hold whatever another one holds."""

"""The table of templates, second part: the words for players, things and amounts; the sentences are in :mod:`.table`."""

# ruff: noqa: E501 (a row is read along its line)

from __future__ import annotations

from typing import Any

from rules_engine.x610z import nodes as n

from .templates import Template
from .words import SELF

_SUMMON = n.Select("summon")
_PLAYER = n.Select("player")


def row(cats: str, rule: str, en: str, nl: str, what: object = None, /, **options: Any) -> Template:
    """One row: its categories, the rule it rests on, its texts, and the node or value it stands for.

    ``options`` that are no fields of :class:`Template` are fields that the node has in this row.
    """
    known = {name: options.pop(name) for name in ("slots", "make", "plural", "neuter") if name in options}
    node = what if isinstance(what, type) else None
    value = None if node is not None else what
    return Template(tuple(cats.split()), {"en": en, "nl": nl}, rule, node, options, value, **known)


# --- who and what (208) -----------------------------------------------------------------------------------------------

_THAT = (
    ("summon", "that summon", "die Summon"), ("effect", "that Effect", "dat Effect"),
    ("crystal", "that Energy Crystal", "dat Energy Crystal"), ("permanent", "that permanent", "dat permanent"),
    ("action", "that action", "die actie"),
)  # fmt: skip
_THOSE = (
    ("summon", "those summons", "die Summons"), ("effect", "those Effects", "die Effects"),
    ("crystal", "those Energy Crystals", "die Energy Crystals"), ("permanent", "those permanents", "die permanents"),
)  # fmt: skip
_NAMED = "object named"
_ONE = "een {adjs} {noun} naar keuze {control} {where}"
_OTHER = "een (andere/ander@) {adjs} {noun} naar keuze {control} {where}"
_BASE = n.Select("summon", life_base=True)
WHO = (
    row("subject anyone", "208.3", "you", "je", n.You()),
    row("anyone", "104.2", "an opponent", "een tegenstander", n.Each(n.Select("player", "opponent"))),
    row("anyone", "104.1", "a player", "een speler", n.Each(_PLAYER)),
    row("subject anyone", "208.1", "target player", "een speler naar keuze", _PLAYER, make="player"),
    row("subject anyone", "208.1", "target opponent", "een tegenstander naar keuze", n.Select("player", "opponent"), make="player"),
    row("subject anyone", "208.1", "target other player", "een andere speler naar keuze", n.Select("player", "other"), make="player"),
    row("subject", "208.1", "that player", "die speler", make="that_player"),
    row("subject", "208.4", "all players", "alle spelers", n.Each(_PLAYER, every=True), plural=True),
    row("subject", "208.4", "each player", "elke speler", n.Each(_PLAYER)),
    row("subject", "208.4", "each other player", "elke andere speler", n.Each(n.Select("player", "other"))),
    row("subject", "104.2", "each opponent", "elke tegenstander", n.Each(n.Select("player", "opponent"))),
    row("subject", "G.controller", "its controller", "zijn controller", n.Controller, make="of_latest"),
    row("subject", "G.owner", "its owner", "zijn eigenaar", n.Owner, make="of_latest"),
)  # fmt: skip
OBJECTS = (
    row(_NAMED, "301.2", SELF, SELF, n.This),
    row("object named", "208.1", "target {D}", _ONE, make="target"),
    row("object named", "208.1", "another target {D}", _OTHER, make="another"),
    *(row("object named", "208.1", en, nl, kind, make="that") for kind, en, nl in _THAT),
    row("object named", "208.6", "that {class}", "die {class}", make="that_class"),
    row("object", "208.4", "all {D*}", "alle {D*}", make="all", plural=True),
    row("object", "208.6", "all {D*} of the same Class as {like}", "alle {D*} van dezelfde Class als {like}", make="all_like",
        slots={"like": "named"}, plural=True),
    row("object", "208.4", "all other {D*}", "alle andere {D*}", make="all_other", plural=True),
    row("object", "208.7", "all target player's {D*}", "alle {D*} van een speler naar keuze", _PLAYER, make="things", plural=True),
    row("object", "208.7", "all target opponent's {D*}", "alle {D*} van een tegenstander naar keuze", n.Select("player", "opponent"),
        make="things", plural=True),
    row("object", "208.7", "all target other player's {D*}", "alle {D*} van een andere speler naar keuze", n.Select("player", "other"),
        make="things", plural=True),
    row("object", "208.7", "all that player's {D*}", "alle {D*} van die speler", make="things", plural=True),
    row("object", "208.7", "target player's Life Base", "de Life Base van een speler naar keuze", _PLAYER, make="base"),
    row("object", "208.7", "target opponent's Life Base", "de Life Base van een tegenstander naar keuze",
        n.Select("player", "opponent"), make="base"),
    row("object", "208.7", "target other player's Life Base", "de Life Base van een andere speler naar keuze",
        n.Select("player", "other"), make="base"),
    row("object", "208.7", "that player's Life Base", "de Life Base van die speler", make="base"),
    row("object named", "208.3", "your Life Base", "je Life Base", n.Each(_BASE, n.You())),
    row("object", "208.1", "up to {count} target {D#count}",
        "maximaal {count} {adjs#count} {noun#count} naar keuze {control#count} {where#count}", make="up_to", slots={"count": "whole"}),
    *(row("object", "208.1", en, nl, kind, make="those_targets", plural=True) for kind, en, nl in _THOSE),
    row("object", "208.4", "{count} {D#count}", "{count} {D#count}", make="chosen", slots={"count": "whole"}),
)  # fmt: skip
DESCRIPTIONS = (
    row("adjs", "208.1", "", "", ()),
    row("adjs", "208.1", "{adj} {adjs}", "{adj} {adjs}", make="list"),
    row("adj", "402.3", "non Life Base", "non Life Base", ("life_base", False)),
    row("adj", "210.2", "damaged", "(beschadigde/beschadigd@)", ("state", "damaged")),
    row("adj", "G.unactivated", "unactivated", "(ongeactiveerde/ongeactiveerd@)", ("state", "unactivated")),
    row("adj", "G.non-active", "rotated", "(gedraaide/gedraaid@)", ("state", "not_ready")),
    row("adj", "304.2b", "{element}", "{element}", make="element"),
    row("adj", "304.2c", "{crew}", "{crew}", make="crew"),
    row("adj", "203.2", "Mystic", "Mystic", ("colour", "mystic")),
    row("adj", "203.2", "Boost", "Boost", ("colour", "boost")),
    row("adj", "203.2", "Robiumm", "Robiumm", ("colour", "robiumm")),
    row("adj", "203.2", "Colorless", "Colorless", ("colour", "colorless")),
    row("noun", "G.summon", "(summon/summons#)", "(Summon/Summons#)", _SUMMON),
    row("noun", "G.life-base", "Life (Base/Bases#)", "Life (Base/Bases#)", _BASE),
    row("noun", "208.6", "{class}", "{class}", make="class"),
    row("noun", "G.energy-crystal", "Energy (Crystal/Crystals#)", "Energy (Crystal/Crystals#)", n.Select("crystal"), neuter=True),
    row("noun", "G.effect", "(Effect/Effects#)", "(Effect/Effects#)", n.Select("effect"), neuter=True),
    row("noun", "G.permanent", "(permanent/permanents#)", "(permanent/permanents#)", n.Select("permanent"), neuter=True),
    row("noun", "200.1a", "action", "actie", n.Select("action")),
    row("noun", "200.1a", "cast", "cast", n.Select("action", action="cast")),
    row("noun", "200.1a", "cast of (a/an&) {cards}", "cast van een {cards}", make="cast_of"),
    row("noun", "200.1a", "movement", "beweging", n.Select("action", action="movement")),
    row("noun", "200.1a", "attack", "aanval", n.Select("action", action="attack")),
    row("noun", "200.1a", "activation", "activering", n.Select("action", action="activation")),
    row("control", "214.2", "", "", "any"),
    row("control", "208.3", "you control", "in jouw control", "you"),
    row("control", "214.2", "(an opponent controls/your opponents control#)",
        "in control van (een tegenstander/je tegenstanders#)", "opponent"),
    row("control", "214.2", "(another player controls/other players control#)",
        "in control van (een andere speler/andere spelers#)", "other"),
    row("where", "604.1", "", "", "any"),
    row("where", "604.1", "outside the No Attack Zone", "buiten de No Attack Zone", "outside_no_attack_zone"),
    row("where", "604.1", "in the No Attack Zone", "in de No Attack Zone", "in_no_attack_zone"),
    row("cards", "205.1", "(card/cards#)", "(kaart/kaarten#)", n.Select("card")),
    row("cards", "205.2", "Summon (Card/Cards#)", "Summon (Card/Cards#)", n.Select("card", card_kind="summon")),
    row("cards", "205.2", "Effect (Card/Cards#)", "Effect (Card/Cards#)", n.Select("card", card_kind="effect")),
    row("cards", "205.2", "Energy Crystal (Card/Cards#)", "Energy Crystal (Card/Cards#)", n.Select("card", card_kind="energy_crystal")),
    row("cards", "208.6", "{class} (Card/Cards#)", "{class} (Card/Cards#)", make="class_card", slots={"class": "class_name"}),
    row("cards", "304.2b", "{element} Summon (Card/Cards#)", "{element} Summon (Card/Cards#)", make="element_card"),
)  # fmt: skip

# --- how much ---------------------------------------------------------------------------------------------------------

_PILES = (
    ("your hand", "je hand", "hand", ""), ("your discard pile", "je discard pile", "discard", ""),
    ("that player's hand", "de hand van die speler", "hand", "that"),
    ("that player's discard pile", "de discard pile van die speler", "discard", "that"),
)  # fmt: skip
AMOUNTS = (
    row("tail", "107.1a", "", "", make="no_tail"),
    row("tail", "107.1a", "for each {D}", "voor (elke/elk@) {D}", n.Count, what="select", make="count"),
    row("tail", "209.2a", f"for each counter on {SELF}", f"voor elke counter op {SELF}", n.Count, what="counters", make="count"),
    *(
        row("tail", "107.1a", f"for each card in {en}", f"voor elke kaart in {nl}", n.Count, what=what, make=f"count_{whose}".rstrip("_"))
        for en, nl, what, whose in _PILES
    ),
    row("figure", "107.1a", "the number of {D*}", "het aantal {D*}", n.Count, what="select", make="count"),
    row("figure", "209.2a", f"the number of counters on {SELF}", f"het aantal counters op {SELF}", n.Count, what="counters",
        make="count"),
    *(
        row("figure", "107.1a", f"the number of cards in {en}", f"het aantal kaarten in {nl}", n.Count, what=what,
            make=f"count_{whose}".rstrip("_"))
        for en, nl, what, whose in _PILES
    ),
    row("figure", "402.11", "the {stat} of {of}", "de {stat} van {of}", n.Figure, slots={"of": "named", "stat": "stat"}),
    row("figure", "210.2", "the damage on {of}", "de schade op {of}", n.Figure, stat="damage", slots={"of": "named"}),
)  # fmt: skip

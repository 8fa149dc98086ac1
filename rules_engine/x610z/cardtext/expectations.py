"""What a refused card text says in Dutch of what was expected, and how an instruction is called in both languages.

The readers of card texts name what they expected in English, beside the rule that asks for it; here stands the Dutch of
each such phrase. A test reads the readers and holds that none is missing.
"""

import re
from collections.abc import Mapping

DEEDS: Mapping[str, tuple[str, str]] = {
    "Allow": ("a permission", "een toestemming"),
    "Cancel": ("cancelling", "annuleren"),
    "Damage": ("dealing damage", "schade toebrengen"),
    "Deactivate": ("deactivating", "deactiveren"),
    "Destroy": ("destroying", "vernietigen"),
    "Figure": ("a measured number", "een gemeten getal"),
    "Forbid": ("a prohibition", "een verbod"),
    "Heal": ("healing", "schade herstellen"),
    "ModCost": ("a changed cost", "veranderde kosten"),
    "ModStat": ("a changed stat", "een veranderde waarde"),
    "MoveCard": ("moving a card", "een kaart verplaatsen"),
    "MoveSummon": ("moving a summon", "een summon verplaatsen"),
    "Prevent": ("preventing damage", "schade voorkomen"),
    "Reactivate": ("reactivating", "reactiveren"),
    "Redirect": ("choosing another target", "een ander doelwit kiezen"),
    "Replace": ("putting in place of something", "ergens voor in de plaats leggen"),
    "Swap": ("swapping", "verwisselen"),
    "TakeControl": ("taking control", "het beheer overnemen"),
    "Warp": ("warping", "warpen"),
    "a Class Specific Effect Card": ("a Class Specific Effect Card", "een Class Specific Effect Card"),
    "a Summon Card": ("a Summon Card", "een Summon Card"),
    "a Summon Effect Card": ("a Summon Effect Card", "een Summon Effect Card"),
    "a continuous effect": ("a continuous effect", "een doorlopend effect"),
    "a continuous effect on one of several": (
        "a continuous effect on one of several",
        "een doorlopend effect op één van meerdere",
    ),
    "a cost": ("a cost", "een kostenpost"),
    "a step": ("a step", "een stap"),
    "an Effect Card": ("an Effect Card", "een Effect Card"),
    "an Energy Crystal Card": ("an Energy Crystal Card", "een Energy Crystal Card"),
    "an Energy Crystal Effect Card": ("an Energy Crystal Effect Card", "een Energy Crystal Effect Card"),
    "an ability": ("an ability", "een vermogen"),
}
"""What a second look complains of, in English and Dutch: the name of an instruction, or the words of the complaint."""

_DUTCH: Mapping[str, str] = {
    "'Produces' and energy (glossary Produce)": "‘Produceert’ en energie (begrip Produce)",
    "'for each'": "‘voor elke’",
    "'target cast', 'target activation', 'target movement' or 'target attack'": (
        "een gekozen cast, activering, beweging of aanval"
    ),
    "'target', which is named when the card is cast, or 'all' (207.5)": (
        "iets ‘naar keuze’, dat bij het uitspelen wordt genoemd, of ‘alle’ (207.5)"
    ),
    "'unactivated'; what is turned already cannot be deactivated (G.deactivate)": (
        "‘unactivated’; wat al gedraaid is, kan niet gedeactiveerd worden (G.deactivate)"
    ),
    "'until end of turn'": "‘tot het einde van de beurt’",
    "+1 or -1": "+1 of -1",
    "'all summons of the same Class as ...'": "‘alle Summons van dezelfde Class als ...’",
    "'target'; only what is cast or activated without more has up to so many targets": (
        "‘een ... naar keuze’; alleen wat zonder meer gecast of geactiveerd wordt, heeft ‘maximaal’ zoveel doelwitten"
    ),
    "'up to 2 targets' or more of that kind named before": (
        "eerder genoemd: ‘maximaal 2’ of meer van die soort ‘naar keuze’"
    ),
    "no second 'up to so many targets': a log could not tell the two apart (200.3)": (
        "geen tweede keer ‘maximaal’ zoveel doelwitten: een log kan die twee niet uit elkaar houden (200.3)"
    ),
    "1 or more": "1 of meer",
    "Energy Crystals as its targets (401.4a)": "Energy Crystals als doelwit (401.4a)",
    "[Movement Energy: ...] and the Basic Stats first (305.2)": (
        "eerst [Movement Energy: ...] en de Basic Stats (305.2)"
    ),
    "a Class": "een Class",
    "a Crew": "een Crew",
    "a number": "een getal",
    "a number before 'for each'": "een getal vóór ‘voor elke’",
    "a number from 0 to 99": "een getal van 0 tot en met 99",
    "a number from 1 on": "een getal vanaf 1",
    "a number; X stands only behind 'for each extra'": "een getal; X staat alleen achter ‘voor elke extra’",
    "a new line": "een nieuwe regel",
    "a permanent": "een permanent",
    "a step before that draws cards": "een eerdere stap die kaarten trekt",
    "a step before that draws, shows or searches for cards": (
        "een eerdere stap die kaarten trekt, toont of opzoekt"
    ),
    "a step before that deals or heals damage, draws or discards": (
        "een eerdere stap die schade toebrengt of heelt, trekt of aflegt"
    ),
    "a summon": "een summon",
    "an Element": "een Element",
    "an ability: triggered, continuous or activated (206.1)": (
        "een vermogen: getriggerd, doorlopend of geactiveerd (206.1)"
    ),
    "an action on the stack": "een actie op de stack",
    "an effect (401)": "een effect (401)",
    "an energy amount like M1": "een hoeveelheid energie zoals M1",
    "another card; the activation turns this one already (206.1e)": (
        "een andere kaart; de activering draait deze al (206.1e)"
    ),
    "another player; you pay with 'With extra ...'": "een andere speler; zelf betaal je met ‘Met ... extra’",
    "at least 1 counter": "minstens 1 counter",
    "discard, remove, destroy, deactivate or deal damage to what is yours": (
        "afleggen, verwijderen, vernietigen, deactiveren of schade toebrengen aan wat van jou is"
    ),
    "each energy type once, in the order M B R C": "elke soort energie één keer, in de volgorde M B R C",
    "lasting effects and effects of one moment on lines of their own": (
        "blijvende effecten en effecten van één moment op eigen regels"
    ),
    "one line of effect on each side of 'or'": "één regel met een effect aan elke kant van ‘of’",
    "one part of the cost that chooses among the same things": (
        "één onderdeel van de kosten dat uit dezelfde dingen kiest"
    ),
    "one summon": "één summon",
    "one summon; what was named before are several": "één summon; wat eerder genoemd is, zijn er meer",
    "steps that happen at once, or 'until end of turn' (206.2c)": (
        "stappen die meteen gebeuren, of ‘tot het einde van de beurt’ (206.2c)"
    ),
    "summons as its targets (401.2a)": "summons als doelwit (401.2a)",
    "summons, Energy Crystals, Effects or permanents": "summons, Energy Crystals, Effects of permanents",
    "the card's name": "de naam van de kaart",
    "two effects, with one 'or' between them (207.1)": "twee effecten, met één ‘of’ ertussen (207.1)",
    "what is yours; a cost has no targets (204.3)": "wat van jou is; kosten hebben geen doelwit (204.3)",
    "what you control": "wat jij beheert",
}
_DUTCH_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile("a first step before 'when successfully done'"),
        "een eerste stap vóór ‘is dat gelukt’",
    ),
    (
        re.compile(r"a first step before 'with extra \.\.\. instead'"),
        "een eerste stap vóór ‘met ... extra ... in plaats daarvan’",
    ),
    (re.compile(r"'target (?P<name>.+)' \(401\.3a\)"), r"een \g<name> naar keuze (401.3a)"),
    (re.compile("a target (?P<name>.+) named before"), r"een eerder genoemde \g<name> naar keuze"),
)


def expected_in(phrase: str, language: str) -> str:
    """What was expected, in a language; words of card texts are the same in both and stay as they are."""
    if language != "nl":
        return phrase
    if phrase in _DUTCH:
        return _DUTCH[phrase]
    for form, dutch in _DUTCH_FORMS:
        if found := form.fullmatch(phrase):
            return found.expand(dutch)
    return phrase


def is_named(phrase: str) -> bool:
    """True if there is Dutch for what was expected."""
    return phrase in _DUTCH or any(form.fullmatch(phrase) for form, _dutch in _DUTCH_FORMS)


def deed_in(word: str, language: str) -> str:
    """How what is complained of is called in a language; what stands in the text itself stays."""
    english, dutch = DEEDS.get(word, (word, word))
    return dutch if language == "nl" else english

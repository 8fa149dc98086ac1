"""The Dutch of the printed cards: each sentence said again in the English of :mod:`tests.referee.english`.

The Dutch texts turn a sentence round ("breng je die Summon 2 schade toe") and split verbs ("leg ... af"): a sentence is
first brought into the order of an instruction, then said in English by the rows below.
"""

from __future__ import annotations

import re

from .dutch_words import PLACE, E, P, cards, counted, described, hold, lower, measure, place, player, thing
from .page import Unread

PHASES = r"(?:reactivation|draw|action|end) phase"

# --- instructions ----------------------------------------------------------------------------------------------------

VERBS = """trek trekt trekken trekken
leg legt leggen afleggen af
leg legt leggen leggen
houd houdt houden houden
doorzoek doorzoekt doorzoeken doorzoeken
schud schudt schudden schudden
toon toont tonen tonen
bekijk bekijkt bekijken bekijken
presenteer presenteert presenteren presenteren
neem neemt nemen nemen
verplaats verplaatst verplaatsen verplaatsen
verwijder verwijdert verwijderen verwijderen
breng brengt brengen toebrengen toe
heel heelt helen helen
vernietig vernietigt vernietigen vernietigen
annuleer annuleert annuleren annuleren
deactiveer deactiveert deactiveren deactiveren
reactiveer reactiveert reactiveren reactiveren
warp warpt warpen warpen
geef geeft geven geven
voorkom voorkomt voorkomen voorkomen
beweeg beweegt bewegen bewegen
doe doet doen doen
sla slaat slaan overslaan over
verwissel verwisselt verwisselen verwisselen
betaal betaalt betalen betalen
kies kiest kiezen kiezen"""
FORMS = [tuple(line.split()) for line in VERBS.split("\n")]
HIS = r"(?:je|zijn|hun)"
CARD = r"(?:[A-Z]\w+ )*(?:Cards?|kaart|kaarten)"
TEXT = {"o": thing, "c": cards, "m": measure, "l": place, "h": hold, "p": player}
"""By the letter a group begins with: how its words are said in English."""
ORDERS = [
    (r"trek (\d+) extra kaart(?:en)?", r"draw \1 extra cards"),
    (rf"trek (\d+) kaart(?:en)? van {HIS} deck", r"draw \1 cards from your deck"),
    (rf"trek kaarten gelijk aan (?P<m>.+) van {HIS} deck", "draw cards equal to {m} from your deck"),
    (r"leg (\d+) willekeurige kaart(?:en)? af", r"discard \1 cards at random"),
    (r"leg kaarten af tot er (\d+) over (?:is|zijn)", r"discard down to \1 cards"),
    (r"leg zoveel kaarten af", "discard that many cards"),
    (rf"trek zoveel kaarten van {HIS} deck", "draw that many cards from your deck"),
    (rf"betaal ({E})", r"pay \1"),
    (rf"leg {HIS} hand af", "discard your hand"),
    (r"leg de (\d+) andere kaart(?:en)? af", r"discard the \1 other cards"),
    (r"leg (?P<o>die kaart|die kaarten|de andere kaarten) af", "discard {o}"),
    (r"leg (\d+|alle) (?P<c>(?:.+ C|k)a[ra]\w+) af", r"discard \1 {c}"),
    (r"leg (\d+) (counters?) op ~", r"place \1 \2 on ~"),
    (
        rf"doorzoek {HIS} (deck|discard pile) naar (\d+) (?P<c>{CARD})(?P<two> en (?P<k2>\d+) (?P<c2>{CARD}))?"
        rf"(?P<show>, toont? die|, die tonen)? en (?:verplaatst? die |die )(?P<l>{PLACE})(?: verplaatsen)?",
        r"search your \1 for \2 {c}{two}{show} and move it {l}",
    ),
    (rf"schud {HIS} deck", "shuffle your deck"),
    (rf"schud {HIS} hand in {HIS} deck", "shuffle your hand into your deck"),
    (
        rf"schud alle kaarten uit {HIS} discard pile in {HIS} deck",
        "shuffle all cards in your discard pile into your deck",
    ),
    (rf"toon {HIS} hand", "show your hand"),
    (rf"toon de bovenste (?:(\d+) kaarten|kaart) van {HIS} deck", "show the top {1} cards of your deck"),
    (
        rf"bekijk de bovenste (?:(\d+) kaart(?:en)?|kaart) van {HIS} deck",
        "look at the top {1} cards of your deck",
    ),
    (
        rf"bekijk de bovenste (\d+) kaart(?:en)? van het deck van (?P<p>{P})",
        r"look at the top \1 cards of {p}'s deck",
    ),
    (rf"bekijk de hand van (?P<p>{P})", "look at {p}'s hand"),
    (rf"presenteer {HIS} hand", "present your hand"),
    (
        rf"neem (\d+) (?P<c>(?:.+ Cards?)?) ?van die kaarten in {HIS} hand",
        r"take \1 {c} of those cards into your hand",
    ),
    (
        rf"verplaats (\d+|alle) (?P<c>(?:.+ C|k)a[ra]\w+) uit {HIS} (hand|discard pile) (?P<l>{PLACE})",
        r"move \1 {c} from your \3 {l}",
    ),
    (
        rf"verwijder (\d+|alle) (?P<c>(?:.+ C|k)a[ra]\w+) uit {HIS} (hand|discard pile) uit het spel",
        r"remove \1 {c} in your \3 from the game",
    ),
    (r"verwijder (\d+|alle) (counters?) van ~", r"remove \1 \2 from ~"),
    (r"verwijder (\d+) (counters?)", r"remove \1 \2"),
    (r"breng (?P<o>.+) zoveel schade toe", "deal that much damage to {o}"),
    (r"heel zoveel schade van (?P<o>.+)", "heal that much damage from {o}"),
    (r"breng (?P<o>.+?) (\d+) (?P<extra>extra )?schade toe", r"deal \2 {extra}damage to {o}"),
    (r"breng (?P<o>.+) schade toe gelijk aan (?P<m>.+)", "deal damage to {o} equal to {m}"),
    (r"breng (?P<o>.+) schade gelijk aan (?P<m>.+) toe", "deal damage to {o} equal to {m}"),
    (r"heel (\d+|alle) (?P<extra>extra )?schade van (?P<o>.+)", r"heal \1 {extra}damage from {o}"),
    (r"heel schade van (?P<o>.+) gelijk aan (?P<m>.+)", "heal damage from {o} equal to {m}"),
    (r"(vernietig|annuleer|deactiveer|reactiveer|warp) (?P<o>.+)", r"\1 {o}"),
    (r"geef (?P<o>.+) een ander toegestaan doel", "redirect {o} to another legal target"),
    (r"voorkom alle schade aan (?P<o>.+)", "prevent all damage that would be dealt to {o}"),
    (
        r"voorkom de volgende (\d+) schade aan (?P<o>.+)",
        r"prevent the next \1 damage that would be dealt to {o}",
    ),
    (r"neem (?P<o>.+) in control", "take control of {o}"),
    (r"neem nog een beurt", "take another turn"),
    (
        r"beweeg (?P<o>.+?) (tot )?(\d+) (dots?)(?P<rules> volgens de spelregels)?",
        r"move {o} {2}\3 \4{rules}",
    ),
    (
        r"beweeg (?P<o>.+) naar de Starting Dot van zijn controller",
        "move {o} to its controller's Starting Dot",
    ),
    (
        r"beweeg (?P<o>.+) naar een Ending Dot(?P<rules> volgens de spelregels)?",
        "move {o} to an Ending Dot{rules}",
    ),
    (rf"verplaats (?P<o>.+) (?P<l>{PLACE})", "move {o} {l}"),
    (r"verwijder (?P<o>.+) uit het spel", "remove {o} from the game"),
    (rf"doe ({E}) in {HIS} Energy Pool", r"add \1 to your Energy Pool"),
    (rf"sla {HIS} volgende (beurt|{PHASES}) over", r"skip your next \1"),
    (r"verwissel de plaatsen van (?P<o1>.+) en (?P<o2>.+)", "swap the places of {o1} and {o2}"),
    (r"verwissel de schade van (?P<o1>.+) en (?P<o2>.+)", "swap the damage of {o1} and {o2}"),
    (r"verwissel de control van (?P<o1>.+) en (?P<o2>.+)", "swap control of {o1} and {o2}"),
]
SAID = {
    "alle": "all",
    "beurt": "turn",
    "vernietig": "destroy",
    "annuleer": "cancel",
    "deactiveer": "deactivate",
    "reactiveer": "reactivate",
    "tot ": "up to ",
    "extra ": "extra ",
    " volgens de spelregels": " according to the game rules",
    ", toon die": ", show it",
    ", toont die": ", show it",
    ", die tonen": ", show it",
}
MAY = {
    "nog een keer aanvallen": "attack again",
    "nog een keer bewegen": "move again",
    "scherpe bochten maken": "make sharp turns",
    "in verschillende richtingen aanvallen en bewegen": "attack and move in different directions",
    "vanuit de No Attack Zone aanvallen": "attack from the No Attack Zone",
}
CANNOT = {
    "niet aanvallen": "attack",
    "niet bewegen": "move",
    "niet worden aangevallen": "be attacked",
    "geen schade krijgen": "be dealt damage",
    "geen doel zijn": "be targeted",
    "niet worden geactiveerd": "be activated",
}
FIGURES = r"(?:Aanvalskracht|Defense|Speed|Range) [+-]\d+"
FIGURES = rf"{FIGURES}(?: en {FIGURES})*"


def filled(template: str, found: re.Match[str]) -> str:
    """A row in English, with what stood in its groups."""
    said = {
        name: TEXT.get(name[0], SAID.get)(text) if text else "" for name, text in found.groupdict().items()
    }
    if "two" in said:
        said["two"] = f" and {found['k2']} {said['c2']}" if found["two"] else ""
    for place_, text in enumerate(found.groups(), 1):
        word = SAID.get(text or "", text or "")
        template = template.replace(f"\\{place_}", word).replace(f"{{{place_}}}", word)
    for name, text in said.items():
        template = template.replace("{" + name + "}", text or "")
    return re.sub("  +", " ", template)


def order(words: str) -> str:
    """An instruction in the order of an instruction ("leg 1 kaart af")."""
    if found := re.fullmatch(r"houd (\d+) van die kaarten en (leg .+)", words):
        return f"keep {found[1]} of those cards, {order(found[2])}"
    for pattern, template in ORDERS:
        if found := re.fullmatch(pattern, words):
            try:
                return filled(template, found)
            except Unread:
                continue
    raise Unread(words)


def attempt(before: str, words: str) -> str:
    """An order, or nothing."""
    try:
        return before + order(words)
    except Unread:
        return ""


def straight(words: str) -> str:
    """One sentence or a part of it, whichever way it is turned."""
    low = lower(words)
    for one, third, many, plain, *off in FORMS:
        end = f" {off[0]}" if off else ""
        if found := re.fullmatch(
            rf"(?:(?:mag|mogen) ({P})|({P}) (?:mag|mogen)) (.+?) {plain}((?: gelijk|, die| en die| tot er) .+)?",
            low,
        ):
            before, rest = player(found[1] or found[2]) + " may ", f"{one} {found[3]}{end}{found[4] or ''}"
        elif found := re.fullmatch(
            rf"(?:{one}|{third}|{many}) ({P}) (.+)|({P}) (?:{one}|{third}|{many}) (.+)", low
        ):
            who = found[1] or found[3]
            before, rest = "" if who in ("je", "jij") else player(who) + " ", f"{one} {found[2] or found[4]}"
        else:
            continue
        if said := attempt(before, rest):
            return said
    return attempt("", low) or stated(low)


def turned(verb: str, rest: str) -> str:
    """A verb behind or before what it speaks of ("O krijgt Speed +1", "krijgt O Speed +1")."""
    return rf"(?:(?P<o>.+?) {verb}|{verb} (?P<oo>.+?)) {rest}"


def stated(words: str) -> str:
    """A sentence about a thing or a price."""
    if found := re.fullmatch(rf"(?:moet ({P})|({P}) moet) ({E}) betalen", words):
        return f"{player(found[1] or found[2])} must pay {found[3]}"
    if found := re.fullmatch(
        rf"(?:(?:kan|kunnen) ({P})|({P}) (?:kan|kunnen)) geen (.+) (casten|activeren)", words
    ):
        verb = "cast" if found[4] == "casten" else "activate"
        return f"{player(found[1] or found[2])} can't {verb} {cards(found[3])}"
    if found := re.fullmatch(turned("krijg(?:t|en)", f"(?P<f>{FIGURES})"), words):
        said = found["f"].replace("Aanvalskracht", "Attack Power").replace(" en ", " and ")
        return f"{thing(found['o'] or found['oo'])} gets {said}"
    if found := re.fullmatch(turned("(?:kan|kunnen)", f"(?P<v>{'|'.join(CANNOT)})"), words):
        return f"{thing(found['o'] or found['oo'])} can't {CANNOT[found['v']]}"
    if found := re.fullmatch(turned("(?:mag|mogen)", f"(?P<v>{'|'.join(MAY)})"), words):
        return f"{thing(found['o'] or found['oo'])} may {MAY[found['v']]}"
    if found := re.fullmatch(turned("kost(?:en)?", f"(?P<e>{E}) (?P<v>meer|minder)"), words):
        return f"{priced(found['o'] or found['oo'])} costs {found['e']} {'more' if found['v'] == 'meer' else 'less'}"
    raise Unread(words)


def priced(words: str) -> str:
    """What costs more or less."""
    if found := re.fullmatch(r"Movement Energy van (.+)", words):
        return f"Movement Energy of {thing(found[1])}"
    if found := re.fullmatch(rf"(.+|kaarten) die ({P}) cast(?:en)?", words):
        return f"{cards(found[1])} {player(found[2])} cast"
    return thing(words)


# --- how sentences hang together -------------------------------------------------------------------------------------

UNTIL = {
    " tot het einde van de beurt": " until end of turn",
    " tot het einde van de volgende beurt van zijn controller": " until the end of its controller's next turn",
}
INSTEAD = " in plaats daarvan"
LEADS = [
    (r"is dat gelukt, dan (.+)", "When successfully done, "),
    (r"doet hij dat niet, dan (.+)", "If he doesn't, "),
    (rf"met ({E})(?: extra)? (.+)", r"With extra \1, "),
    (rf"voor elke extra ({E}) (.+)", r"For each extra \1, "),
]


def instead(words: str) -> str:
    """ "Als ... zou": something else happens in its place (107.1a)."""
    if found := re.fullmatch(
        rf"als (.+) vernietigd zou(?:den)? worden, "
        rf"(?:(heel){INSTEAD} alle schade ervan|(?:verwijder|verplaats) die{INSTEAD} (.+))",
        words,
    ):
        return f"if {thing(found[1])} would be destroyed, {spared(found[3])} instead"
    if found := re.fullmatch(
        rf"als (.+) schade zou(?:den)? krijgen, krijg(?:t|en) (.+) die schade{INSTEAD}", words
    ):
        return f"if {thing(found[1])} would be dealt damage, {thing(found[2])} is dealt that damage instead"
    if found := re.fullmatch(
        rf"als ({P}) een kaart zou(?:den)? trekken, word(?:t|en){INSTEAD} (\d+) kaart(?:en)? getrokken", words
    ):
        return f"if {player(found[1])} would draw a card, {found[2]} cards are drawn instead"
    if found := re.fullmatch(
        rf"als ({P}) een kaart zou(?:den)? afleggen, (?:verwijder|verplaats) die{INSTEAD} (.+)", words
    ):
        return f"if {player(found[1])} would discard a card, {spared(found[2])} instead"
    raise Unread(words)


def spared(words: str | None) -> str:
    """What becomes of it instead."""
    if words is None:
        return "heal all damage from it"
    return "remove it from the game" if words == "uit het spel" else f"move it {place(words)}"


def clause(words: str) -> str:
    """One sentence without its dot."""
    low = lower(words)
    for pattern, before in LEADS:
        if found := re.fullmatch(pattern, low):
            said = found.expand(before) if found.re.groups > 1 else before
            return said + clause(found[found.re.groups])
    if found := re.fullmatch(rf"(.+), tenzij ({P}) dit met ({E}) voorkomt", low):
        return f"{clause(found[1])}, unless {player(found[2])} prevents this with {found[3]}"
    for end, said in (*UNTIL.items(), (INSTEAD, " instead")):
        if low.endswith(end) and (end != INSTEAD or not low.endswith("die schade" + INSTEAD)):
            return clause(low.removesuffix(end)) + said
    if found := re.fullmatch(rf"((?:.+ )?(?:mag|mogen) .+ in control)({'|'.join(UNTIL)}) nemen", low):
        return clause(f"{found[1]} nemen") + UNTIL[found[2]]
    if low.startswith("als "):
        return instead(low)
    if found := re.fullmatch(r"(.+?) voor elke? (?!extra)(.+)", low):
        return f"{straight(found[1])} for each {counted(found[2])}"
    if found := re.fullmatch(
        rf"kies (?:je )?(\d+) van die kaarten, ({P}) legt (die kaart|die kaarten) af", low
    ):
        return f"choose {found[1]} of those cards, {player(found[2])} discards {thing(found[3])}"
    if found := re.fullmatch(
        rf"(?:mag ({P})|({P}) mag) (\d+) van die kaarten kiezen, ({P}) legt (die kaart|die kaarten) af", low
    ):
        asked = player(found[1] or found[2])
        return f"{asked} may choose {found[3]} of those cards, {player(found[4])} discards {thing(found[5])}"
    if found := re.fullmatch(r"houd (\d+) van die kaarten en (.+)", low):
        return f"keep {found[1]} of those cards, {straight(found[2])}"
    if found := re.fullmatch(
        rf"(?:(?:mag|mogen) ({P})|({P}) (?:mag|mogen)) (\d+) van die kaarten houden "
        r"en de (\d+) andere kaart(?:en)? afleggen",
        low,
    ):
        asked = player(found[1] or found[2])
        return f"{asked} may keep {found[3]} of those cards, discard the {found[4]} other cards"
    return straight(low)


EVENTS = {
    "aanvalt": "attacks",
    "beweegt": "moves",
    "wordt aangevallen": "is attacked",
    "schade krijgt": "is dealt damage",
    "wordt vernietigd": "is destroyed",
    "wordt geactiveerd": "is activated",
    "in play komt": "enters play",
    "uit play gaat": "leaves play",
}
WORD = {
    "Telkens als": "Whenever",
    "Als": "When",
    "Aan het begin van": "At the beginning of",
    "Tijdens": "During",
    "In": "In",
}


def event(words: str) -> str:
    """What a Trigger Condition looks for."""
    if found := re.fullmatch(rf"({P}) een kaart (trekt|aflegt)", words):
        return f"{player(found[1])} {'draws' if found[2] == 'trekt' else 'discards'} a card"
    if found := re.fullmatch(rf"({P}) een (.+) cast", words):
        return f"{player(found[1])} casts a {cards(found[2])}"
    for end, said in EVENTS.items():
        if words.endswith(" " + end):
            what = words.removesuffix(" " + end)
            plain = re.fullmatch(r"een (.+)", what) if "naar keuze" not in what else None
            return f"a {described(plain[1]) if plain else thing(what).removeprefix('a ')} {said}".replace(
                "a ~", "~"
            ).replace("a target", "target")
    raise Unread(words)


def line_in_english(line: str) -> str:
    """A line of a card, said in English."""
    if line == "of":
        return "or"
    if line.startswith("Produceert "):
        return line.replace("Produceert", "Produces")
    if line.startswith("[Movement Energy"):
        return line.replace("Aanvalskracht", "Attack Power")
    if found := re.fullmatch(r"\[Activation Symbol(?:, (.+?))?\] (.+)", line):
        costs = [one if re.fullmatch(E, one) else clause(one) for one in (found[1] or "").split(", ") if one]
        return f"[{', '.join(['Activation Symbol', *costs])}] {sentences(found[2])}"
    if found := re.fullmatch(
        rf"(Aan het begin van|Tijdens|In) (je|de) (\w+ phase)(?: van ({P}))? (.+)", line
    ):
        whose = "your" if found[2] == "je" else player(found[4]) + "'s"
        return f"{WORD[found[1]]} {whose} {found[3]}, {sentences(found[5])}"
    found = re.fullmatch(r"(Telkens als|Als) (.+?), (.+)", line)
    if found and not re.search(r" zou(?:den)? ", found[2]):
        return f"{WORD[found[1]]} {event(found[2])}, {sentences(found[3])}"
    return sentences(line)


def sentences(text: str) -> str:
    """Sentence by sentence."""
    said = [clause(words.removesuffix(".")) for words in re.split(r"(?<=\.) ", text)]
    return " ".join(
        f"{one[:1].upper()}{one[1:]}." if place_ else f"{one}." for place_, one in enumerate(said)
    )


def in_english(text: str, name: str) -> str:
    """A Dutch text, said in English with a sign in the place of its name. Raises :class:`Unread`."""
    text = re.sub(rf"(?<![\w]){re.escape(name)}(?!\w)", "~", text) if name else text
    return "\n".join(line_in_english(line) for line in text.split("\n") if line)

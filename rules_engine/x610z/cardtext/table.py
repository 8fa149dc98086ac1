"""The table of templates: every sentence, phrase and word of card texts, once in English and once in Dutch.

Each row is read and printed (see :mod:`.templates` for how a row is written). A new text is a new row here, and a
handler that carries its node out.
"""

# ruff: noqa: E501 (a row is read along its line)

from __future__ import annotations

from rules_engine.x610z import nodes as n

from .table_words import AMOUNTS, DESCRIPTIONS, OBJECTS, WHO, row
from .templates import Template
from .words import SELF

_PLAYER = n.Select("player")

# --- lines ------------------------------------------------------------------------------------------------------------

_LINES = (
    row("line", "207.1", "or", "of", make="or"),
    row(
        "line", "305.2", "[Movement Energy: {movement}] Attack Power {attack}, Defense {defense}, Speed {speed}, Range {range}.",
        "[Movement Energy: {movement}] Aanvalskracht {attack}, Defense {defense}, Speed {speed}, Range {range}.",
        n.Stats, slots={"attack": "whole", "defense": "whole", "speed": "whole", "range": "whole"},
    ),
    row("line", "G.produce", "Produces {energy}.", "Produceert {energy}.", n.Produce),
    row("line", "207.6", "[Activation Symbol{costs}] {sentences}", "[Activation Symbol{costs}] {sentences}", make="activated"),
    row("line", "207.4a", "{phase_of} , {sentences}", "{phase_of} {sentences:inv}", make="trigger"),
    row("line", "207.4a", "{event_of} , {sentences}", "{event_of} , {sentences:inv}", make="trigger"),
    row("line", "206.2b", "{sentences}", "{sentences}", make="body"),
    row("costs", "204.3b", "", "", ()),
    row("costs", "204.3b", ", {cost_part} {costs}", ", {cost_part} {costs}", make="list"),
    row("cost_part", "204.3b", "{cost}", "{cost}", make="energy_part"),
    row("cost_part", "209.2a", "remove {counters} (counter/counters:counters)", "verwijder {counters} (counter/counters:counters)",
        make="counter_part", slots={"counters": "whole"}),
)  # fmt: skip

# --- sentences --------------------------------------------------------------------------------------------------------

_SENTENCES = (
    row("sentence", "206.2b", "{clause} .", "{clause:^} .", make="plain"),
    row("sentence", "204.4b", "with extra {cost}, {then}.", "met {cost} extra {then:inv}.", make="with_extra"),
    row("sentence", "204.4b", "with extra {cost}, {then} instead.", "met {cost} extra {then:inv} in plaats daarvan.", make="instead"),
    row("sentence", "204.4b", "for each extra {cost}, {then}.", "voor elke extra {cost} {then:inv}.", make="each_extra"),
    row("sentence", "207.3", "when successfully done, {then}.", "is dat gelukt, dan {then:inv}.", make="if_done"),
    row("sentence", "207.2", "{otherwise}, unless {payer} prevents this with {cost}.",
        "{otherwise:^}, tenzij {payer} dit met {cost} voorkomt.", make="unless"),
    row("sentence", "107.1a", "{payer} may {deed:fin}.", "{payer} <mag {deed:fin}>.", make="may"),
    row("sentence", "207.2", "{payer} must pay {cost}. If he doesn't, {otherwise}.",
        "{payer} <moet {cost} betalen>. Doet hij dat niet, dan {otherwise:inv}.", make="must_pay"),
)  # fmt: skip

# --- trigger conditions (207.4) ---------------------------------------------------------------------------------------

_WHOSE = (
    ("your", "je {phase} phase", "you"),
    ("each player's", "de {phase} phase van elke speler", "any"),
    ("each opponent's", "de {phase} phase van elke tegenstander", "opponent"),
    ("target player's", "de {phase} phase van een speler naar keuze", "host"),
)
_TRIGGERS = (
    *(
        row("phase_of", "207.4", f"{{word}} {en} {{phase}} phase", f"{{word}} {nl}", n.When, event="phase", whose=whose,
            slots={"word": "phase_word"}, make="when")
        for en, nl, whose in _WHOSE
    ),
    row("event_of", "207.4", "{word} (a/an&) {D} {event}", "{word} een {D} {event}", n.When, make="when"),
    row("event_of", "207.4", "{word} {ref} {event}", "{word} {ref} {event}", n.When, make="when"),
    row("event_of", "207.4", "{word} {whose} (casts/cast:whose) (a/an&) {cards}", "{word} {whose} een {cards} cast", n.When,
        event="cast", make="when"),
    row("event_of", "212.1", "{word} {whose} (draws/draw:whose) a card", "{word} {whose} een kaart trekt", n.When,
        event="draws", make="when"),
    row("event_of", "G.discard", "{word} {whose} (discards/discard:whose) a card", "{word} {whose} een kaart aflegt", n.When,
        event="discards", make="when"),
    row("phase_word", "207.4", "in", "in", "in"),
    row("phase_word", "207.4", "during", "tijdens", "during"),
    row("phase_word", "207.4", "at the beginning of", "aan het begin van", "at"),
    row("word", "207.4", "when", "als", "when"),
    row("word", "207.4", "whenever", "telkens als", "whenever"),
    row("phase", "G.phase", "reactivation", "reactivation", "reactivation"),
    row("phase", "G.phase", "draw", "draw", "draw"),
    row("phase", "G.phase", "action", "action", "action"),
    row("phase", "G.phase", "end", "end", "end"),
    row("whose", "208.3", "you", "jij", "you", plural=True),
    row("whose", "104.2", "an opponent", "een tegenstander", "opponent"),
    row("whose", "104.1", "a player", "een speler", "any"),
    row("ref", "301.2", SELF, SELF, n.This),
    row("ref", "207.5a", "target {D}", "een {adjs} {noun} naar keuze {control} {where}", make="target"),
    row("event", "G.attack", "attacks", "aanvalt", "attacks"),
    row("event", "G.attack", "is attacked", "wordt aangevallen", "attacked"),
    row("event", "G.move", "moves", "beweegt", "moves"),
    row("event", "210.2", "is dealt damage", "schade krijgt", "damaged"),
    row("event", "210.7", "is destroyed", "wordt vernietigd", "destroyed"),
    row("event", "G.play", "enters play", "in play komt", "enters"),
    row("event", "G.play", "leaves play", "uit play gaat", "leaves"),
    row("event", "G.activate", "is activated", "wordt geactiveerd", "activated"),
)  # fmt: skip

# --- what players do: without a subject it is the caster (208.4) ------------------------------------------------------

_ACT = "act deed clause"
_PAY = "act deed clause cost_part"
_ACTS = (
    row(_ACT, "212.1", "(draw/draws) {count} (card/cards:count) from (your/his/their) deck {count~}",
        "<(trek/trekt/trekken) {count} (kaart/kaarten:count) van (je/zijn/hun) deck + {count~}>", n.Draw),
    row(_ACT, "702.1", "(draw/draws) {count} extra (card/cards:count)",
        "<(trek/trekt/trekken) {count} extra (kaart/kaarten:count)>", n.Draw, extra=True),
    row(_ACT, "212.1", "(draw/draws) cards equal to {count=} from (your/his/their) deck",
        "<(trek/trekt/trekken) kaarten gelijk aan {count=} van (je/zijn/hun) deck>", n.Draw),
    row(_PAY, "G.discard", "(discard/discards) {count} {cards#count} {count~}",
        "<(leg/legt/leggen) {count} {cards#count} +af {count~}>", n.Discard, make="discard"),
    row(_PAY, "502.2", "(discard/discards) {count} (card/cards:count) at random",
        "<(leg/legt/leggen) {count} willekeurige (kaart/kaarten:count) +af>", n.Discard, choice="random"),
    row(_ACT, "G.discard", "(discard/discards) down to {count} (card/cards:count)",
        "<(leg/legt/leggen) kaarten +af tot er {count} over (is/zijn:count)>", n.Discard, down_to=True),
    row(_ACT, "207.3", "(discard/discards) that many cards", "<(leg/legt/leggen) zoveel kaarten +af>", n.Discard, count=n.That(),
        make="so_many"),
    row(_ACT, "207.3", "(draw/draws) that many cards from (your/his/their) deck",
        "<(trek/trekt/trekken) zoveel kaarten van (je/zijn/hun) deck>", n.Draw, count=n.That(), make="so_many"),
    row(_ACT, "207.2", "(pay/pays) {cost}", "<(betaal/betaalt/betalen) {cost}>", n.Pay),
    row(_ACT, "G.discard", "(discard/discards) (your/his/their) hand", "<(leg/legt/leggen) (je/zijn/hun) hand +af>",
        n.Discard, count=n.All()),
    row(_ACT, "G.shuffle", "(shuffle/shuffles) (your/his/their) deck", "<(schud/schudt/schudden) (je/zijn/hun) deck>", n.Shuffle),
    row(_ACT, "G.shuffle", "(shuffle/shuffles) (your/his/their) hand into (your/his/their) deck",
        "<(schud/schudt/schudden) (je/zijn/hun) hand in (je/zijn/hun) deck>", n.Shuffle, hand_first=True),
    row(_ACT, "G.shuffle", "(shuffle/shuffles) all cards in (your/his/their) discard pile into (your/his/their) deck",
        "<(schud/schudt/schudden) alle kaarten uit (je/zijn/hun) discard pile in (je/zijn/hun) deck>", n.Shuffle, pile_first=True),
    row(_ACT, "213.1", "(show/shows) (your/his/their) hand", "<(toon/toont/tonen) (je/zijn/hun) hand>", n.Show),
    row(_ACT, "213.1", "(show/shows) the top card of (your/his/their) deck",
        "<(toon/toont/tonen) de bovenste kaart van (je/zijn/hun) deck>", n.Show, what="deck_top", count=n.Const(1)),
    row(_ACT, "213.1", "(show/shows) the top {count} (card/cards:count) of (your/his/their) deck",
        "<(toon/toont/tonen) de bovenste {count} (kaart/kaarten:count) van (je/zijn/hun) deck>", n.Show, what="deck_top"),
    row(_ACT, "107.1a", "(look/looks) at the top card of (your/his/their) deck",
        "<(bekijk/bekijkt/bekijken) de bovenste kaart van (je/zijn/hun) deck>", n.Look, what="deck_top", count=n.Const(1)),
    row(_ACT, "107.1a", "(look/looks) at the top {count} (card/cards:count) of (your/his/their) deck",
        "<(bekijk/bekijkt/bekijken) de bovenste {count} (kaart/kaarten:count) van (je/zijn/hun) deck>", n.Look, what="deck_top"),
    row(_ACT, "107.1a", "(look/looks) at the top {count} (card/cards:count) of {of} deck",
        "<(bekijk/bekijkt/bekijken) de bovenste {count} (kaart/kaarten:count) van het deck van {of}>", n.Look, what="deck_top",
        slots={"of": "holder"}, make="look"),
    row(_ACT, "107.1a", "(look/looks) at {of} hand", "<(bekijk/bekijkt/bekijken) de hand van {of}>", n.Look, what="hand",
        slots={"of": "holder"}, make="look"),
    row("holder", "208.1", "target player's", "een speler naar keuze", _PLAYER, make="player"),
    row("holder", "208.1", "target opponent's", "een tegenstander naar keuze", n.Select("player", "opponent"), make="player"),
    row("holder", "208.1", "target other player's", "een andere speler naar keuze", n.Select("player", "other"), make="player"),
    row("holder", "208.1", "that player's", "die speler", make="that_player"),
    row(_ACT, "213.2", "(present/presents) (your/his/their) hand", "<(presenteer/presenteert/presenteren) (je/zijn/hun) hand>",
        n.Present),
    row(_ACT, "203.2", "(add/adds) {energy} to (your/his/their) Energy Pool {times~}",
        "<(doe/doet/doen) {energy} in (je/zijn/hun) Energy Pool + {times~}>", n.GainEnergy),
    row(_ACT, "700.2", "(take/takes) another turn", "<(neem/neemt/nemen) nog een beurt>", n.ExtraTurn),
    row(_ACT, "700.2", "(skip/skips) (your/his/their) next turn", "<(sla/slaat/slaan) (je/zijn/hun) volgende beurt +over>", n.SkipTurn),
    row(_ACT, "700.2", "(skip/skips) (your/his/their) next {phase} phase",
        "<(sla/slaat/slaan) (je/zijn/hun) volgende {phase} phase +over>", n.SkipTurn),
    row(_ACT, "212.2", "(search/searches) (your/his/their) {zone} for {count} {cards#count}, show (it/them:count) and move (it/them:count) {place}",
        "<(doorzoek/doorzoekt/doorzoeken) (je/zijn/hun) {zone} naar {count} {cards#count}>, <(toon/toont/tonen) die> en "
        "<(verplaats/verplaatst/verplaatsen) die {place}>", n.Search, show=True, slots={"zone": "searched", "place": "own_place"},
        make="search"),
    row(_ACT, "212.2", "(search/searches) (your/his/their) {zone} for {count} {cards#count} and move (it/them:count) {place}",
        "<(doorzoek/doorzoekt/doorzoeken) (je/zijn/hun) {zone} naar {count} {cards#count}> en "
        "<(verplaats/verplaatst/verplaatsen) die {place}>", n.Search, slots={"zone": "searched", "place": "own_place"}, make="search"),
    row(_ACT, "212.2", "(search/searches) (your/his/their) {zone} for {count} {cards#count} and {also_count} {also#also_count}, show them "
        "and move them {place}",
        "<(doorzoek/doorzoekt/doorzoeken) (je/zijn/hun) {zone} naar {count} {cards#count} en {also_count} {also#also_count}>, "
        "<(toon/toont/tonen) die> en <(verplaats/verplaatst/verplaatsen) die {place}>", n.Search, show=True,
        slots={"zone": "searched", "place": "own_place", "also": "cards", "also_count": "number"}, make="search"),
    row(_ACT, "212.2", "(search/searches) (your/his/their) {zone} for {count} {cards#count} and {also_count} {also#also_count} and move "
        "them {place}",
        "<(doorzoek/doorzoekt/doorzoeken) (je/zijn/hun) {zone} naar {count} {cards#count} en {also_count} {also#also_count}> en "
        "<(verplaats/verplaatst/verplaatsen) die {place}>", n.Search,
        slots={"zone": "searched", "place": "own_place", "also": "cards", "also_count": "number"}, make="search"),
    row(_ACT, "G.move", "(move/moves) {count} {cards#count} from (your/his/their) {zone} {place}",
        "<(verplaats/verplaatst/verplaatsen) {count} {cards#count} uit (je/zijn/hun) {zone} {place}>", n.MoveCard,
        slots={"zone": "chosen_from", "place": "own_place"}, make="cards"),
    row(_ACT, "G.move", "(move/moves) all {cards*} in (your/his/their) {zone} {place}",
        "<(verplaats/verplaatst/verplaatsen) alle {cards*} uit (je/zijn/hun) {zone} {place}>", n.MoveCard, count=n.All(),
        slots={"zone": "chosen_from", "place": "own_place"}, make="cards"),
    row(_PAY, "506.1", "(remove/removes) {count} {cards#count} in (your/his/their) {zone} from the game",
        "<(verwijder/verwijdert/verwijderen) {count} {cards#count} uit (je/zijn/hun) {zone} uit het spel>", n.MoveCard, to="removed",
        slots={"zone": "chosen_from"}, make="cards"),
    row(_ACT, "506.1", "(remove/removes) all {cards*} in (your/his/their) {zone} from the game",
        "<(verwijder/verwijdert/verwijderen) alle {cards*} uit (je/zijn/hun) {zone} uit het spel>", n.MoveCard, to="removed",
        count=n.All(), slots={"zone": "chosen_from"}, make="cards"),
    row("searched", "G.deck", "deck", "deck", "deck"),
    row("searched", "G.discard-pile", "discard pile", "discard pile", "discard"),
    row("chosen_from", "G.hand", "hand", "hand", "hand"),
    row("chosen_from", "G.discard-pile", "discard pile", "discard pile", "discard"),
    row("own_place", "G.hand", "to (your/his/their) hand", "naar (je/zijn/hun) hand", "hand"),
    row("own_place", "G.play", "into play", "in play", "play"),
    row("own_place", "G.deck", "on top of (your/his/their) deck", "boven op (je/zijn/hun) deck", "deck"),
    row("own_place", "G.deck", "on the bottom of (your/his/their) deck", "onder op (je/zijn/hun) deck", "deck_bottom"),
)  # fmt: skip

# --- what the Effect does, ordered by its caster ----------------------------------------------------------------------

_ORDER = "order deed clause"
_COST_ORDER = "order deed clause cost_part"
_BY_RULES = (("", "", False), (" according to the game rules", " volgens de spelregels", True))
_ORDERS = (
    row(_COST_ORDER, "210.3", "deal {amount} damage to {what} {amount~}",
        "<(breng/brengt/brengen) {what} {amount} schade +toe {amount~}>", n.Damage),
    row(_ORDER, "204.4b", "deal {amount} extra damage to {what} {amount~}",
        "<(breng/brengt/brengen) {what} {amount} extra schade +toe {amount~}>", n.Damage, extra=True),
    row(_ORDER, "210.3", "deal damage to {what} equal to {amount=}",
        "<(breng/brengt/brengen) {what} schade +toe gelijk aan {amount=}>", n.Damage),
    row(_ORDER, "G.heal", "heal {amount} damage from {what} {amount~}",
        "<(heel/heelt/helen) {amount} schade van {what} + {amount~}>", n.Heal),
    row(_ORDER, "204.4b", "heal {amount} extra damage from {what} {amount~}",
        "<(heel/heelt/helen) {amount} extra schade van {what} + {amount~}>", n.Heal, extra=True),
    row(_ORDER, "G.heal", "heal damage from {what} equal to {amount=}",
        "<(heel/heelt/helen) schade van {what} + gelijk aan {amount=}>", n.Heal),
    row(_ORDER, "G.heal", "heal all damage from {what}", "<(heel/heelt/helen) alle schade van {what}>", n.Heal, amount=n.All()),
    row(_ORDER, "207.3", "deal that much damage to {what}", "<(breng/brengt/brengen) {what} zoveel schade +toe>", n.Damage,
        amount=n.That(), make="so_many"),
    row(_ORDER, "207.3", "heal that much damage from {what}", "<(heel/heelt/helen) zoveel schade van {what}>", n.Heal,
        amount=n.That(), make="so_many"),
    row(_COST_ORDER, "G.destroy", "destroy {what}", "<(vernietig/vernietigt/vernietigen) {what}>", n.Destroy),
    row(_ORDER, "G.counter", "cancel {what}", "<(annuleer/annuleert/annuleren) {what}>", n.Cancel),
    row(_ORDER, "G.redirect", "redirect {what} to another legal target", "<(geef/geeft/geven) {what} een ander toegestaan doel>",
        n.Redirect),
    row(_COST_ORDER, "G.deactivate", "deactivate {what}", "<(deactiveer/deactiveert/deactiveren) {what}>", n.Deactivate),
    row(_ORDER, "G.reactivate", "reactivate {what}", "<(reactiveer/reactiveert/reactiveren) {what}>", n.Reactivate),
    row(_ORDER, "206.1g", "take control of {what} {until}", "<(neem/neemt/nemen) {what} in control {until}>", n.TakeControl),
    row(_COST_ORDER, "205.3", "move {what} to its owner's hand", "<(verplaats/verplaatst/verplaatsen) {what} naar de hand van zijn eigenaar>",
        n.MoveCard, to="hand"),
    row(_ORDER, "205.3", "move {what} on top of its owner's deck",
        "<(verplaats/verplaatst/verplaatsen) {what} boven op het deck van zijn eigenaar>", n.MoveCard, to="deck"),
    row(_ORDER, "205.3", "move {what} on the bottom of its owner's deck",
        "<(verplaats/verplaatst/verplaatsen) {what} onder op het deck van zijn eigenaar>", n.MoveCard, to="deck_bottom"),
    row(_COST_ORDER, "506.1", "remove {what} from the game", "<(verwijder/verwijdert/verwijderen) {what} uit het spel>", n.MoveCard,
        to="removed"),
    *(
        row(_ORDER, "107.1a", f"move {{what}} {up_to}{{steps}} (dot/dots:steps){rules}",
            f"<(beweeg/beweegt/bewegen) {{what}} {tot}{{steps}} (dot/dots:steps){regels}>", n.MoveSummon, up_to=bool(up_to),
            by_rules=by)
        for up_to, tot in (("", ""), ("up to ", "tot "))
        for rules, regels, by in _BY_RULES
    ),
    row(_ORDER, "G.starting-dot", "move {what} to its controller's Starting Dot",
        "<(beweeg/beweegt/bewegen) {what} naar de Starting Dot van zijn controller>", n.MoveSummon, to="starting_dot"),
    *(
        row(_ORDER, "G.ending-dot", f"move {{what}} to an Ending Dot{rules}",
            f"<(beweeg/beweegt/bewegen) {{what}} naar een Ending Dot{regels}>", n.MoveSummon, to="ending_dot", by_rules=by)
        for rules, regels, by in _BY_RULES
    ),
    row(_ORDER, "213.1", "move those cards {place}", "<(verplaats/verplaatst/verplaatsen) die kaarten {place}>", n.MoveCard,
        what=n.Those(), slots={"place": "their_place"}, make="those"),
    row(_ORDER, "213.1", "move the other cards {place}", "<(verplaats/verplaatst/verplaatsen) de andere kaarten {place}>", n.MoveCard,
        what=n.Rest(), slots={"place": "their_place"}, make="those"),
    row(_ORDER, "506.1", "remove those cards from the game", "<(verwijder/verwijdert/verwijderen) die kaarten uit het spel>",
        n.MoveCard, what=n.Those(), to="removed", make="those"),
    row(_ORDER, "506.1", "remove the other cards from the game", "<(verwijder/verwijdert/verwijderen) de andere kaarten uit het spel>",
        n.MoveCard, what=n.Rest(), to="removed", make="those"),
    row(_ORDER, "G.discard", "discard those cards", "<(leg/legt/leggen) die kaarten +af>", n.MoveCard, what=n.Those(), to="discard",
        make="those"),
    row(_ORDER, "G.discard", "discard the other cards", "<(leg/legt/leggen) de andere kaarten +af>", n.MoveCard, what=n.Rest(),
        to="discard", make="those"),
    row(_ORDER, "213.1", "take {count} of those cards into your hand", "<(neem/neemt/nemen) {count} van die kaarten in je hand>",
        n.Take, make="take"),
    row(_ORDER, "213.1", "take {count} {cards#count} of those cards into your hand",
        "<(neem/neemt/nemen) {count} {cards#count} van die kaarten in je hand>", n.Take, make="take"),
    row(_ORDER, "G.warp", "warp {what}", "<(warp/warpt/warpen) {what}>", n.Warp),
    row(_ORDER, "209.2a", f"place {{count}} (counter/counters:count) on {SELF} {{count~}}",
        f"<(leg/legt/leggen) {{count}} (counter/counters:count) op {SELF} + {{count~}}>", n.PlaceMarker),
    row(_ORDER, "209.2a", f"remove {{count}} (counter/counters:count) from {SELF}",
        f"<(verwijder/verwijdert/verwijderen) {{count}} (counter/counters:count) van {SELF}>", n.RemoveMarker),
    row(_ORDER, "209.2a", f"remove all counters from {SELF}", f"<(verwijder/verwijdert/verwijderen) alle counters van {SELF}>",
        n.RemoveMarker, count=n.All()),
    row(_ORDER, "107.1a", "swap the places of {what} and {other}", "<(verwissel/verwisselt/verwisselen) de plaatsen van {what} en {other}>",
        n.Swap, aspect="place"),
    row(_ORDER, "210.2", "swap the damage of {what} and {other}", "<(verwissel/verwisselt/verwisselen) de schade van {what} en {other}>",
        n.Swap, aspect="damage"),
    row(_ORDER, "206.1g", "swap control of {what} and {other}", "<(verwissel/verwisselt/verwisselen) de control van {what} en {other}>",
        n.Swap, aspect="control"),
    row("order state deed clause", "G.prevent", "prevent all damage that would be dealt to {to} {until}",
        "<(voorkom/voorkomt/voorkomen) alle schade aan {to} + {until}>", n.Prevent, amount=n.All()),
    row("order state deed clause", "G.prevent", "prevent the next {amount} damage that would be dealt to {to} {until}",
        "<(voorkom/voorkomt/voorkomen) de volgende {amount} schade aan {to} + {until}>", n.Prevent),
    row(_ORDER, "207.4a", "keep {keep} of those cards, discard the {drop} other (card/cards:drop)",
        "<(houd/houdt/houden) {keep} van die kaarten> en <(leg/legt/leggen) de {drop} andere (kaart/kaarten:drop) +af>", make="keep"),
    row(_ORDER, "502.2", "choose {count} of those cards, {who} discards (that card/those cards:count)",
        "<(kies/kiest/kiezen) {count} van die kaarten>, {who} legt (die kaart/die kaarten:count) af", n.Discard, choice="you",
        of_those=True),
    row("their_place", "G.hand", "to their owner's hand", "naar de hand van hun eigenaar", "hand"),
    row("their_place", "G.play", "into play", "in play", "play"),
    row("their_place", "G.deck", "on top of their owner's deck", "boven op het deck van hun eigenaar", "deck"),
    row("their_place", "G.deck", "on the bottom of their owner's deck", "onder op het deck van hun eigenaar", "deck_bottom"),
)  # fmt: skip

# --- what is so for a while, or as long as a permanent stays in play (207.5) ------------------------------------------

_STATE = "state clause"
_VERBS = (
    ("attack", "G.attack", "attack", "niet aanvallen"), ("move", "G.move", "move", "niet bewegen"),
    ("be_attacked", "G.attack", "be attacked", "niet worden aangevallen"),
    ("be_damaged", "210.2", "be dealt damage", "geen schade krijgen"),
    ("be_activated", "G.activate", "be activated", "niet worden geactiveerd"),
    ("be_targeted", "208.1", "be targeted", "geen doel zijn"),
)  # fmt: skip
_PERMISSIONS = (
    ("attack_again", "202.5", "attack again", "nog een keer aanvallen"),
    ("move_again", "202.5", "move again", "nog een keer bewegen"),
    ("sharp_turn", "202.8", "make sharp turns", "scherpe bochten maken"),
    ("any_direction", "202.6", "attack and move in different directions", "in verschillende richtingen aanvallen en bewegen"),
    ("attack_from_no_attack_zone", "604.2", "attack from the No Attack Zone", "vanuit de No Attack Zone aanvallen"),
)  # fmt: skip
_STATES = (
    row(_STATE, "402.12", "{what} (gets/get:what) {changes} {until}", "{what} <(krijgt/krijgen:what) {changes} {until}>",
        make="changes"),
    row(_STATE, "402.12", "{what} (gets/get:what) {change} {delta~} {until}",
        "{what} <(krijgt/krijgen:what) {change} {delta~} {until}>", make="change_each", slots={"change": "change"}),
    row("changes", "402.12", "{change}", "{change}", make="one"),
    row("changes", "402.12", "{change} and {changes}", "{change} en {changes}", make="list"),
    row("change", "402.12", "{stat} {signed}", "{stat} {signed}", make="change"),
    row("stat", "G.attack-power", "Attack Power", "Aanvalskracht", "attack"),
    row("stat", "402.13", "Defense", "Defense", "defense"),
    row("stat", "G.speed", "Speed", "Speed", "speed"),
    row("stat", "G.range", "Range", "Range", "range"),
    row(_STATE, "200.6", "{what} (costs/cost:what) {energy} {less}", "{what} <(kost/kosten:what) {energy} {less}>", make="action_cost"),
    row(_STATE, "204.5a", "Movement Energy of {what} costs {energy} {less} {times~} {until}",
        "Movement Energy van {what} <kost {energy} {less} {times~} {until}>", n.ModCost, of="movement"),
    row(_STATE, "204.2a", "{cards*} {who} cost {energy} {less} {times~} {until}",
        "{cards*} {who} <kosten {energy} {less} {times~} {until}>", n.ModCost, of="cast", slots={"who": "cast_by"}, make="cards"),
    *(
        row(_STATE, rule, f"{{what}} can't {en} {{until}}", f"{{what}} <(kan/kunnen:what) {nl} {{until}}>", n.Forbid, verb=verb)
        for verb, rule, en, nl in _VERBS
    ),
    row(_STATE, "107.1b", "{who} can't cast {cards*} {until}", "{who} <kan geen {cards*} casten {until}>", n.Forbid, verb="cast"),
    row(_STATE, "107.1b", "{who} can't activate Effects {until}", "{who} <kan geen Effects activeren {until}>", n.Forbid,
        verb="activate"),
    *(
        row(_STATE, rule, f"{{what}} may {en} {{until}}", f"{{what}} <(mag/mogen:what) {nl} {{until}}>", n.Allow, verb=verb)
        for verb, rule, en, nl in _PERMISSIONS
    ),
    *(
        row(_STATE, "107.1a", f"if {{what}} would be destroyed, {en} instead {{until}}",
            f"als {{what}} vernietigd zou worden, {nl} {{until}}", n.Replace, event="destroyed", to=to)
        for en, nl, to in (
            ("move it to its owner's hand", "verplaats die in plaats daarvan naar de hand van zijn eigenaar", "hand"),
            ("move it on top of its owner's deck", "verplaats die in plaats daarvan boven op het deck van zijn eigenaar", "deck"),
            ("move it on the bottom of its owner's deck", "verplaats die in plaats daarvan onder op het deck van zijn eigenaar",
             "deck_bottom"),
            ("remove it from the game", "verwijder die in plaats daarvan uit het spel", "removed"),
            ("heal all damage from it", "heel in plaats daarvan alle schade ervan", "play"),
        )
    ),
    row(_STATE, "107.1a", "if {what} would be dealt damage, {onto} is dealt that damage instead {until}",
        "als {what} schade zou krijgen, krijgt {onto} die schade in plaats daarvan {until}", n.Replace, event="damaged"),
    row(_STATE, "107.1a", "if {who} would draw a card, {count} (card/cards:count) (is/are:count) drawn instead {until}",
        "als {who} een kaart zou trekken, (wordt/worden:count) in plaats daarvan {count} (kaart/kaarten:count) getrokken {until}",
        n.Replace, event="draws", slots={"who": "anyone"}),
    row(_STATE, "107.1a", "if {who} would discard a card, remove it from the game instead {until}",
        "als {who} een kaart zou afleggen, verwijder die in plaats daarvan uit het spel {until}", n.Replace, event="discards",
        to="removed", slots={"who": "anyone"}),
    row("less", "204.2a", "more", "meer", False),
    row("less", "204.2a", "less", "minder", True),
    row("cast_by", "G.cast", "you cast", "die jij cast", n.You()),
    row("cast_by", "G.cast", "your opponents cast", "die je tegenstanders casten", n.Each(n.Select("player", "opponent"))),
    row("cast_by", "G.cast", "all players cast", "die alle spelers casten", n.Each(_PLAYER)),
    row("until", "207.5", "", "", "while_in_play"),
    row("until", "402.13", "until end of turn", "tot het einde van de beurt", "turn"),
    row("until", "402.13", "until the end of its controller's next turn", "tot het einde van de volgende beurt van zijn controller",
        "next_turn"),
)  # fmt: skip

TABLE: tuple[Template, ...] = (
    *_LINES, *_SENTENCES, *_TRIGGERS, *_ACTS, *_ORDERS, *_STATES, *WHO, *OBJECTS, *DESCRIPTIONS, *AMOUNTS,
)  # fmt: skip

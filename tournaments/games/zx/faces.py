"""What a page shows of the cards and the moment of a game of Z/X: tiles, whole faces, whose answer it is."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

from django.utils.translation import gettext as _
from msgspec.structs import replace

from decks.cards.printed import art_words, plain_face, reader
from ledger.shapes import Context, Json
from rules_engine.games import game_of
from rules_engine.kernel.cards import name_in, softened
from rules_engine.kernel.seen import objects_in
from rules_engine.zx.card_words import COLOURS, text_in
from rules_engine.zx.cards import ZxCard, ZxPool
from tournaments.recordings.seen import ANY_CARD, Seen

if TYPE_CHECKING:
    from decks.cards.pictures import Shown

GAME = "zx"


def tile_of(pool: ZxPool, number: str) -> Json:
    """A card in small: name, colours, cost and Power."""
    card, language = pool[number], reader().language
    return {
        "name": name_in(card, language),
        "soft": softened(name_in(card, language), language),
        "colours": card.colours or ("none",),
        "colour_words": ", ".join(_(COLOURS[colour]) for colour in card.colours) or _("colourless"),
        "cost": card.cost.total,
        "power": card.power,
    }


def looked_at(sight: Seen, view: Json, source: str) -> list[Context]:
    """The whole faces of what was tapped: a card by its number, or everything that lies with it on its Square."""
    pool: ZxPool = sight.session.pool
    if source.startswith("card:"):
        rows = [{"number": source[5:]}]
    else:
        rows = _lying_with(view, source)
    found = dict.fromkeys(_as_said(pool, row) for row in rows if row["number"] in pool.index)
    pictures = sight.pictures([card.number for card, _said in found]) if found else {}
    return [_face(card, sight.addresses, pictures.get(card.number)) | {"said": said} for card, said in found]


def _face(card: ZxCard, addresses: Mapping[str, str], picture: "Shown | None") -> Context:
    """A whole face, with the addresses of its page and picture as the site gives them for any number."""
    pools, language = game_of(GAME).pools, reader().language
    page, art = (addresses[name].replace(ANY_CARD, quote(card.number)) for name in ("card", "art"))
    alt = art_words(pools, card, language)
    return plain_face(pools, card, language, url=page, art=art, art_alt=alt, picture=picture)


def _lying_with(view: Json, oid: str) -> list[Json]:
    for cards in view.get("squares", {}).values():
        if any(card.get("oid") == oid for card in cards):
            return [card for card in cards if "number" in card]
    return [card for card in objects_in(view) if card.get("oid") == oid and "number" in card]


def _as_said(pool: ZxPool, row: Json) -> tuple[ZxCard, str]:
    """A card as it was said at the table to be, by a judge or by both players; and in words what is not as printed."""
    card, changed = pool[row["number"]], dict(row.get("settled", {}))
    words = {"name": _("name"), "colours": _("colours"), "power": _("Power"), "text": _("text")}
    if "name" in changed:
        changed["name_nl"] = ""
    if "colours" in changed:
        changed["colours"] = tuple(changed["colours"])
    if "text" in row:
        other = pool.find(row["text"])
        changed["text"], changed["keywords"] = (other.text, other.keywords) if other is not None else ("", ())
    return replace(card, **changed), ", ".join(words[name] for name in words if name in changed)


def about(pool: ZxPool, need: Json) -> Json | None:
    """The card whose effect asks for a choice, with the one ability that asks; None where a rule asks."""
    number, line = need.get("source", ""), need.get("line", -1)
    if number not in pool.index:
        return None
    language = reader().language
    text = text_in(pool[number], language)
    said = text.splitlines()
    return {"name": name_in(pool[number], language), "text": said[line] if 0 <= line < len(said) else text}


def turned_up(sight: Seen, number: str) -> Context:
    """The card that lies open and may be played: its words for the question, and its whole face."""
    card, language = sight.session.pool[number], reader().language
    text = text_in(card, language) or ", ".join(card.keywords)
    faces = [_face(card, sight.addresses, sight.pictures([number]).get(number))]
    return {"turned_up": {"name": name_in(card, language), "text": text} if text else None, "faces": faces}


def details(line: Json) -> list[str]:
    """What tells the ways of one action apart: the Square, and the ability."""
    said = []
    if line.get("square") and line["do"] != "attack":
        said.append(_("Square %(square)s") % {"square": line["square"]})
    if line.get("ability"):
        said.append(_("Ability %(n)s") % {"n": line["ability"]})
    return said


def alike(ways: Sequence[Json]) -> bool:
    """Whether several ways are one action, told apart by their details alone."""
    same = len(ways) > 1 and len({way["text"] for way in ways}) == 1
    return same and all(details(way["line"]) for way in ways)


def said_short(ways: Sequence[Json]) -> list[Json]:
    """Several ways of one action by what tells them apart alone; others as they are."""
    if not alike(ways):
        return list(ways)
    return [way | {"label": " · ".join(details(way["line"]))} for way in ways]


def colours_awake(cards: Sequence[Json]) -> str:
    """How many cards of which colours are in Reboot State, each card once: *awake: red 3, red and blue 1*."""
    awake = Counter(tuple(card["colours"]) for card in cards if card.get("state") == "reboot")
    order = sorted(awake, key=lambda colours: (not colours, len(colours), *map(list(COLOURS).index, colours)))
    both = _(" and ")
    said = [
        f"{both.join(_(COLOURS[one]) for one in colours) or _('colourless')} {awake[colours]}"
        for colours in order
    ]
    return _("In Reboot: %(colours)s") % {"colours": ", ".join(said)} if said else _("All in Sleep")


def moment(view: Json) -> list[str]:
    """A battle in words: who attacks what, and whose answer it is; nothing outside of battles, or when it is over."""
    battle = view.get("battle")
    if not battle or view.get("result"):
        return []
    names = {card["oid"]: card["card"] for card in objects_in(view)}
    players = [seat["name"] for seat in view["seats"]]
    values = {
        "attacker": names.get(battle["attacker"], "?"),
        "target": names.get(battle["target"], "?"),
        "square": battle["square"],
        "name": players[battle["priority"]],
        "other": players[1 - battle["priority"]],
    }
    if battle["target"] == "player":
        values["target"] = players[1 - int(view["active"])]
    told = [_("Battle: %(attacker)s attacks %(target)s on Square %(square)s.") % values]
    if battle["passes"]:
        return [*told, _("%(other)s has passed. If %(name)s passes too, the damage is dealt.") % values]
    return [*told, _("Event Step: %(name)s may play an Event or an ability, or pass.") % values]

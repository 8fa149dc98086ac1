"""The words printed on cards, in the reader's language, beside the rule that explains each."""

from django.utils.translation import gettext_lazy as _

from rules_engine.x610z import pools

KINDS = {kind: _(words) for kind, words in pools.KINDS.items()}
"""The six types of card (304.2a), in the order of the catalogue."""

KIND_RULES = {
    "summon": ("402.1", "402.9"),
    "energy_crystal": ("403.1", "403.2"),
    "effect": ("401.1a",),
    "summon_effect": ("401.2a",),
    "class_effect": ("401.3a",),
    "crystal_effect": ("401.4a",),
}
"""What to read about a type of card."""

ENERGIES = {
    "mystic": _("Mystic"),
    "boost": _("Boost"),
    "robiumm": _("Robiumm"),
    "colorless": _("any energy"),
}
"""The kinds of energy (203.2); colorless in a cost is paid with any kind (204.1c)."""

PRODUCED = {**ENERGIES, "colorless": _("colorless")}
"""The kinds of energy as a crystal produces them."""

RARITIES = {
    "C": _("common"),
    "U": _("uncommon"),
    "R": _("rare"),
    "SR": _("super rare"),
    "UR": _("ultra rare"),
}
"""What the last letters of the collector's number mean (307.3)."""

CHANGES = {
    "cards.load": _("the site's cards loaded"),
    "cards.import": _("card file imported"),
    "card.publish": _("version of a card added"),
    "keeper.make": _("card keeper appointed"),
    "card.reprint": _("reprint added"),
    "picture.add": _("picture added to a card"),
    "picture.remove": _("picture removed"),
    "ruling.give": _("ruling given"),
    "ruling.withdraw": _("ruling withdrawn"),
    "set.describe": _("set described"),
    "pool.freeze": _("pool frozen"),
    "zx_card.publish": _("version of a Z/X card added"),
    "zx_cards.import": _("file of Z/X cards imported"),
    "zx_pool.freeze": _("pool of Z/X cards frozen"),
    "entered.publish": _("version of a card added"),
    "entered.import": _("card file imported"),
    "entered_pool.freeze": _("pool frozen"),
    "legality.list": _("list of banned cards described"),
    "legality.set": _("card banned or restricted"),
    "legality.end": _("ban or restriction ended"),
}
"""What a write to the catalogue is called in its record, by action."""


def rule_anchor(rule_id: str) -> str:
    """Where a rule stands on the page of the rules: "106.3#3" at "r106.3-3"."""
    return f"r{rule_id.replace('#', '-')}"

"""The cards of the toy."""

from rules_engine.kernel.games import CardGroup, Pools, gettext_noop

from .cards import load_pool

POOLS = Pools(
    packaged={"rps-three": gettext_noop("three cards")},
    load=load_pool,
    groups=(CardGroup(gettext_noop("Cards"), lambda _card: True),),
)

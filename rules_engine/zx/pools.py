"""The packaged cards of Z/X, and the headings under which they stand in a list."""

from rules_engine.kernel.games import CardGroup, Pools, gettext_noop

from .cards import DEFAULT_POOL, TEXTS_POOL, load_pool

POOLS = Pools(
    packaged={
        DEFAULT_POOL: gettext_noop("26 demonstration cards without texts"),
        TEXTS_POOL: gettext_noop("90 demonstration cards"),
    },
    load=load_pool,
    groups=(
        CardGroup(gettext_noop("Events"), lambda card: card.kind == "event"),
        CardGroup(gettext_noop("Z/X"), lambda _card: True),
    ),
)

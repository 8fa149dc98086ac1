"""What the ledger says of tournaments, compared with the tables."""

from collections.abc import Callable, Iterator

from ledger.anew import differences, made_anew
from ledger.archive import brought_back
from ledger.audits import Audit, Difference, Untold
from ledger.hashing import canonical, plain
from ledger.models import Chain, LedgerRow
from ledger.telling import chains_of

from .models import Tournament


def of_events(audit: Callable[[Tournament], Iterator[str]]) -> Audit:
    """An audit of one event, as ``verify_ledger`` asks it: of the event of a chain, or of every one."""

    def ask(chain: str | None) -> Iterator[Difference]:
        found = Tournament.objects.order_by("pk")
        if chain is not None:
            found = found.filter(slug=chain.partition("-")[2])
        for tournament in found.iterator():
            with brought_back(chains_of(tournament.slug)):
                texts = list(audit(tournament))
            yield from (Difference(tournament.chain_key, text, isinstance(text, Untold)) for text in texts)

    return ask


def rows_audit(tournament: Tournament) -> Iterator[str]:
    """Every row of every table that commands tell of stands as they left it; none is missing, and none was added."""
    made = made_anew(tournament.slug)
    yield from differences(tournament.slug, made)
    if untold := ", ".join(f"{kind} {count}" for kind, count in sorted(made.untold.items()) if count):
        since = f"before {made.since:%Y-%m-%d %H:%M} UTC" if made.since else "so far"
        yield Untold(f"the chain {since} does not tell of these rows, which nothing compares: {untold}")


def tournaments_audit(chain: str | None) -> Iterator[Difference]:
    """Every tournament has its chain, which begins with its making, and every such chain its tournament."""
    begun = LedgerRow.objects.filter(number=1, chain__key__startswith="t-")
    chains = Chain.objects.filter(length__gt=0, key__startswith="t-")
    found = Tournament.objects.order_by("pk")
    if chain is not None:
        slug = chain.partition("-")[2]
        begun, chains, found = (
            begun.filter(chain=f"t-{slug}"),
            chains.filter(key=f"t-{slug}"),
            found.filter(slug=slug),
        )
    keys = {f"t-{slug}" for slug in found.values_list("slug", flat=True)}
    whole = set(begun.values_list("chain_id", flat=True)) & set(chains.values_list("key", flat=True))
    for key in sorted(keys - whole):
        yield Difference(key, "the whole chain is gone")
    for key in sorted(whole - keys):
        yield Difference(key, "the event is gone")


def policies_audit(tournament: Tournament) -> Iterator[str]:
    """A tournament has the rules of play that it was made with, or that it was given last."""
    rows = LedgerRow.objects.filter(chain_id=tournament.chain_key, action__startswith="tournament.")
    told = None
    for data in rows.order_by("number").values_list("data", flat=True):
        told = data.get("policy", told)
        told = data.get("values", {}).get("policy", [None, told])[1]
    now = plain(tournament.policy)
    # A field that only a newer release has was told by no older row.
    if any(name in now and canonical(now[name]) != canonical(value) for name, value in (told or {}).items()):
        yield "its rules of play are others than the ledger says"

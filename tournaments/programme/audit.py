"""What the ledger says of circuits, compared with the tables."""

from collections.abc import Iterator

from ledger.anew import differences, made_anew
from ledger.audits import Difference

from .models import Circuit


def circuits_audit(chain: str | None) -> Iterator[Difference]:
    """Rules, states and what counts stand as commands left them; nothing is missing, and nothing was added."""
    found = Circuit.objects.order_by("pk")
    if chain is not None:
        book, _dash, slug = chain.partition("-")
        if book != "c":
            return
        found = found.filter(slug=slug)
    for one in found.iterator():
        for text in differences(one.slug, made_anew(one.slug, "circuit"), "circuit"):
            yield Difference(one.chain_key, text)

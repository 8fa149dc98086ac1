"""What the ledger says of organizations, compared with the tables."""

from collections.abc import Iterator

from ledger.anew import differences, made_anew
from ledger.audits import Difference

from .models import Organization


def organizations_audit(chain: str | None) -> Iterator[Difference]:
    """Levels, roles and bars stand as commands left them; none is missing, and none was added."""
    found = Organization.objects.order_by("pk")
    if chain is not None:
        book, _dash, slug = chain.partition("-")
        if book != "o":
            return
        found = found.filter(slug=slug)
    for one in found.iterator():
        made = made_anew(one.slug, "organization")
        for text in differences(one.slug, made, "organization"):
            yield Difference(one.chain_key, text)

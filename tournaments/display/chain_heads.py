"""The published head of a tournament's chain: whoever keeps it can prove later that nothing before it was changed."""

from ledger.models import LedgerRow
from ledger.selectors import last_of
from tournaments.events.models import Tournament

PUBLISHED = ("round.complete", "tournament.finish")
"""The rows whose hashes are shown: moments that are public anyway. The head of every moment would tell strangers when
somebody submits a list, reports or is called by a judge."""


def published_head(tournament: Tournament) -> LedgerRow | None:
    """The row whose hash stands under the standings and in the API; None before the first round is complete."""
    return last_of(tournament.chain_key, PUBLISHED)

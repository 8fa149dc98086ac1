"""A tournament in preparation tells nobody that it exists: neither its pages nor the live channel."""

import pytest

from ledger.models import Chain, OutboxMessage
from tests.tournaments.hall import make_tournament, organizer_of
from tournaments.events.services import tournament_open_entry

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_no_version_rises_and_nothing_is_sent_while_a_tournament_is_prepared() -> None:
    tournament = make_tournament("Secret Cup")
    key = tournament.chain_key
    assert tournament.hidden
    assert (Chain.objects.filter(key=key).values_list("version", flat=True).first() or 0) == 0
    assert key not in str(list(OutboxMessage.objects.filter(topic="live").values_list("payload", flat=True)))
    tournament_open_entry(actor=organizer_of(tournament), tournament=tournament, casual=True)
    tournament.refresh_from_db()
    assert not tournament.hidden

"""The demo's commands on a site that is not the demo."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from ledger.errors import UserError
from tests.tournaments.hall import make_tournament, make_user, organizer_of
from tournaments.demo.clock import demo_set_back
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db


def test_without_a_demo_no_log_ins_are_printed() -> None:
    out = StringIO()
    call_command("demo_logins", stdout=out)
    assert out.getvalue() == ""


def test_a_site_with_people_is_not_given_a_public_password() -> None:
    make_user("Somebody")
    with pytest.raises(CommandError, match="--anyway"):
        call_command("load_demo", stdout=StringIO())
    assert not Tournament.objects.exists()


def test_only_a_demos_clock_can_be_set_back() -> None:
    tournament = make_tournament()
    with pytest.raises(UserError, match="only a demo"):
        demo_set_back(actor=organizer_of(tournament), tournament=tournament)

"""The command that makes the first office."""

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.hall import make_user

pytestmark = pytest.mark.django_db


def test_a_person_becomes_the_office() -> None:
    user = make_user("Bureau")
    call_command("make_office", f" {user.username.upper()} ")
    user.refresh_from_db()
    assert user.is_office


def test_an_unknown_name_is_refused_in_words() -> None:
    with pytest.raises(CommandError, match="Nobody signs in as nobody"):
        call_command("make_office", "nobody")

"""The values of the ledger as its page says them."""

import inspect

import pytest

from tests.ledger.test_commands import all_commands
from tournaments.templatetags.ledger_words import ACTIONS, KINDS, value_words


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([6, 7], "6, 7"), ([["E1", "E2"], ["E3"]], "E1, E2 · E3"), (None, "–"), (False, "no"), (0, "0"),
        ({"no_show": [], "late": True}, "no show: –; late: yes"), ("two_phones", "two phones"), ("Anna_B", "Anna_B"),
    ],
)  # fmt: skip
def test_a_value_is_said_in_words(value: object, said: str) -> None:
    assert value_words(value) == said


def test_every_command_about_a_tournament_has_words_on_the_page_of_its_ledger() -> None:
    about = {
        name
        for name, service in all_commands().items()
        if "tournament" in inspect.signature(service).parameters
    }
    assert len(about) > 100
    assert about - set(ACTIONS) == set()
    assert {name.partition(".")[0] for name in about} - set(KINDS) == set()

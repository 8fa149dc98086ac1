"""The values of the ledger as its page says them."""

import pytest

from tournaments.templatetags.ledger_words import value_words


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([6, 7], "6, 7"), ([["E1", "E2"], ["E3"]], "E1, E2 · E3"), (None, "–"), (False, "no"), (0, "0"),
        ({"no_show": [], "late": True}, "no show: –; late: yes"), ("two_phones", "two phones"), ("Anna_B", "Anna_B"),
    ],
)  # fmt: skip
def test_a_value_is_said_in_words(value: object, said: str) -> None:
    assert value_words(value) == said

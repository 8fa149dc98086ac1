"""The limits that docs/security.md names are those of the code, and every quota is among them."""

from tests.security.limits import LIMITS, PAGE, quotas, with_table


def test_the_page_says_the_limits_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert with_table(text) == text, "make it anew: python -m tests.security.limits"


def test_every_quota_of_a_command_is_on_the_page() -> None:
    assert len(quotas()) >= 8
    assert quotas() - {dotted for _words, dotted in LIMITS} == set()

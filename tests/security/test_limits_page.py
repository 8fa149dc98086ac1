"""The limits and rights that docs/security.md names are those of the code, and every quota is among them."""

from tests.security.limits import LIMITS, PAGE, quotas, with_table
from tests.security.rights_page import with_rights


def test_the_page_says_the_limits_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert with_table(text) == text, "make it anew: python -m tests.security.limits"


def test_every_quota_of_a_command_is_on_the_page() -> None:
    assert len(quotas()) >= 8
    assert quotas() - {dotted for _words, dotted in LIMITS} == set()


def test_the_page_says_who_has_each_right_and_what_asks_for_it() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert with_rights(text) == text, "make it anew: python -m tests.security.rights_page"

"""The table of rights in docs/security.md: who has each, and which pages and operations ask for it.

`python -m tests.security.rights_page` writes it from the roles of :class:`~tournaments.events.access.Right`, the rows
of the access matrix and what the operations of the API say; tests/security/test_limits_page.py compares.
"""

import os
import sys

from tests.security.limits import PAGE

BEGIN, END = "<!-- made by `python -m tests.security.rights_page` -->", "<!-- end of the rights -->"


def table() -> str:
    """The rows as they stand in the page."""
    from tests.security.programs import VIEWS
    from tests.security.test_access_matrix import READ, WRITE
    from tournaments.api.operations import OPERATIONS
    from tournaments.events.access import EARNED, HIDDEN_WHILE_PLAYING, Right

    rows = []
    for right in Right:
        who = ", ".join(role.replace("_", " ") for role in right.roles)
        who += ", none who plays here" if right in HIDDEN_WHILE_PLAYING else ""
        who += ", where the event has the standing for it" if right in EARNED else ""
        pages = sorted(name.partition(":")[2] for name, rule in (READ | WRITE).items() if rule.right == right)
        called = [one.name for one in OPERATIONS.values() if one.right == right]
        called += [name.partition(":")[2] for name, view in VIEWS.items() if view.right == right]
        rows.append(f"| {right} | {who} | {', '.join(pages) or '–'} | {', '.join(sorted(called)) or '–'} |")
    head = ("| right | who has it | pages that ask for it | operations of the API |", "|---|---|---|---|")
    return "\n".join((BEGIN, "", *head, *rows, "", END))


def with_rights(text: str) -> str:
    """The page with the table made anew."""
    before, _begin, rest = text.partition(BEGIN)
    return before + table() + rest.partition(END)[2]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.test")
    import django

    django.setup()
    PAGE.write_text(with_rights(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write("rights\n")

"""What an artist lets the site and others do, in words. A version that somebody agreed to stays here for good."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERSION = 1
"""The version of the words that are agreed to today."""


class Licence(NamedTuple):
    """What is called so, what it lets whom do, and what stands beside a picture at its card."""

    name: str | Promise
    words: str | Promise
    short: str


LICENCES: dict[str, dict[int, Licence]] = {
    "show": {
        1: Licence(
            _("Show it here"),
            _(
                "It stays yours. This site may show it in the gallery, in its feed and at the card it is about, "
                "larger or smaller, under the name you chose, until you take it back. Nobody else may use it "
                "without asking you."
            ),
            "with the artist's permission",
        )
    },
    "share": {
        1: Licence(
            _("Show it here, and let others show it (CC BY-NC-ND 4.0)"),
            _(
                "It stays yours. This site may show it until you take it back. Others may show it too, unchanged, "
                "under the name you chose, and earn nothing by it. What others took by then, they keep."
            ),
            "CC BY-NC-ND 4.0",
        )
    },
}
KEYS = [(key, versions[VERSION].name) for key, versions in LICENCES.items()]


def licence_of(key: str, version: int) -> Licence:
    """The words somebody agreed to."""
    return LICENCES[key][version]

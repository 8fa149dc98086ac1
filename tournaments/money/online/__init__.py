"""Paying online: what a provider must be able to do, and which one this site has.

Three verbs: create a payment, be told by the provider that something became of one, pay one back. A site has one
provider, by the key in its settings; without a key it has none and takes money at the door. The official clients stand
in ``requirements/payments.txt``, and only the module of a provider imports its client. Card numbers never reach us:
people pay on the provider's own page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple, Protocol

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

PATIENCE = 10.0
"""Seconds that a page waits for a provider."""


class Wanted(NamedTuple):
    """A payment to ask for. ``key``: asked again under it, it is the same one."""

    key: str
    event: str
    entry: int
    cents: int
    currency: str
    words: str
    back: str
    told_at: str


class Created(NamedTuple):
    """The provider's name of a payment, and where the payer goes."""

    reference: str
    address: str


@dataclass(frozen=True)
class Facts:
    """What a provider says of a payment; ``back``: how many cents went back or are on their way."""

    reference: str
    event: str
    entry: int
    cents: int
    currency: str
    paid: bool
    failed: bool
    back: int = 0


class Refused(Exception):
    """What claims to come from a provider does not: nothing is done, and nothing is asked."""


class Unreachable(Exception):
    """A provider did not answer, or not as documented; nothing is known, asking again is safe."""


class Provider(Protocol):
    """What a provider must be able to do; every call raises :class:`Unreachable` when it does not answer."""

    name: str
    title: str

    def create(self, wanted: Wanted) -> Created:
        """Ask for a payment; the same key asks for the same one."""

    def told(self, body: bytes, headers: Mapping[str, str]) -> str:
        """Of which payment a message says that something became of it; empty: of none. Raises :class:`Refused`.

        What else the message says is not believed: whoever hears it looks the payment up.
        """

    def look(self, reference: str) -> Facts:
        """How a payment stands."""

    def refund(self, reference: str, cents: int, currency: str, key: str) -> None:
        """Pay back; the same key pays back once."""


_MODULES = {"mollie": ("MOLLIE_API_KEY", "by_mollie"), "stripe": ("STRIPE_API_KEY", "by_stripe")}
"""By name the setting that holds its key, and its module; the first that has a key is the site's."""


def provider() -> Provider | None:
    """The provider of this site; None where no key is set."""
    for name, (setting, _module) in _MODULES.items():
        if getattr(settings, setting):
            return provider_named(name)
    return None


def provider_named(name: str) -> Provider | None:
    """The provider with this name, where this site has its key: payments made before another was set come back."""
    setting, module = _MODULES.get(name, ("", ""))
    if not setting or not getattr(settings, setting):
        return None
    made: Provider = import_module(f"{__name__}.{module}").made()
    return made


@register()
def clients_are_there(app_configs: object, **kwargs: object) -> list[CheckMessage]:
    """A key without the client that speaks with its provider is an error at the start, not at the first payment."""
    lost: list[CheckMessage] = []
    for name, (setting, module) in _MODULES.items():
        if not getattr(settings, setting):
            continue
        try:
            import_module(f"{__name__}.{module}")
        except ImportError:
            words = f"{setting} is set, and the client of {name} is not installed: requirements/payments.txt"
            lost.append(Error(words, id="money.E001"))
    if settings.STRIPE_API_KEY and not settings.STRIPE_WEBHOOK_SECRET:
        lost.append(Error("STRIPE_API_KEY is set without STRIPE_WEBHOOK_SECRET", id="money.E002"))
    return lost

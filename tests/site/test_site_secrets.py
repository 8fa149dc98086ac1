"""Secrets that the site reads again: whole or refused, under the site's key, earlier releases' too."""

import secrets
from typing import Any

import pytest
from django.db.models import CharField

from x610z_site.accounts.models import SecondStep
from x610z_site.reach.models import Webhook
from x610z_site.site_secrets import LONGEST, opened, sealed

MASKED = {
    20: "6fc91db06f9e830e313b615799a7a7e2:"
    "45c69cafd03d780677bbb633771064cb4d18805a:"
    "57a4eef016eb2dad56979465051041da908c1e0b778e87c590071e544fd07f63",
    32: "64a38155320b6f5236b338737d48ba61:"
    "85d0e5f576c6f470d2930d206378a4f7cffd18b8345ca336d1bf5d4b1bc6a8ae:"
    "d5b8669a0b57d84c21e02ef5e3c983023e4c38a9e4c87c43931c308697c16493",
    33: "023b0dd4a53850349d68c5bb4d48043b:"
    "df61c33669dc76742a300a8d55ffc80c0b694d98b6db4610ee4d2e1c52f14a63:"
    "611600c0ef2f8fae59934ec5b536394d35a262667e679f148138810d53a6b9ec",
    43: "f03f61f70ef57276ba9f215f46954a1f:"
    "cff74be6583256c39d18f3fd2ec7ed3855779005047ec0459debf02859b11fc8:"
    "ae42430476e7e4f5f67b9b4ffa7b21ee91d5a006f59075ee0c9180a4572257b9",
}
"""``bytes(range(size))`` as the code of earlier releases stored it under the key of the test settings."""


@pytest.mark.parametrize("size", [0, 1, 20, 32, 33, 43, LONGEST])
def test_a_secret_comes_back_whole_and_is_stored_differently_each_time(size: int) -> None:
    secret = secrets.token_bytes(size)
    stored = sealed(secret)
    assert opened(stored) == secret and sealed(secret) != stored
    assert not size or secret.hex() not in stored


def test_a_secret_that_does_not_fit_is_refused_instead_of_cut() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        sealed(b"x" * (LONGEST + 1))


@pytest.mark.parametrize(
    ("model", "name"), [(SecondStep, "secret"), (Webhook, "secret"), (Webhook, "former")]
)
def test_the_longest_secret_fits_every_column_that_keeps_one(model: Any, name: str) -> None:
    column = model._meta.get_field(name)
    assert isinstance(column, CharField) and column.max_length
    assert len(sealed(b"x" * LONGEST)) <= column.max_length


def test_what_was_changed_in_the_database_does_not_open() -> None:
    stored = sealed(b"a secret of some length")
    changed = [
        f"{stored[:at]}{'A' if stored[at] != 'A' else 'B'}{stored[at + 1 :]}" for at in (4, 10, 30, 60)
    ]
    for one in (*changed, stored[:20], stored[:-4]):
        with pytest.raises(ValueError, match="another key"):
            opened(one)


def test_a_former_key_of_the_site_opens_what_it_sealed_and_a_forgotten_one_does_not(settings: Any) -> None:
    stored, before = sealed(b"twenty bytes, or so"), MASKED[20]
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key"
    assert opened(stored) == b"twenty bytes, or so" and opened(before) == bytes(range(20))
    settings.SECRET_KEY_FALLBACKS = []
    for one in (stored, before):
        with pytest.raises(ValueError, match="another key"):
            opened(one)


@pytest.mark.parametrize("size", list(MASKED))
def test_what_earlier_releases_masked_still_opens(size: int) -> None:
    """They kept 32 bytes at most: of a longer secret there is no more to give back than they stored."""
    stored = MASKED[size]
    assert opened(stored) == bytes(range(min(size, 32)))
    nonce, body, seal = stored.split(":")
    for broken in (f"{nonce}:{'0' * len(body)}:{seal}", f"{'0' * 32}:{body}:{seal}"):
        with pytest.raises(ValueError, match="another key"):
            opened(broken)

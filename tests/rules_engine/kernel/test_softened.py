"""Long names part where their syllables do, in a tile that is narrower than they are."""

import pytest

from rules_engine.kernel.cards import SOFT, name_in, softened
from rules_engine.x610z.cards import load_pool
from rules_engine.zx.cards import load_pool as load_zx_pool


@pytest.mark.parametrize(
    "parted",
    [
        "Wind|vaan|vlieger",
        "Blader|dak|schutter",
        "Gevechts|oe|fe|ning",
        "Moeras|lan|taarn",
        "Twee|hart|kri|stal",
    ],
)
def test_a_long_dutch_word_is_parted_before_what_can_begin_a_syllable(parted: str) -> None:
    assert softened(f"De {parted.replace('|', '')} 3", "nl") == f"De {parted.replace('|', SOFT)} 3"


@pytest.mark.parametrize("parted", ["Coun|ter|weights", "Carto|gra|pher", "Divine Inter|ven|tion"])
def test_a_long_english_word_is_parted_as_well(parted: str) -> None:
    assert softened(parted.replace("|", ""), "en") == parted.replace("|", SOFT)


@pytest.mark.parametrize("language", ["en", "nl"])
def test_short_words_stay_whole_and_nothing_is_lost(language: str) -> None:
    assert softened("Tunnelbeest", language) == "Tunnelbeest"
    for card in (*load_pool("demo").cards, *load_zx_pool("zx-texts").cards):
        name = name_in(card, language)
        shown = softened(name, language)
        assert shown.replace(SOFT, "") == name
        assert max(map(len, shown.replace(SOFT, " ").replace("-", " ").split()), default=0) < 12, name

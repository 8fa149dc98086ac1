"""Long Dutch names part where their syllables do, in a tile that is narrower than they are."""

import pytest

from rules_engine.kernel.cards import SOFT, softened
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


def test_short_and_english_words_stay_whole_and_nothing_is_lost() -> None:
    assert (
        softened("Tunnelbeest", "nl") == "Tunnelbeest"
        and softened("Counterweights", "en") == "Counterweights"
    )
    for card in (*load_pool("demo").cards, *load_zx_pool("zx-texts").cards):
        shown = softened(card.name_nl, "nl")
        assert shown.replace(SOFT, "") == card.name_nl
        assert max(map(len, shown.replace(SOFT, " ").replace("-", " ").split()), default=0) < 12, card.name_nl

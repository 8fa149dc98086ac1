"""What every test of this folder shares."""

import pytest

from tournaments.display.title_image import TitleWords, title_svg


@pytest.fixture(autouse=True)
def titles_as_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture for links leaves as the drawing it is made from: the same words, a thousand times sooner.

    Pages are opened here by the thousand; tests/tournaments/display/test_winner.py asks for the picture itself.
    """

    def drawing(seed: str, words: TitleWords) -> bytes:
        return title_svg(seed, words).encode()

    monkeypatch.setattr("tournaments.display.winner_views.title_png", drawing)

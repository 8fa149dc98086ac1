"""What holds for every picture that is drawn from a card, of either game."""

from collections.abc import Sequence
from xml.etree import ElementTree

SHAPES = frozenset(
    {"svg", "defs", "linearGradient", "radialGradient", "stop", "rect", "circle", "ellipse", "path", "g"}
)


def shapes_of(picture: str) -> set[str]:
    """The kinds of element in a picture; it is well-formed, or this raises."""
    root = ElementTree.fromstring(picture)  # noqa: S314 - drawn here a moment ago, from nobody's file
    return {element.tag.rpartition("}")[2] for element in root.iter()}


def are_small_and_plain(pictures: Sequence[str]) -> None:
    """Nothing but shapes, no style and no address in any of them, and few bytes."""
    for picture in pictures:
        assert shapes_of(picture) <= SHAPES
        assert "style" not in picture and "href" not in picture and "nan" not in picture
    sizes = [len(picture.encode()) for picture in pictures]
    assert max(sizes) < 7_000 and sum(sizes) / len(sizes) < 5_000


def are_told_apart(pictures: Sequence[str], again: Sequence[str]) -> None:
    """The same cards give the same bytes, and no two of them the same picture."""
    assert pictures == again
    assert len(set(pictures)) == len(pictures) > 100

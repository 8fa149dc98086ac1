"""The sky of an event: the same bytes for the same name, another for another, small, nothing of the name in it."""

from xml.etree.ElementTree import fromstring

from rules_engine.drawing.sky import sky_svg

NAMES = [f"event-{number}" for number in range(40)]


def test_a_name_has_one_sky_and_no_two_names_share_one() -> None:
    skies = [sky_svg(name) for name in NAMES]
    assert skies == [sky_svg(name) for name in NAMES]
    assert len(set(skies)) == len(NAMES)


def test_a_sky_is_small_and_well_formed_and_says_nothing() -> None:
    for name in NAMES:
        sky = sky_svg(name)
        assert len(sky) < 4_000
        assert fromstring(sky).get("aria-hidden") == "true"  # noqa: S314 - our own drawing
        assert name not in sky
    assert "<script" not in sky_svg("<script>") and "&" not in sky_svg("a&b")

"""The packaged towns: found by any name, by one nearly right, and only as far away as they are."""

import pytest

from tournaments.towns.names import labels_like, nearest, town_label, town_of, towns, towns_like
from tournaments.towns.places import Place, box, distance_km, square_of, squares_around

UTRECHT = Place(52.091, 5.122)


def test_there_are_towns_of_both_countries_each_with_a_key_of_its_own_and_a_place_in_them() -> None:
    found = towns().values()
    assert len(found) == 3_256
    assert all(2.4 < one.place.longitude < 7.4 and 49.4 < one.place.latitude < 53.7 for one in found)
    assert all(one.people >= 1_000 and one.names[0] and one.area[:2] in ("NL", "BE") for one in found)


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("utrecht", "utrecht"), ("Luik", "luik"), ("liege", "luik"), ("LIÈGE", "luik"),
        ("Den Bosch", "s-hertogenbosch"),
        ("’s-Hertogenbosch", "s-hertogenbosch"), ("The Hague", "den-haag"), ("Bruxelles", "brussel"),
        ("Bergen", "bergen"), ("Bergen (Noord-Holland)", "bergen-nl-07"), ("bergen-nl-07", "bergen-nl-07"),
    ],
)  # fmt: skip
def test_a_town_is_known_by_each_of_its_names_whatever_the_accents(said: str, key: str) -> None:
    town = town_of(said)
    assert town is not None and town.key == key


@pytest.mark.parametrize("said", ["", "Atlantis", "x" * 10_000, "(", "52.1,5.1", "\0", "Utrecht\0"])
def test_what_is_no_town_is_none(said: str) -> None:
    assert town_of(said) is None and isinstance(towns_like(said), list)


def test_towns_are_offered_by_their_beginning_the_largest_first_and_by_a_spelling_nearly_right() -> None:
    assert [one.key for one in towns_like("amster", 2)] == ["amsterdam", "amsterdam-zuidoost"]
    assert [one.key for one in towns_like("Utreht")] == ["utrecht"]
    assert towns_like("Amersford")[0].key == "amersfoort"
    assert len(towns_like("a")) == 8


def test_every_label_leads_back_to_its_town() -> None:
    labels = [one for one in towns().values() if town_of(one.label) is not one]
    # Of two towns of one name in one area the larger one is meant.
    assert len(labels) < 30 and all(town_label(one.key) for one in towns().values())
    assert town_label("nowhere") == ""


def test_a_town_is_called_as_it_was_asked_for() -> None:
    luik, mons = town_of("Liège"), town_of("mons")
    assert luik is not None and mons is not None
    assert [luik.label_as(said) for said in ("liege", "Luik", "LIE", "luik", "")] == [
        "Liège",
        "Luik",
        "Liège",
        "Luik",
        "Luik",
    ]
    assert (mons.label_as("Mons"), mons.label) == ("Mons", "Bergen (Wallonie)")
    assert "Liège" in labels_like("Liè") and "Luik" in labels_like("luik")
    lost = [
        name
        for town in towns().values()
        for name in town.names
        if town_of(town.label_as(name)) not in (town, town_of(town.label))
    ]
    assert len(lost) < 10, lost  # two towns of one area that share a name


def test_the_nearest_town_is_the_one_whose_middle_is_nearest() -> None:
    town = nearest(Place(52.37, 4.9))
    assert town is not None and town.key == "amsterdam"
    assert nearest(Place(0, 0)) is None


def test_distances_are_those_of_the_map() -> None:
    amsterdam, brussel = Place(52.374, 4.890), Place(50.850, 4.349)
    assert round(distance_km(UTRECHT, amsterdam)) == 35
    assert round(distance_km(amsterdam, brussel)) == 174
    assert distance_km(UTRECHT, UTRECHT) == 0


def test_the_squares_around_a_place_hold_every_place_of_the_circle() -> None:
    for km in (1, 25, 200):
        squares = set(squares_around(UTRECHT, km))
        south, west, north, east = box(UTRECHT, km)
        for town in towns().values():
            if distance_km(UTRECHT, town.place) <= km:
                assert square_of(town.place) in squares
                assert south < town.place.latitude < north and west < town.place.longitude < east
    assert len(squares_around(UTRECHT, 200)) < 500

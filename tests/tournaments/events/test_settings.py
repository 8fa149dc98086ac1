"""A setting is declared once: who knows its name may choose it, and a name that nobody declares is refused."""

from typing import Annotated, Any

import msgspec
import pytest

from ledger.errors import UserError
from ledger.hashing import plain
from tests.tournaments.hall import make_tournament
from tournaments.events import registry
from tournaments.events.edit_forms import EditForm
from tournaments.events.edit_services import edit_of
from tournaments.events.forms import TournamentForm
from tournaments.events.kinds import Kind
from tournaments.events.models import Tournament
from tournaments.events.plans import resolve, templates
from tournaments.events.policy import DEFAULTS, Policy
from tournaments.events.policy_values import all_settings, made_of, read_policy, value_in
from tournaments.events.settings import Setting, declared, own_settings

SWISS, ROBIN = "constructed-community", "constructed-round-robin"


class Steps(msgspec.Struct, frozen=True):
    """What a stranger's format lets an event choose."""

    legs: Annotated[int, Setting(label="Legs", bounds=(1, 9))] = 4


class Stranger(Kind):
    kind = "stranger"
    settings = Steps


@pytest.mark.parametrize("changes", [{"leggs": 2}, {"own": {"legs": 2}}, {"imported": {}}, {"game_": "zx"}])
def test_a_name_that_nobody_declares_is_refused_when_an_event_is_made(changes: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        resolve(ROBIN, **changes)


@pytest.mark.parametrize("changes", [{"legs": "2"}, {"leaders": None}, {"minutes": "60"}, {"cut": 1}])
def test_a_value_of_another_type_is_refused_of_events_and_of_formats(changes: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        resolve(ROBIN, **changes)


@pytest.mark.django_db
def test_a_name_that_nobody_declares_is_refused_when_an_event_is_changed() -> None:
    tournament = make_tournament(template=ROBIN)
    with pytest.raises(UserError) as refused:
        edit_of(tournament, {}, {"leggs": 2})
    assert refused.value.code == "unknown_choice"


def test_every_ready_made_event_says_only_what_is_declared() -> None:
    assert {name for name in templates() if resolve(name)} == set(templates())


@pytest.mark.django_db
def test_what_is_chosen_of_a_formats_own_is_stored_under_its_name_and_read_back() -> None:
    tournament = make_tournament(template=ROBIN, changes={"legs": 2})
    [stored] = Tournament.objects.values_list("policy__legs", flat=True)
    assert stored == 2
    tournament.refresh_from_db()
    assert tournament.policy == resolve(ROBIN, legs=2) != resolve(ROBIN)
    assert value_in(tournament.policy, "legs") == 2


def test_as_plain_data_every_setting_stands_in_one_row_chosen_or_not() -> None:
    told = plain(resolve(ROBIN, legs=2))
    assert all_settings().keys() <= told.keys() and "own" not in told and "import" not in told
    assert (told["legs"], told["pod_size"], told["minutes"]) == (2, 4, 60)
    assert read_policy(told) == resolve(ROBIN, legs=2)


def test_a_policy_of_an_older_release_lacks_what_came_later_and_keeps_what_went() -> None:
    old = {"minutes": 45, "legs": 2, "pairing": "round_robin", "power": 9, "clan_rounds": 0}
    policy = read_policy(old)
    assert (policy.minutes, value_in(policy, "legs"), policy.live_delay) == (45, 2, DEFAULTS.live_delay)
    told = plain(policy)
    assert told["power"] == 9 and read_policy(told) == policy


@pytest.mark.django_db
def test_what_no_release_knows_any_more_stays_when_something_else_is_changed() -> None:
    tournament = make_tournament(template=ROBIN)
    tournament.policy = read_policy(plain(tournament.policy) | {"power": 9})
    edit = edit_of(tournament, {}, {"minutes": 30})
    assert plain(edit.values["policy"][1])["power"] == 9


@pytest.mark.django_db
def test_every_setting_with_words_is_asked_by_both_forms_with_its_own_bounds_and_choices() -> None:
    asked = {one.name: one for one in all_settings().values() if one.setting.label}
    for form in (TournamentForm(), EditForm(tournament=make_tournament())):
        assert asked.keys() <= form.fields.keys()
        for name, one in asked.items():
            field = form.fields[name]
            assert str(field.label) == str(one.setting.label), name
            if one.setting.bounds is not None:
                assert (field.min_value, field.max_value) == one.setting.bounds, name  # type: ignore[attr-defined]


def test_two_formats_that_mean_different_things_by_one_name_are_a_mistake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "_KINDS", dict(registry._KINDS))
    registry.register(Stranger())
    with pytest.raises(ValueError, match="legs"):
        own_settings()


def test_a_format_cannot_declare_what_every_event_has(monkeypatch: pytest.MonkeyPatch) -> None:
    of_events = msgspec.defstruct("OfEvents", [("minutes", Annotated[int, Setting()], 5)], frozen=True)
    monkeypatch.setattr(registry, "_KINDS", {"stranger": Stranger()})
    monkeypatch.setattr(Stranger, "settings", of_events)
    with pytest.raises(ValueError, match="minutes"):
        all_settings()


def test_a_setting_has_the_name_type_and_default_of_its_field() -> None:
    one = declared(Policy)["minutes"]
    assert (one.name, one.type, one.default, one.setting.bounds) == ("minutes", int, 60, (1, 240))
    assert made_of({}) == DEFAULTS

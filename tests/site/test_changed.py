"""`./test --changed`: the tests nearest to a change, by imports, by names and by rooms, for about a minute."""

import pytest

from x610z_site.services import changed
from x610z_site.services.changed import Choice, choice_for, distances
from x610z_site.services.environment import SetupError


def test_a_module_is_followed_to_the_tests_that_import_it_near_ones_first() -> None:
    far = distances(["ledger/statements.py"])
    assert far["tests/ledger/test_statements.py"] <= 1
    assert "tests/rules_engine/kernel/test_log.py" not in far
    near = distances(["rules_engine/kernel/log.py"])
    assert near["tests/rules_engine/kernel/test_log.py"] <= 1


def test_a_file_of_tests_that_was_changed_runs_first_whatever_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(changed, "durations", lambda: {"tests/site/test_words.py": 500.0})
    choice = choice_for(["tests/site/test_words.py"])
    assert choice.files[0] == "tests/site/test_words.py"


def test_a_helper_of_tests_leads_to_those_that_use_it() -> None:
    far = distances(["tests/tables.py"])
    assert far["tests/site/test_tables.py"] == 1 and far["tests/site/test_docs.py"] == 1
    assert "tests/ledger/test_relay.py" not in far


def test_a_template_leads_through_the_one_that_includes_it_to_the_view_and_its_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = [
        ("templates/hall/page.html", '{% include "hall/_row.html" %}'),
        ("tournaments/hall/views.py", 'render(request, "hall/page.html")'),
        ("tournaments/other/views.py", 'render(request, "other/page.html")'),
    ]
    monkeypatch.setattr(changed, "_texts", lambda: texts)
    assert changed._users("templates/hall/_row.html") == {"tournaments/hall/views.py": 2}
    monkeypatch.undo()
    assert "tests/site/test_style_guide.py" in distances(["x610z_site/style_guide/views.py"])
    assert "tests/site/test_translations.py" in distances(["locale/nl/LC_MESSAGES/django.po"])
    room = distances(["templates/judging/case.html"])
    assert all(room[path] <= 2 for path in room if path.startswith("tests/tournaments/judging/"))


def test_as_many_as_fit_are_taken_and_how_many_follow_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changed, "distances", lambda _changed: {f"tests/test_{n}.py": 1 for n in range(9)})
    monkeypatch.setattr(changed, "durations", dict)
    choice = choice_for(["ledger/locks.py", "pyproject.toml"], budget=changed.UNKNOWN * 4)
    assert len(choice.files) == 4 and choice.left == 5
    said = choice.account()
    assert "5 more files of tests" in said and "pyproject.toml: concerns every test" in said


def test_nothing_that_differs_chooses_nothing() -> None:
    assert choice_for([]) == Choice([])


def test_most_rooms_are_answered_within_the_minute_by_their_own_tests() -> None:
    for path, own in (
        ("tournaments/pairing/window.py", "tests/tournaments/pairing/"),
        ("tournaments/judging/case_services.py", "tests/tournaments/judging/"),
        ("decks/lists/services.py", "tests/decks/lists_room/"),
    ):
        if not (changed.ROOT / path).exists():
            continue
        choice = choice_for([path])
        assert any(file.startswith(own) for file in choice.files), (path, choice.files)


def test_a_base_that_git_does_not_know_is_told() -> None:
    with pytest.raises(SetupError, match="git merge-base"):
        changed.changed_files("no-such-commit")

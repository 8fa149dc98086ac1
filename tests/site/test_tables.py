"""Tables as one test (tests/tables.py): every row is tried, every failure told, and an empty table refused."""

import pytest

from tests.tables import table


def test_every_row_is_tried_and_all_that_fail_are_named() -> None:
    tried = []

    @table(("number", "double"), [(1, 2), (2, 5), (3, 6), (4, 9)])
    def doubled(number: int, double: int) -> None:
        tried.append(number)
        assert number * 2 == double

    with pytest.raises(pytest.fail.Exception) as failed:
        doubled()
    assert tried == [1, 2, 3, 4]
    said = str(failed.value)
    assert said.startswith("2 of 4 rows fail:")
    assert "--- 2, 5" in said and "--- 4, 9" in said and "--- 3, 6" not in said
    assert "test_tables.py:" in said


def test_a_row_that_fails_by_word_is_told_with_the_others() -> None:
    @table("word", [pytest.param("a", id="first"), "b"])
    def refuse(word: str) -> None:
        pytest.fail(f"not {word}")

    with pytest.raises(pytest.fail.Exception, match=r"2 of 2 rows fail:\n--- first\nFailed: not a"):
        refuse()


def test_a_table_asks_pytest_only_for_what_is_no_column() -> None:
    import inspect

    @table("row", [1], ids=str)
    def asked(row: int, tmp_path: object) -> None:
        assert row

    assert list(inspect.signature(asked).parameters) == ["tmp_path"]


def test_an_empty_table_is_an_error() -> None:
    with pytest.raises(ValueError, match="holds nothing"):
        table("row", [])

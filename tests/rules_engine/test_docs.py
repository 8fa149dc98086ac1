"""The pages about the engine: every example runs, and the schema is the one the decoder works by."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import rules_engine
from rules_engine.x610z.log import FORMATS, schema

DOCS = Path(rules_engine.__file__).parent.parent / "docs"


def test_every_example_of_the_page_runs() -> None:
    failed, tried = doctest.testfile(str(DOCS / "engine.md"), module_relative=False)
    assert tried > 20
    assert failed == 0


@pytest.mark.parametrize("module", ["rules_engine", "rules_engine.x610z.rulesets"])
def test_the_examples_in_the_code_run(module: str) -> None:
    import importlib

    failed, tried = doctest.testmod(importlib.import_module(module))
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("format", FORMATS)
def test_the_schema_page_is_the_schema_of_the_decoder(format: str) -> None:
    page = DOCS / "formats" / f"{format.replace('/', '-')}.schema.json"
    assert page.read_bytes() == schema(format)

"""A card text that is refused in Dutch is refused wholly in Dutch."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_engine.x610z import cardtext
from rules_engine.x610z.cardtext import _LABELS, CardTextError, compile_text
from rules_engine.x610z.cardtext.expectations import DEEDS, deed_in, expected_in, is_named

ROOM = Path(cardtext.__file__).parent


def _text(node: ast.expr) -> str | None:
    """The words of a literal; what is filled in reads as the word it may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        fills = {"a first step before '": "when successfully done"}
        parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
        return "".join(fills.get(str(parts[0]), "Dragon") if part is None else str(part) for part in parts)
    return None


def _said() -> Iterator[tuple[str, str]]:
    """What the readers expect, and what the second look complains of, as (where, words)."""
    for path in sorted(ROOM.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id == "wrong" and isinstance(node, ast.Call):
                words = _text(node.args[1])
                if words is not None:
                    yield f"{path.name}:{node.lineno}", words
            if path.name != "typecheck.py":
                continue
            if isinstance(called, ast.Attribute) and called.attr == "append" and isinstance(node, ast.Call):
                pair = node.args[0]
                words = _text(pair.elts[1]) if isinstance(pair, ast.Tuple) else None
                if words is not None:
                    yield f"{path.name}:{node.lineno}", words
            if isinstance(node, ast.Yield) and node.value is not None:
                words = _text(node.value)
                if words is not None:
                    yield f"{path.name}:{node.lineno}", words


def test_everything_that_may_be_expected_has_its_dutch() -> None:
    said = [*_said(), *(("labels", label) for label in _LABELS.values())]
    assert len(said) >= 40, "the reader of this test finds what is said"
    assert [(where, words) for where, words in said if not is_named(words)] == []


def test_what_is_not_a_phrase_of_the_readers_stays_as_it_is() -> None:
    assert expected_in("summons", "nl") == "summons"
    assert expected_in("a number", "en") == "a number"
    assert not is_named("a step nobody ever expects")


@pytest.mark.parametrize(
    ("text", "kind", "permanent", "dutch"),
    [
        (
            "Breng die summon 2 schade toe.",
            "effect",
            False,
            "Verwacht: een eerder genoemde summon naar keuze.",
        ),
        (
            "Trek 1 kaart van je deck.",
            "effect",
            True,
            "‘een stap’ heeft hier geen betekenis. Verwacht: een vermogen: "
            "getriggerd, doorlopend of geactiveerd (206.1).",
        ),
    ],
)
def test_a_dutch_text_is_refused_in_dutch(text: str, kind: str, permanent: bool, dutch: str) -> None:
    with pytest.raises(CardTextError) as refused:
        compile_text(text, kind=kind, permanent=permanent, language="nl")
    assert refused.value.findings[0].text("nl").endswith(dutch)


def test_instructions_are_called_by_words_and_not_by_names_of_code() -> None:
    with pytest.raises(CardTextError) as refused:
        compile_text("Warp target Effect.", kind="effect", permanent=False)
    [found] = refused.value.findings
    assert found.text("en") == "“warping” has no meaning here. Expected: a summon."
    assert found.text("nl") == "‘warpen’ heeft hier geen betekenis. Verwacht: een summon."
    assert all(deed_in(word, "en") and deed_in(word, "nl") for word in DEEDS)

"""Templates a person can review; what else is checked of them stands with `djangofmt` in pyproject.toml."""

import re
from pathlib import Path

from django.template import Context, Template, TemplateSyntaxError
from django.utils import translation

ROOT = Path(__file__).resolve().parents[2]
WIDEST = 120


def test_no_line_of_a_template_is_wider_than_a_reviewer_reads() -> None:
    files = sorted((ROOT / "templates").rglob("*.html"))
    assert len(files) > 150
    wide = [
        f"{file.relative_to(ROOT)}:{number}: {len(line)} columns"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert not wide, "\n".join(wide)


def test_every_form_gets_its_key_from_the_one_tag_for_it() -> None:
    texts = {str(file): file.read_text(encoding="utf-8") for file in (ROOT / "templates").rglob("*.html")}
    assert not [file for file, text in texts.items() if "idempotency_key" in text]
    assert sum(text.count("{% form_key %}") for text in texts.values()) > 50


def compiles(text: str) -> bool:
    """Whether every tag and filter of a template is known to it."""
    try:
        Template(text)
    except TemplateSyntaxError:
        return False
    return True


def idle_libraries(text: str) -> list[str]:
    """Libraries that a template loads and does without."""
    found = []
    for loaded in re.finditer(r"{% load ([^%]+) %}", text):
        libraries = loaded[1].split()
        for library in libraries:
            rest = " ".join(one for one in libraries if one != library)
            if compiles(text.replace(loaded[0], f"{{% load {rest} %}}" if rest else "", 1)):
                found.append(library)
    return found


def test_no_template_loads_a_library_that_it_does_not_use() -> None:
    files = sorted((ROOT / "templates").rglob("*.html"))
    idle = {str(file): found for file in files if (found := idle_libraries(file.read_text(encoding="utf-8")))}
    assert not idle
    assert idle_libraries("{% load i18n parts %}{% translate 'Player' %}") == ["parts"]


def test_what_is_made_once_is_said_in_each_language_and_sees_nothing_of_its_reader() -> None:
    words = "{% load frame i18n %}{% made_once %}{{ user }}{% translate 'Help' %}{% endmade_once %}"
    template, said = Template(words), []
    for language, reader in (("en", "Ann"), ("nl", "Bob"), ("en", "Cor")):
        with translation.override(language):
            said.append(template.render(Context({"user": reader})))
    assert said[0] == said[2] != said[1]
    assert not any(name in text for name in ("Ann", "Bob", "Cor") for text in said)

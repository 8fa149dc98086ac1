"""Every text of the site that is marked for translation, and the catalogues brought up to date with them.

`python -m tests.site.catalogue_texts` adds what is new to every `locale/*/LC_MESSAGES/django.po`, at its end and not
yet translated, takes out what the site no longer says, and lists both. All else stays as it is, so that a reviewer sees
the new texts and nothing more. No gettext programs needed. `python -m tests.site.catalogue_texts de` begins a language.
"""

import ast
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import django
import polib
from django.utils.translation.template import templatize

from tests.site.language_words import ROOT
from x610z_site.services.environment import FLOORS

# Function -> the place of its first text; the two with a plural have a second one behind it.
MARKS = {
    "_": 0,
    "gettext": 0,
    "gettext_lazy": 0,
    "gettext_noop": 0,
    "ngettext": 0,
    "ngettext_lazy": 0,
    "pgettext": 1,
}
PLURAL = {"ngettext", "ngettext_lazy"}
# What Django makes of a template for xgettext: the source with only its texts left, as Python-like calls.
_TEMPLATE_MARK = re.compile(
    r"""(?<![A-Za-z])(?:_|gettext|ngettext)\(\s*u?(?P<q>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
    r"""(?:\s*,\s*u?(?P<p>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))?"""
)


def python_texts(path: Path) -> Iterator[tuple[str, str]]:
    """Every marked text of a module with its plural ("" without)."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        place = MARKS.get(name)
        if place is None or len(node.args) <= place:
            continue
        texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args[place : place + 2]]
        if isinstance(texts[0], str):
            second = texts[1] if name in PLURAL and isinstance(texts[1], str) else ""
            yield texts[0], second


def template_texts(path: Path) -> Iterator[tuple[str, str]]:
    """Every marked text of a template with its plural ("" without)."""
    marked = templatize(path.read_text(encoding="utf-8"), origin=str(path))
    for found in _TEMPLATE_MARK.finditer(marked):
        plural = ast.literal_eval(found["p"]) if found["p"] and "ngettext" in found[0] else ""
        yield ast.literal_eval(found["q"]), plural


def where_said() -> dict[tuple[str, str], str]:
    """Every text with its plural, and the first file that says it."""
    found: dict[tuple[str, str], str] = {}
    modules = [path for package in FLOORS for path in sorted((ROOT / package).rglob("*.py"))]
    pages = sorted(path for kind in ("*.html", "*.txt") for path in (ROOT / "templates").rglob(kind))
    for path in [*modules, *pages]:
        texts = python_texts(path) if path.suffix == ".py" else template_texts(path)
        for pair in texts:
            found.setdefault(pair, path.relative_to(ROOT).as_posix())
    return found


def site_texts() -> set[tuple[str, str]]:
    """Every text of the site that is marked for translation, with its plural."""
    return set(where_said())


def update(file: Path) -> tuple[list[str], list[str]]:
    """Bring one catalogue up to date; the texts added and those taken out."""
    entries = polib.pofile(str(file), wrapwidth=0)
    said = where_said()
    plurals = {msgid for msgid, plural in said if plural}
    wanted = {pair: place for pair, place in said.items() if pair[1] or pair[0] not in plurals}
    gone = [entry for entry in entries if (entry.msgid, entry.msgid_plural) not in wanted]
    for entry in gone:
        entries.remove(entry)
    known = {(entry.msgid, entry.msgid_plural) for entry in entries}
    new = [pair for pair in wanted if pair not in known]
    for msgid, plural in new:
        forms = {0: "", 1: ""} if plural else {}
        place = [(wanted[msgid, plural], "")]
        entries.append(
            polib.POEntry(msgid=msgid, msgid_plural=plural, msgstr_plural=forms, occurrences=place)
        )
    if new or gone:
        entries.save()
    return [msgid for msgid, _ in new], [entry.msgid for entry in gone]


def begin(language: str) -> Path:
    """An empty catalogue for a language; its plural forms are those of English until somebody changes them."""
    file = ROOT / "locale" / language / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    entries = polib.POFile(wrapwidth=0)
    entries.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    entries.save(str(file))
    return file


def main(languages: list[str]) -> None:
    """Update every catalogue, after beginning those of the given languages."""
    for language in languages:
        begin(language)
    for file in sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po")):
        new, gone = update(file)
        print(f"{file.relative_to(ROOT)}: {len(new)} new, {len(gone)} gone")
        for mark, texts in (("+", new), ("-", gone)):
            for text in texts if len(texts) <= 100 else []:
                print(f"  {mark} {text}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "x610z_site.settings.local")
    django.setup()
    main(sys.argv[1:])

"""docs/security.md answers every line of ASVS 5.0.0, levels 1 and 2, with a test that exists or a reason."""

import ast
import re
from collections import Counter

import pytest

from ledger.credentials import kinds
from tests.counted import Record
from x610z_site.services.environment import ROOT

PAGE = ROOT / "docs" / "security.md"
# How many lines of levels 1 and 2 each section has; of level 3 there are none among them but at the ends.
SECTIONS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1, "3.2": 2, "3.3": 4,
    "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4, "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5,
    "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1, "9.1": 3, "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4,
    "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1, "17.2": 4,
    "17.3": 2,
}  # fmt: skip
LINES = [f"V{section}.{number}" for section, most in SECTIONS.items() for number in range(1, most + 1)]
ANSWERS = ("test", "by design", "not ours", "short")
_ROW = re.compile(r"^\| (V\d+\.\d+\.\d+) \| ([a-z ]+) \| (.+) \|$", re.MULTILINE)


def rows(text: str) -> list[tuple[str, str, str]]:
    """Id, answer and proof of each line of the table."""
    return _ROW.findall(text)


def wrong_lines(text: str) -> list[str]:
    """What is wrong with a page: lines that are missing, doubled or unknown, tests that do not exist, empty reasons."""
    found = rows(text)
    count = Counter(line for line, _answer, _proof in found)
    wrong = [f"{line}: {count[line]} times" for line in LINES if count[line] != 1]
    wrong += [f"{line}: no such line" for line in count if line not in LINES]
    for line, answer, proof in found:
        if answer not in ANSWERS:
            wrong.append(f"{line}: {answer}")
        elif answer == "test":
            wrong += [f"{line}: {problem}" for problem in _missing_test(proof)]
        elif (len(proof) < 10 and answer != "not ours") or len(proof) < 6:
            wrong.append(f"{line}: no reason")
    return wrong


def _missing_test(proof: str) -> list[str]:
    path, _colons, name = proof.strip("`").partition("::")
    file = ROOT / path
    if not file.is_file():
        return [f"no file {path}"]
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return [] if any(getattr(node, "name", "") == name for node in tree.body) else [f"no test {name}"]


def promises() -> list[tuple[str, str]]:
    """The promises of SECURITY.md that have a test, in their own words, and which test it is."""
    part = PAGE.read_text(encoding="utf-8").partition("## Promises")[2].partition("\n## ")[0]
    return re.findall(r"^\| (.+?) \| (`tests/.+`) \|$", part, re.MULTILINE)


def test_each_promise_of_the_security_page_stands_there_word_by_word_and_names_a_test_that_exists() -> None:
    said = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
    assert len(promises()) > 20
    assert [words for words, _proof in promises() if words not in said] == []
    assert [wrong for _words, proof in promises() for wrong in _missing_test(proof)] == []


def sentences(said: str) -> list[str]:
    """The sentences of SECURITY.md that promise something: from what we protect first to the end."""
    part = " ".join(said.partition("## What we protect first")[2].replace("**", "").split())
    found = re.split(r"(?<=[.:]) (?=[A-Z0-9])", part)
    # A number, the word that says what a promise is about, and the way to the other page promise nothing.
    return [one for one in found if len(one) > 25 and "[docs/security.md]" not in one]


def bare_sentences(said: str) -> list[str]:
    """Those without any promise of the table."""
    return [one for one in sentences(said) if not any(words in one for words, _proof in promises())]


def test_every_sentence_of_the_security_page_has_a_promise_with_a_test() -> None:
    said = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert len(sentences(said)) > 12
    assert bare_sentences(said) == []
    assert bare_sentences(said + " Nothing of it was ever tried by anybody.") != [], "the control"


def test_the_standard_has_so_many_lines_of_levels_one_and_two() -> None:
    assert len(LINES) == 70 + 183


def test_every_line_is_answered_by_a_test_that_exists_or_a_reason(
    record_property: Record,
) -> None:
    record_property("lines of the standard", len(LINES))
    assert wrong_lines(PAGE.read_text(encoding="utf-8")) == []


def test_nineteen_lines_of_twenty_that_concern_us_are_met_and_the_page_counts_them_rightly() -> None:
    text = PAGE.read_text(encoding="utf-8")
    count = Counter(answer for _line, answer, _proof in rows(text))
    ours = sum(count.values()) - count["not ours"]
    assert (ours - count["short"]) / ours >= 0.95
    for answer in ANSWERS:
        assert f"*{answer}*: {count[answer]}," in text.replace("\n", " ")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| V6.2.2 |", "| V6.2.99 |"),
        ("| V6.2.2 |", "| V6.2.3 |"),
        ("::test_a_new_password_ends", "::test_a_new_passw0rd_ends"),
        ("| V8.1.1 | by design |", "| V8.1.1 | yes |"),
        ("| V16.1.1 | by design | The section on logs above |", "| V16.1.1 | by design | x |"),
    ],
)
def test_a_page_with_a_hole_is_found(old: str, new: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert old in text
    assert wrong_lines(text.replace(old, new, 1)) != []


# What a word on the page denies, and how the code shows that it is not so. The page was wrong in eight such places.
UNTRUE = {
    r"(?:calls|fetches) (?:nothing|no address)": "x610z_site/reach/outgoing.py sends to addresses that people typed",
    r"[Nn]o block cipher(?! and)": "x610z_site/site_secrets.py and reach/push.py use AES",
    r"[Nn]o public-key": "x610z_site/reach/push.py and accounts/passkeys.py",
    r"read-only API": "tournaments/api/operations.py writes",
    r"[Nn]o postMessage": "the recorder's worker",
    r"nothing else is called": "mail, push, webhooks, object storage",
}


@pytest.mark.parametrize("words", UNTRUE)
def test_the_page_denies_nothing_that_the_site_does(words: str) -> None:
    assert re.search(words, PAGE.read_text(encoding="utf-8")) is None, UNTRUE[words]


def test_every_file_and_decision_that_the_page_names_exists() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = set(
        re.findall(
            r"(?<![\w/.-])((?:docs|deploy|tests|x610z_site|templates)/[\w/.-]+\.(?:md|py|conf|html))", text
        )
    )
    assert len(named) > 30
    assert [name for name in named if not (ROOT / name).is_file()] == []
    known = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "decisions").glob("*.md"))
    numbers = {
        one
        for words in re.findall(r"decisions? ((?:\d{3}(?:, | and )?)+)", text)
        for one in re.findall(r"\d{3}", words)
    }
    assert numbers and [one for one in numbers if not re.search(rf"^## {one}\.", known, re.MULTILINE)] == []


SECRETS = {
    "session": "session keys",
    "token": "API tokens",
    "personal link": "personal links",
    "mailed link": "mailed links",
    "confirmation": "mailed links",
    "recovery": "codes of the office",
    "passkey": "passkeys",
    "second step": "secrets of authenticator apps",
    "recovery code": "recovery codes",
    "calendar": "secret calendar addresses",
    "browser": "addresses of push services",
    "webhook": "of webhooks",
    "phone": "a recorder's phone",
    "pairing code": "codes that pair another phone",
    "forum": "signing in at the forum",
}
"""Kind of the register of credentials -> as the table of keys and secrets calls it."""


def test_every_credential_and_every_secret_of_the_service_is_in_the_table_of_secrets() -> None:
    """Which columns hold one is told by tests/security/test_credentials.py: each belongs to a kind, or says why not."""
    page = PAGE.read_text(encoding="utf-8")
    table = re.findall(r"^\| (.+?) \|", page.partition("## Keys and secrets")[2].partition("\n## ")[0], re.M)
    assert {kind.key for kind in kinds()} == set(SECRETS)
    assert [words for words in SECRETS.values() if not any(words in row for row in table)] == []
    settings = [ROOT / "x610z_site" / "settings" / name for name in ("base.py", "production.py")]
    read = "".join(path.read_text(encoding="utf-8") for path in settings)
    named = set(re.findall(r"env\.\w+\(\"(\w*(?:SECRET|KEY|TOKEN|PASSWORD|EMAIL_URL|STORAGE)\w*)\"", read))
    assert len(named) > 4
    assert [name for name in named if f"`{name}`" not in page.partition("## Logs")[0]] == []

"""What a program writes for itself and nobody should read on a page: numbers of things, values of Python, codes."""

import re
from html import unescape

from tests.site.language_words import Page

RAW = {
    "a rule with a place in it": r"\b\d{3}\.\d+[a-z]?#\d",
    "the key of a term": r"\b(?:G|NL)\.[a-z]",
    "the number of a thing": r"(?<![\w&/])#\d+",
    "a value of Python": r"\b(?:True|False|NaN|nan|undefined|null|Decimal|datetime)\b|\bNone\b(?! yet|\.)|object at 0x",
    "a list or table of Python": r"\[['\"]|['\"]\]|\[\d+[,\]]|\{['\"]|['\"]\}|': |\[\]|\{\}|\(\)",
    "a place left open": r"%\(\w+\)|%[sd]\b|\{\w*\}|\{\{|\}\}|\{%",
    "markup": r"</?[a-z]\w*>|&(?:amp|lt|gt|quot|#\d+|nbsp);",
    "a moment as programs write it": r"\b\d{4}-\d\d-\d\d(?:T\d|\b)",
    "a code": r"(?<![\w./@:-])[a-z]+(?:_[a-z0-9]+)+(?![\w./:@-])",
}
"""What may never be read, by what it is. The keywords of Z/X in <angles> begin with a capital."""
_PATTERNS = {what: re.compile(pattern) for what, pattern in RAW.items()}
_QUOTED = re.compile(r"<code\b[^>]*>(.*?)</code>", re.DOTALL)
_VALUE = re.compile(r"\[\d|[\[{]'")
FOR_PROGRAMS = frozenset({"/api/help/"})
"""The reference of the API shows places for words on purpose."""


def raw(page: Page) -> dict[str, str]:
    """Text of the page -> what of it nobody should have to read; words that a script fills in are left out."""
    found = {
        text: what
        for text in page.texts
        if text not in page.for_scripts
        for what, pattern in _PATTERNS.items()
        if pattern.search(text)
    }
    quoted = (unescape(text) for text in _QUOTED.findall(page.content))
    return found | {text: "a value in code" for text in quoted if _VALUE.search(text)}

"""The guides as HTML: read from the Markdown of the repository, once per process and language.

The same file is read on the site and where the code is kept. Three things differ. A link leads to the page of the
site with that content; where the site has none, its words stay and the link goes, for a hall may have no way out. A
paragraph that is only links (the languages, the other guides) is left out: the site has menus for that. And of HTML
only two forms are kept: a place to link to, ``<a id="…"></a>``, and a picture; anything else is shown as text.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.token import Token

GUIDES = {
    "playing": "docs/guide/players.md",
    "organizers": "docs/guide/organizers.md",
    "packing": "docs/guide/packing.md",
    "judges": "docs/guide/judges.md",
    "keepers": "docs/guide/keepers.md",
}
"""The guides by the name in their address, in the order in which they are listed."""

REFERENCES = {
    "import-files": "docs/formats/import.md",
    "game-logs": "docs/gamelog.md",
    "card-texts": "rules_engine/x610z/cardtext/README.md",
}
"""What the guides lead on to; in English alone."""

ELSEWHERE = {
    "docs/rulebook.md": "decks:rules",
    "docs/rulebook.nl.md": "decks:rules",
    "docs/api.md": "api:page",
}
"""Documents that the site shows as a page of its own."""

PICTURES = Path("docs/images")
_PICTURE_NAME = re.compile(r"(?:nl/)?[a-z-]+\.png")
_PLACE = re.compile(r'<a id="([a-z0-9-]+)">')
_PICTURE = re.compile(r'<img src="([^"]+)" width="(\d+)" alt="([^"]*)">\s*')


@dataclass(frozen=True)
class Section:
    """A heading of a guide: the place to link to, and its words."""

    anchor: str
    title: str


@dataclass(frozen=True)
class Guide:
    """A guide in one language. ``language`` is that of its text; ``anchors``: every place in it that can be linked."""

    name: str
    language: str
    title: str
    lead: str
    html: SafeString
    sections: tuple[Section, ...]
    anchors: frozenset[str]
    pictures: tuple[str, ...]


def source_of(name: str, language: str) -> tuple[Path, str]:
    """The file of a guide and the language it is written in: English where there is no other."""
    path = Path(settings.BASE_DIR) / {**GUIDES, **REFERENCES}[name]
    own = path.with_suffix(f".{language}.md")
    return (own, language) if own.is_file() else (path, "en")


@lru_cache(maxsize=64)
def guide(name: str, language: str) -> Guide:
    """A guide as it is shown to readers of a language; KeyError for a name that is none."""
    path, written = source_of(name, language)
    return _Reader(name, path, written).read()


def picture_path(name: str) -> Path | None:
    """The file of a picture by its name in addresses (``desk.png``, ``nl/desk.png``); None for what no guide shows."""
    if not _PICTURE_NAME.fullmatch(name):
        return None
    shown = {
        one
        for each in GUIDES
        for language, _name in settings.LANGUAGES
        for one in guide(each, language).pictures
    }
    return Path(settings.BASE_DIR) / PICTURES / name if name in shown else None


class _Reader:
    """One file on its way to HTML."""

    def __init__(self, name: str, path: Path, language: str) -> None:
        self.name, self.path, self.language = name, path, language
        self.base = Path(settings.BASE_DIR).resolve()
        self.sections: list[Section] = []
        self.anchors: set[str] = set()
        self.pictures: list[str] = []
        self.labels: Counter[str] = Counter()

    def read(self) -> Guide:
        """The whole file."""
        parser = MarkdownIt("commonmark").enable("table")
        tokens = parser.parse(self.path.read_text(encoding="utf-8"))
        title, rest = _words(tokens[1]), tokens[3:]
        blocks = [block for block in _blocks(rest) if not _only_links(block)]
        lead = ""
        if blocks and blocks[0][0].type == "paragraph_open":
            lead = _words(blocks.pop(0)[1])
        kept = list(self._placed(blocks))
        html = SafeString(parser.renderer.render(kept, parser.options, {}))  # of the repository's own files
        return Guide(
            self.name,
            self.language,
            title,
            lead,
            html,
            tuple(self.sections),
            frozenset(self.anchors),
            tuple(self.pictures),
        )

    def _placed(self, blocks: Sequence[list[Token]]) -> Iterator[Token]:
        """Every token of the blocks, with headings that can be linked, and links and pictures of the site."""
        waiting = ""
        for block in blocks:
            found = _place_alone(block)
            if found:
                waiting = found
                continue
            if block[0].type == "table_open":
                label = self._label(self.sections[-1].title if self.sections else self.name)
                yield _made(
                    format_html('<div class="table-wrap" role="region" tabindex="0" aria-label="{}">', label)
                )
            for token in block:
                yield self._token(token)
            if block[0].type == "table_open":
                yield _made("</div>")
            if block[0].type == "heading_open":
                words = _words(block[1])
                anchor = waiting or _slug(words)
                block[0].attrSet("id", anchor)
                self.anchors.add(anchor)
                if block[0].tag == "h2":
                    self.sections.append(Section(anchor, words))
            waiting = ""

    def _token(self, token: Token) -> Token:
        if token.type == "html_block":
            return self._html(token)
        if token.children:
            token.children = list(self._inline(token.children))
        if token.type == "table_open":
            token.attrSet("class", "data")
        if token.type == "fence":
            return self._example(token)
        return token

    def _example(self, token: Token) -> Token:
        """Lines as they are written, wider than a phone: the keyboard scrolls them, too."""
        return _made(format_html('<pre tabindex="0"><code>{}</code></pre>', token.content))

    def _label(self, words: str) -> str:
        """A name for what scrolls, with a number where the section holds several."""
        self.labels[words] += 1
        return f"{words} ({self.labels[words]})" if self.labels[words] > 1 else words

    def _inline(self, children: list[Token]) -> Iterator[Token]:
        dropped: list[bool] = []
        for child in children:
            if child.type == "link_open":
                address = self._address(str(child.attrs["href"]))
                dropped.append(not address)
                child.attrs["href"] = address
            if child.type in ("link_open", "link_close") and dropped[-1]:
                if child.type == "link_close":
                    dropped.pop()
                continue
            if child.type == "link_close":
                dropped.pop()
            if child.type == "image":
                child = self._shown(str(child.attrs["src"]), child.content, "")
            elif child.type == "html_inline":
                child = self._html(child)
            yield child

    def _html(self, token: Token) -> Token:
        """A place or a picture as the site writes it; any other HTML as the text it is."""
        place, picture = _PLACE.fullmatch(token.content), _PICTURE.fullmatch(token.content)
        if picture:
            return self._shown(picture[1], picture[3], picture[2])
        if place:
            self.anchors.add(place[1])
            return _made(format_html('<span id="{}">', place[1]))
        return _made("</span>" if token.content == "</a>" else escape(token.content))

    def _shown(self, source: str, words: str, width: str) -> Token:
        """A picture under its address here."""
        file = (self.path.parent / source).resolve()
        name = file.relative_to(self.base / PICTURES).as_posix()
        self.pictures.append(name)
        wide = format_html(' width="{}"', width) if width else ""
        return _made(
            format_html(
                '<img src="{}" alt="{}"{} class="help-picture">',
                reverse("help:picture", args=[name]),
                words,
                wide,
            )
        )

    def _address(self, link: str) -> str:
        """Where a link of the file leads on the site; empty where the site has no such page."""
        path, _hash, anchor = link.partition("#")
        place = f"#{anchor}" if anchor else ""
        if "://" in link:
            return ""
        if not path:
            return place
        file = (self.path.parent / path).resolve().relative_to(self.base).as_posix()
        plain = re.sub(r"\.[a-z]{2}\.md$", ".md", file)
        for name, known in {**GUIDES, **REFERENCES}.items():
            if known == plain:
                return reverse("help:guide", args=[name]) + place
        return reverse(ELSEWHERE[file]) + place if file in ELSEWHERE else ""


def _made(html: str) -> Token:
    """HTML of our own as a token; the renderer writes it as it is."""
    return Token("html_inline", "", 0, content=html)


def _blocks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The blocks of the outermost level, each with all that is in it."""
    block: list[Token] = []
    depth = 0
    for token in tokens:
        block.append(token)
        depth += token.nesting
        if depth == 0:
            yield block
            block = []


def _children(block: Sequence[Token]) -> list[Token]:
    """What stands in a paragraph; nothing for any other block."""
    paragraph = len(block) == 3 and block[0].type == "paragraph_open"
    return list(block[1].children or []) if paragraph else []


def _only_links(block: Sequence[Token]) -> bool:
    """Whether a paragraph holds links and what separates them, and nothing else."""
    outside, depth = "", 0
    children = _children(block)
    for child in children:
        depth += {"link_open": 1, "link_close": -1}.get(child.type, 0)
        outside += child.content if not depth else ""
    return any(child.type == "link_open" for child in children) and not outside.strip(" ·")


def _place_alone(block: Sequence[Token]) -> str:
    """The name of a place that stands on a line of its own, for the heading after it; else empty."""
    children = [child for child in _children(block) if child.type != "softbreak"]
    found = _PLACE.fullmatch(children[0].content) if len(children) == 2 else None
    return found[1] if found else ""


def _words(inline: Token) -> str:
    """The text of a line without its marks."""

    def said(children: Sequence[Any]) -> str:
        return "".join(" " if one.type == "softbreak" else one.content for one in children)

    return said([one for one in inline.children or [] if one.type in ("text", "code_inline", "softbreak")])


def _slug(words: str) -> str:
    """The place of a heading, as places are named where the code is kept."""
    return re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")

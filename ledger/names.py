"""How names are compared and ordered, the same on every database."""

import unicodedata

_PARTICLES = (
    "van der ",
    "van den ",
    "van de ",
    "van ",
    "von ",
    "de ",
    "den ",
    "der ",
    "ter ",
    "ten ",
    "te ",
    "'t ",
)


def fold(name: str) -> str:
    """Lower-case without accents and doubled spaces: the form in which two names are the same."""
    decomposed = unicodedata.normalize("NFKD", name)
    plain = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(plain.casefold().split())


def sort_name(name: str) -> str:
    """Key for alphabetical lists: Dutch particles go behind the name ("van der Berg" under B)."""
    folded = fold(name)
    for particle in _PARTICLES:
        if folded.startswith(particle):
            return f"{folded[len(particle) :]}, {particle.strip()}"
    return folded


def clean_name(name: str) -> str:
    """A name fit to print: no control or direction-changing characters, single spaces."""
    kept = (
        char
        for char in unicodedata.normalize("NFC", name)
        if unicodedata.category(char) not in {"Cc", "Cf", "Cs"} or char == "\u200d"
    )
    return " ".join("".join(kept).split())

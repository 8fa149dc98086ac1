"""The language of searches: what it reads, what it says about what it cannot read, and that it never breaks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.cards.query import FLAGS, KEYS, MAX_DEPTH, MAX_LENGTH, MAX_TERMS, And, Not, Or, Word, parse
from decks.cards.query import Test as Comparison

KNOWN = {"class": {"dragon": "Dragon", "beast": "Beast"}, "type": {"summon": "summon"}}


def read(text):
    parsed = parse(text, KNOWN)
    assert parsed.errors == ()
    return parsed.tree.nodes


def wrong(text):
    return [(error.code, text[error.start : error.end], error.near) for error in parse(text, KNOWN).errors]


def test_words_and_comparisons_all_count():
    summon, cost, text = read('type:summon cost<=3 text:"draw 2"')
    assert (summon.key, summon.value) == ("type", "summon")
    assert (cost.key, cost.op, cost.value) == ("cost", "<=", "3")
    assert (text.key, text.value) == ("text", "draw 2")


def test_a_minus_means_not_and_only_at_the_beginning_of_a_word():
    first, second = read("-class:dragon half-wit")
    assert isinstance(first, Not)
    assert isinstance(second, Word) and second.text == "half-wit"


def test_or_binds_weaker_than_words_beside_each_other():
    (node,) = read("a b or c")
    assert isinstance(node, Or)
    assert isinstance(node.nodes[0], And) and isinstance(node.nodes[1], Word)


def test_brackets_bind():
    words, choice = read("a (b or c)")
    assert isinstance(words, Word)
    assert isinstance(choice, Or)


def test_dutch_words_and_short_forms_mean_the_same():
    assert [node.key for node in read("klasse:dragon kosten<2 aanval>1 t:x")] == [
        "class",
        "cost",
        "attack",
        "text",
    ]


def test_a_quoted_or_is_a_word():
    assert [node.text for node in read('"or" "a or b"')] == ["or", "a or b"]


@pytest.mark.parametrize(
    ("text", "code", "place", "near"),
    [
        ("clas:dragon", "unknown_key", "clas", ("class",)),
        ("class:dragom", "unknown_value", "dragom", ("Dragon",)),
        ("cost:", "no_value", "cost:", ()),
        ("cost<=x", "no_number", "x", ()),
        ("cost<=²", "no_number", "²", ()),
        ("cost<=999999", "no_number", "999999", ()),
        ("class>dragon", "bad_operator", ">", (":",)),
        ("is:permanet", "unknown_value", "permanet", ("permanent",)),
        ("(a", "parenthesis", "(", ()),
        ("a)", "parenthesis", ")", ()),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place_and_the_near_word(text, code, place, near):
    assert wrong(text)[0][:2] == (code, place)
    assert set(near) <= set(wrong(text)[0][2])


def test_the_rest_of_a_query_still_counts():
    parsed = parse("foo:bar hunter cost<=3", KNOWN)
    assert [type(node).__name__ for node in parsed.tree.nodes] == ["Word", "Test"]


def test_length_number_and_depth_are_bounded():
    assert wrong("x" * (MAX_LENGTH + 1))[0][0] == "too_long"
    assert "too_many" in [code for code, *_rest in wrong("a " * (MAX_TERMS + 1))]
    assert "too_deep" in [code for code, *_rest in wrong("(" * (MAX_DEPTH + 1) + "a" + ")" * (MAX_DEPTH + 1))]


PIECES = st.sampled_from(
    [
        *KEYS,
        *FLAGS,
        ":",
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "(",
        ")",
        "-",
        '"',
        " or ",
        " ",
        "dragon",
        "3",
        "%",
        "_",
        "\\",
        "'",
    ]
)


@given(st.one_of(st.text(max_size=400), st.lists(PIECES, max_size=60).map("".join)))
def test_parsing_never_raises_and_every_place_lies_in_the_query(text):
    parsed = parse(text, KNOWN)
    assert len(parsed.text) <= MAX_LENGTH
    for error in parsed.errors:
        assert 0 <= error.start <= error.end <= len(parsed.text)
    assert terms(parsed.tree) <= MAX_TERMS
    assert parse(parsed.text, KNOWN).tree == parsed.tree


def terms(node):
    if isinstance(node, Word | Comparison):
        return 1
    if isinstance(node, Not):
        return terms(node.node)
    return sum(terms(part) for part in node.nodes)

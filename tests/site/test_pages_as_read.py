"""The reading of pages in tests: only white space that nobody sees is gone."""

import pytest

from tests.pages import flat


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ("<p>\n  One\n  word\n</p>\n<p> two </p>", "<p>One word</p><p>two</p>"),
        ("<td>\n  <a\n    href='x'\n  >\n    5\n  </a>\n</td>", "<td><a href='x'>5</a></td>"),
        ("<p>a <b> b </b> c</p>", "<p>a <b>b </b>c</p>"),
        ("<p>a<b>b</b>c</p>", "<p>a<b>b</b>c</p>"),
        ("<p>a\n<button\n name='x' >\n Go\n</button>\n b</p>", "<p>a <button name='x'>Go</button> b</p>"),
        (
            '<pre>\n a\n  b </pre><textarea\n id="t"> x\n y</textarea>',
            '<pre>\n a\n  b </pre><textarea id="t"> x\n y</textarea>',
        ),
        ('<b title="two  spaces\nkept" >x</b>', '<b title="two  spaces\nkept">x</b>'),
    ],
)
def test_a_page_keeps_the_white_space_that_is_seen(page: str, read: str) -> None:
    assert flat(page) == read

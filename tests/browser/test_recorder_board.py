"""The board under a finger by itself, without a game: how its picture comes nearer."""

import pytest
from django.templatetags.static import static

from tests.browser.recorder_hall import Open
from tests.tournaments.hall import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GLIDES = """async (script) => {
  const { Board } = await import(script);
  document.body.innerHTML = '<svg><g data-live></g></svg>';
  const board = new Board(document.querySelector('svg'), 'x-');
  const shown = [];
  const frames = [-500, 0, 80, 5000];
  const begun = performance.now();
  window.requestAnimationFrame = (glide) => { if (frames.length) glide(begun + frames.shift()); return 0; };
  const look = board.svg.setAttribute.bind(board.svg);
  board.svg.setAttribute = (name, value) => { shown.push(value.split(' ').map(Number)); look(name, value); };
  board.look([100, 100, 120, 121], false);
  return shown;
}"""
"""Every picture that is shown while the board glides nearer, the first frame older than the glide itself."""


def test_a_frame_older_than_the_glide_shows_no_picture_outside_the_two_it_goes_between(
    phone_of: Open,
) -> None:
    page = phone_of(make_user()).new_page()
    page.goto("/help/")
    shown = page.evaluate(GLIDES, static("js/recorder/board.js"))
    assert shown[0] == [0, 0, 390, 393] and shown[-1] == [100, 100, 120, 121]
    for left, top, wide, high in shown:
        assert 0 <= left <= 100 and 0 <= top <= 100 and 120 <= wide <= 390 and 121 <= high <= 393


NAMES = """async (script) => {
  const { Board } = await import(script);
  document.body.innerHTML = '<svg><g id="x-dot-3-4" transform="translate(160 160)"></g><g data-live></g></svg>';
  const board = new Board(document.querySelector('svg'), 'x-');
  const named = (kind) => {
    board.light([{ dot: '3,4', kind }]);
    return [...document.querySelectorAll('.rec-dot')].map((one) => one.textContent).join();
  };
  const near = () => Number(board.over.style.getPropertyValue('--near')) > 0;
  const before = [named('lit'), named('can'), near()];
  board.look([100, 100, 120, 121], true);
  return [...before, near()];
}"""


def test_a_dot_that_can_be_chosen_is_named_where_the_hours_are_out_of_the_picture(phone_of: Open) -> None:
    page = phone_of(make_user()).new_page()
    page.goto("/help/")
    assert page.evaluate(NAMES, static("js/recorder/board.js")) == ["3,4", "", False, True]

// Which question is asked now. A question is a plain object: `when` says whether it is its turn, `draw` gives its parts.
// Some are opened by a button (`recorder.open`): they have a `name` instead of `when`, and may have `tap` (a dot was
// tapped), `untap` (take back what was tapped last; false: nothing was) and `light` (which dots shine).

import { choice } from "./asks/choice.js";
import { course, first } from "./asks/course.js";
import { blind, conflict, consent, ended, frozen, over, strange, take, voices } from "./asks/table.js";

const opened = { when: ({ open }) => open && !open.yields, draw: (r) => r.open.draw(r) };
const yielding = { when: ({ open }) => open, draw: (r) => r.open.draw(r) };

/** The first whose turn it is gets it. */
const ORDER = [take, opened, frozen, strange, voices, ended, conflict, consent, yielding, choice, first, over, blind, course];

/** Whether the game can be played on while this is asked: a tap on the board is for the line that is begun, or begins one. */
export const plays = (asked) => [yielding, choice, course].includes(asked);

/** Whether nobody plays on before this was answered, here or elsewhere. */
export const stops = (asked) => [frozen, strange, voices, conflict, consent].includes(asked);

/** The question of this moment. */
export const question = (recorder) => ORDER.find(({ when }) => when(recorder));

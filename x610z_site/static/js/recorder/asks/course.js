// The course of the game: who begins, what happens next, and one's own cards.

import { hand, whoseText } from "../cards.js";
import { sources } from "../choose.js";
import { h } from "../parts.js";
import { call, count } from "./answer.js";

/** The course of the game: begin, respond, end of turn. Neutral: it says nothing of what is in a hand. */
function askCourse(r) {
  const rows = r.rows();
  const of = (...dos) => rows.filter((row) => dos.includes(row.line.do));
  const begins = of("begin", "murphy");
  const lone = [];
  if (begins.length) {
    const button = (row, text, more = {}) => r.button(text, () => r.commitRow(row), { focus: `${row.line.do}:${row.line.seat}:${row.line.x ?? 0}`, ...more });
    const { seat: first = 0, looking = [] } = r.screen.asked;
    const starts = of("begin").length > 0, alone = r.mine.length === 1 && !starts;
    const seats = [...new Set(of("murphy").map((row) => row.line.seat))].filter((seat) => !alone || looking.includes(seat) || r.again);
    // A kept hand is no line of the game: a note says it, so that who begins need not ask. They may begin without it.
    const keep = (row) => r.button(r.t("keep_hand"), () => { r.again = false; return r.commit([{ kind: "note", text: "", seat: row.seat, keeps: row.hand.count }]); }, { kind: "primary", focus: "keep_hand" });
    if (!seats.length && !starts) return [h("p", { class: "rec-lead" }, r.t("waits_for", { name: r.seatName(first) })), r.chips([r.button(r.t("other_hand"), () => { r.again = true; r.draw(); }, { focus: "other_hand" })])];
    const awaited = starts && r.mine.length === 1 && r.state.mode !== "practice" ? looking.map((seat) => r.seatName(seat)).join(", ") : "";
    return [h("p", { class: "rec-lead" }, awaited ? r.t("still_looking", { name: awaited }) : r.t("before_begin")), ...hand(r),
      r.chips(of("begin").map((row) => (awaited ? button(row, r.t("begin_anyway")) : button(row, row.text, { kind: "primary" })))),
      ...seats.flatMap((seat) => [h("p", { class: "rec-hint" }, r.t(alone ? "murphy_ask" : "murphy_lead", { name: r.seatName(seat) })),
        alone ? r.chips([keep(r.screen.view.seats[seat])]) : null,
        r.chips(of("murphy").filter((row) => row.line.seat === seat).map((row) => button(row, String(row.line.x ?? 0), { "aria-label": row.text })))])];
  }
  const faces = hand(r);
  const { kind, seat = 0 } = r.screen.asked;
  if (r.mine.length) lone.push(h("p", { class: "rec-lead" }, kind === "window" ? r.t(rows.some(({ source }) => source.startsWith("card:")) ? "window_cards" : "window_none") : r.t(r.mine.includes(seat) ? "tap_pawn" : "awaits", { name: r.seatName(seat) })));
  lone.push(...faces);
  const { pen, me, mode, entries } = r.state;
  const counted = r.screen.lines.findLast(({ kind }) => kind === "count" || kind === "judge"); // what does not agree is not played past
  if (counted?.problem && !entries.some((entry) => entry.kind === "resume" && entry.seq > counted.n)) lone.unshift(h("p", { class: "rec-lead stop" }, counted.problem.text), r.mine.length ? r.chips([r.button(r.t("count"), () => r.go(count), { kind: "primary", focus: "recount" }), r.button(r.t("call"), () => r.go(call), { kind: "danger", focus: "miscount_call" })]) : null);
  if (!r.online && mode === "two_phones" && me.device && pen && pen !== me.device) lone.push(h("p", { class: "rec-hint" }, r.t("other_writes")));
  if (r.state.help !== "lit" && r.mine.length) lone.push(r.button(r.t("compose"), () => r.compose("line"), { kind: "wide", focus: "compose" }));
  if (r.screen.count_due && r.mine.length) lone.push(r.button(r.t("count_due"), () => r.go(count), { kind: "wide" }));
  if (!lone.length) lone.push(h("p", { class: "rec-hint" }, r.t("watching")));
  return lone;
}

function askFirst(r) {
  const { asked } = r.screen;
  const { game_number: game = 1, last_losers: losers = [] } = r.state;
  const loser = game > 1; // 105.1b, also where the game before it was not recorded and nobody knows here who lost it
  const by = loser ? { by: "loser", ...(losers.length ? { seat: losers[0] } : {}) } : { by: "dice" };
  const say = (seat) => r.commit([{ kind: "chance", of: "first", ...by, value: seat }]);
  // Who lost chooses on their own phone; another one says it only where that phone is not at the table.
  const away = r.open?.name === "loser_away";
  if (losers.length && r.state.mode === "two_phones" && r.mine.length && !r.mine.some((seat) => losers.includes(seat)) && !away) {
    return [h("p", { class: "rec-lead" }, r.t("loser_chooses", { name: r.seatName(losers[0]) })), r.chips([r.button(r.t("loser_away"), () => r.go(loserAway), { focus: "loser_away" })])];
  }
  return [h("p", { class: "rec-lead" }, r.t(loser ? "who_first_loser" : "who_first")), r.chips(asked.seats.map((seat) => r.button(r.seatName(seat), () => say(seat), { kind: "primary", focus: `first:${seat}` })))];
}

/** A player's own list, counted down; two letters filter. */
function askCards(r) {
  const rows = r.rows();
  const cards = r.screen.castable ?? [];
  const list = h("ul", { class: "rec-cards", "data-rec-list": "" });
  const common = h("p", { class: "rec-hint" });
  const fill = (text) => {
    const wanted = text.trim().toLowerCase();
    const fitting = (cards.length ? cards : sources(rows.filter((row) => row.source.startsWith("card:"))).map(({ source, rows: own }) => ({ card: source.slice(5), name: own[0].text, actions: own })))
      .filter((card) => card.name.toLowerCase().includes(wanted))
      .sort((a, b) => Number(Boolean(b.actions?.length)) - Number(Boolean(a.actions?.length)));
    const said = [...new Set(fitting.map((card) => card.refused?.text).filter(Boolean))];
    const once = said.length === 1 ? said[0] : ""; // what stands in the way of all is said once
    common.textContent = once;
    list.replaceChildren(...fitting.map((card) => {
      const cost = Object.entries(card.cost ?? {}).filter(([, amount]) => amount).map(([kind, amount]) => `${r.t(`energy_${kind}`)} ${amount}`).join(" ");
      const why = once ? "" : card.refused?.text ?? "";
      return h("li", {}, r.button(card.name + whoseText(r, card.seat), () => { r.open = null; r.pick("source", `card:${card.card}`); }, { focus: `source:card:${card.card}`, disabled: !card.actions?.length }),
        h("small", {}, [r.leftText(card), cost, why].filter(Boolean).join(" · ")));
    }));
  };
  const search = h("input", { type: "search", "aria-label": r.t("search"), placeholder: r.t("search"), oninput: (event) => fill(event.target.value) });
  fill("");
  return [h("div", { class: "rec-form" }, search, r.button(r.t("cancel"), () => r.cancel())), common, list];
}

const loserAway = { name: "loser_away", draw: askFirst };

export const first = { when: (r) => r.screen.asked.kind === "first", draw: askFirst };

export const course = { when: () => true, draw: askCourse };

/** Opened by its button; a question of the whole table goes before it. */
export const cards = { name: "cards", yields: true, draw: askCards };

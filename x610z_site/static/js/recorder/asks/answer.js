// What stays open until it is answered or cancelled: what the engine asks of a line or has against it, a count of hand
// and deck, a call for a judge, and giving up.

import { apart, asking } from "../cards.js";
import { h } from "../parts.js";

const ENDS = ["concede", "time"]; // too early they cannot have happened
const MOST_FOUND = 20; // cards of a pool at once

/** A choice that a line leaves open, asked by the engine: answers are put behind the line, then it is sent again. */
function askNeed(r, asked) {
  const { entry, problem } = asked;
  const { need } = problem;
  const title = h("p", { class: "rec-lead" }, problem.text);
  const back = asked.back?.(r) ?? r.chips([r.button(r.t("cancel"), () => r.cancel(), { focus: "cancel" })]);
  // Without network the phone that has the pen chooses for both; what a line of one's own leaves open is said here, too.
  const ours = !r.mine.length || r.alone || [need.seat, entry.body.seat].some((seat) => r.mine.includes(seat));
  if (!ours) return [title, h("p", {}, r.t("other_answers", { name: r.seatName(need.seat) })), back];
  const send = (answer) => r.commit([{ ...entry.body, answers: [...(entry.body.answers ?? []), answer] }]);
  const { chosen } = asked;
  const choose = (option) => {
    if (!need.many) return send(option);
    const again = chosen.indexOf(option);
    const now = again >= 0 && typeof option === "string" && option.startsWith("#") ? chosen.toSpliced(again, 1) : [...chosen, option];
    if (now.length === need.high) return send(now);
    asked.chosen = now;
    r.draw();
    return undefined;
  };
  const options = (need.options ?? []).filter((option) => option !== "?");
  const places = options.map((option) => r.placeOf(option));
  const lone = options.flatMap((option, at) => (places[at] && places.indexOf(places[at]) === places.lastIndexOf(places[at]) ? [[places[at], option]] : []));
  r.choices = { dots: new Map(lone), chosen, choose }; // of two answers on one dot neither is lit
  const named = apart(options.map((option) => answerName(r, option)));
  const buttons = options.map((option, place) => r.button(named[place], () => choose(option), { focus: `answer:${JSON.stringify(option)}`, "aria-pressed": need.many ? String(chosen.includes(option)) : null }));
  const parts = [title, asking(r, need.source)];
  if (need.many && chosen.length) parts.push(h("p", { class: "rec-hint" }, answerName(r, chosen)));
  if (buttons.length) parts.push(r.chips(buttons));
  if (need.many || !options.length) parts.push(...hiddenCards(r, need, choose));
  if (need.many && chosen.length >= need.low) parts.push(r.button(r.t(chosen.length ? "confirm" : need.prompt === "order_on_deck" ? "as_they_lie" : "nothing"), () => send(chosen), { kind: "primary", focus: "answers" }));
  return [...parts, back];
}

/** Cards that nobody but their owner can know: one's own list, to be named; a shuffle nobody watched stays open. */
function hiddenCards(r, need, choose) {
  const owner = need.owner >= 0 ? need.owner : need.seat;
  const listed = (r.screen.castable ?? []).filter((card) => card.seat === undefined || card.seat === owner);
  const foreign = !listed.length && need.owner >= 0; // shown by somebody whose list nobody here knows: any card of the pool
  const cards = foreign ? r.poolCards() : listed;
  if (!cards.length) return need.many ? [] : [r.chips([r.button(r.t("not_known"), () => choose(null), { focus: "answer:null" })])];
  const list = h("ul", { class: "rec-cards", "data-rec-list": "" });
  const fits = (text) => cards.filter((card) => card.name.toLowerCase().includes(text)).slice(0, foreign ? MOST_FOUND : cards.length);
  const fill = (text) => list.replaceChildren(...(foreign && text.trim().length < 2 ? [] : fits(text.trim().toLowerCase())).map((card) =>
    h("li", {}, r.button(card.name, () => choose(card.card), { focus: `answer:${JSON.stringify(card.card)}` }), h("small", {}, r.leftText(card)))));
  fill("");
  const search = h("input", { type: "search", "aria-label": r.t("search"), placeholder: r.t("search"), oninput: (event) => fill(event.target.value) });
  return [owner === need.seat ? null : h("p", { class: "rec-hint" }, r.t("whose_cards", { name: r.seatName(owner) })), h("div", { class: "rec-form" }, search, need.many ? null : r.button(r.t("not_known"), () => choose(null), { focus: "answer:null" })), list];
}

function answerName(r, option) {
  if (option === true) return r.t("yes");
  if (option === false) return r.t("no");
  if (option === null) return r.t("nothing");
  if (Array.isArray(option)) return option.map((one) => answerName(r, one)).join(", ") || r.t("nothing");
  if (/^\d+,\d+ /.test(option)) return option.replaceAll(" ", " - "); // a path, as the log has it
  return typeof option === "string" ? r.aimName(option) : String(option);
}

function askProblem(r, { entry, problem }) {
  const rule = r.ruleLink(problem.rule);
  return [h("p", { class: "rec-lead stop" }, rule, " ", problem.text ?? r.t("refused")),
    (problem.legal ?? []).length ? h("details", {}, h("summary", {}, r.t("legal_here")), h("ul", {}, problem.legal.slice(0, 12).map((one) => h("li", {}, one.text)))) : null,
    r.chips([r.button(r.t("cancel"), () => r.cancel(), { kind: "primary", focus: "cancel" }),
      entry.kind === "undo" ? r.button(r.t("call"), () => r.go(call), { kind: "danger", focus: "call" }) : null,
      entry.kind === "line" && !ENDS.includes(entry.body.do) ? r.button(r.t("happened"), () => r.commit([{ line: entry.body, change: [], text: "" }], "deviate")) : null])];
}

function askCount(r) {
  const seat = r.mine[0];
  const field = (name) => h("label", { class: "rec-field" }, r.t(`count_${name}`), h("input", { type: "number", inputmode: "numeric", min: 0, max: 99, name, required: "", "aria-label": r.t(`count_${name}`) }));
  const form = h("form", { class: "rec-form", onsubmit: (event) => {
    event.preventDefault();
    const said = new FormData(form);
    r.taps.add(() => r.commit([{ kind: "count", seat, hand: Number(said.get("hand")), deck: Number(said.get("deck")) }]));
  } }, field("hand"), field("deck"),
  h("button", { class: "rec-button primary" }, r.t("confirm")), r.button(r.t("cancel"), () => r.cancel(), { focus: "cancel" }));
  return [h("p", { class: "rec-lead" }, r.t("count_lead")), form];
}

function askCall(r) {
  return [h("p", { class: "rec-lead" }, r.t("call_lead")), r.chips([
    r.button(r.t("call"), () => r.commit([{ text: "" }], "call"), { kind: "danger", always: true }), r.button(r.t("cancel"), () => r.cancel(), { focus: "cancel" })])];
}

function askConcede(r, seat) {
  return [h("p", { class: "rec-lead" }, r.t("concede_lead", { name: r.seatName(seat) })), r.chips([
    r.button(r.t("concede"), () => r.commit([{ kind: "act", do: "concede", seat }]), { kind: "danger", focus: "concede_confirm" }), r.button(r.t("cancel"), () => r.cancel(), { focus: "cancel" })])];
}

function askTime(r) {
  return [h("p", { class: "rec-lead" }, r.t("time_lead")), r.chips([
    r.button(r.t("time"), () => r.commit([{ kind: "act", do: "time" }]), { kind: "danger", focus: "time_confirm" }), r.button(r.t("cancel"), () => r.cancel(), { focus: "cancel" })])];
}

/** A choice that the line `entry` leaves open; `chosen` grows where there are several to name, `back` is another way out. */
export const need = (entry, problem, back) => {
  const asked = { name: "need", entry, problem, back, chosen: [], draw: (r) => askNeed(r, asked) };
  return asked;
};

/** Why the line `entry` cannot be. */
export const refusal = (entry, problem) => ({ name: "problem", entry, problem, draw: (r) => askProblem(r, { entry, problem }) });

export const count = { name: "count", draw: askCount };

export const call = { name: "call", draw: askCall };

export const timeUp = { name: "time", draw: askTime };

/** What another player wrote is read before they are asked to undo it. */
export const undoing = (line) => ({ name: "undoing", draw: (r) => [h("p", { class: "rec-lead" }, r.t("undo_lead", { name: r.seatName(line.by) })), h("p", {}, line.text), r.chips([
  r.button(r.t("undo_ask"), () => r.commit([{ from: line.n }], "undo"), { kind: "primary", focus: "undo_confirm" }), r.button(r.t("cancel"), () => r.cancel(), { focus: "cancel" })])] });

/** Whoever is next draws a card: only a judge takes that back. It may destroy what stands on an Ending Dot, too. */
export const ending = ({ warned, ...row }) => ({ name: "ending", draw: (r) => [
  warned ? h("p", { class: "rec-lead stop" }, `${warned.text} `, r.ruleLink(warned.rule)) : h("p", { class: "rec-lead" }, r.t("end_lead")), r.chips([
    r.button(r.t("do_end"), () => r.commitRow(row), { kind: warned ? "danger" : "primary", focus: "end_confirm" }), r.button(r.t("cancel"), () => r.cancel(), { focus: "cancel" })])] });

export const concede = (seat) => ({ name: "concede", draw: (r) => askConcede(r, seat) });

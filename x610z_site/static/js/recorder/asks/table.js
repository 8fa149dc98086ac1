// What the whole table is asked: who writes, whether it agrees, which of two branches stands, and to sign at the end.

import { need } from "./answer.js";
import { overText } from "../drawing.js";
import { h } from "../parts.js";

// What may have become different at the table, as rows of a correction: the fields of each, in the order of the row.
export const CHANGES = {
  damage: ["object", "number"], dot: ["pawn", "dot"], state: ["object", "state"], counters: ["object", "number"],
  zone: ["object", "pile"], pool: ["seat", "energy", "number"], draw: ["seat", "number"],
};

/** One row of a correction in words. */
export function rowText(recorder, [kind, ...values]) {
  const { t } = recorder;
  const said = (CHANGES[kind] ?? []).map((what, place) => {
    const value = values[place];
    if (what === "object" || what === "pawn") return recorder.nameOf(String(value));
    if (what === "seat") return recorder.seatName(value);
    if (what === "state" || what === "pile") return t(`${what}_${value}`);
    return what === "energy" ? t(`energy_name_${value}`) : String(value);
  });
  return `${t(`change_${kind}`)}: ${said.join(" → ")}`;
}

function askFrozen(r) {
  const call = [...r.state.entries].reverse().find((entry) => entry.kind === "call" && !("withdraw" in entry.body));
  const said = call && r.state.entries.some((entry) => entry.body?.withdraw === call.seq && r.mine.includes(entry.by));
  const waits = r.state.coming ? r.t("coming", { name: r.state.coming }) : r.t("frozen_waits");
  return [h("p", { class: "rec-lead stop" }, r.t("frozen_lead")), h("p", {}, waits), said ? h("p", {}, r.t("waits_consent")) : null,
    call && !said ? r.chips([r.button(r.t("withdraw"), () => r.commit([{ withdraw: call.seq }], "call"))]) : null];
}

/** A line that waits for what another player chooses: asked on their phone, awaited on the others. */
function askLine(r, { seq, by, body, need: open, question }) {
  const back = () => r.chips([r.button(r.t("respond_after_all"), () => r.commit([{ refuse: seq }], "undo"), { focus: "respond_after_all" })]);
  if (!r.mine.includes(open.seat)) return [h("p", { class: "rec-lead" }, r.t("waits_for", { name: r.seatName(open.seat) })), h("p", {}, question), r.mine.includes(by) ? back() : null];
  if (r.waited?.seq !== seq) r.waited = { seq, asked: need({ kind: "line", body }, { text: question, need: open }, back) };
  return [h("p", { class: "rec-hint" }, r.t("said_nobody", { name: r.seatName(by) })), ...r.waited.asked.draw(r)];
}

function askConsent(r) {
  const { consent } = r.screen;
  if (consent.need) return askLine(r, consent);
  const own = r.mine.length === 1 && consent.by === r.mine[0];
  const text = consent.kind === "undo" ? r.t("asks_undo", { name: r.seatName(consent.by ?? 0) }) : r.t("asks_deviate", { name: r.seatName(consent.by ?? 0) });
  const answer = (word) => r.commit([{ [word]: consent.seq }], consent.kind);
  const { change = [], text: words = "" } = consent.body;
  const what = [consent.text ? h("p", {}, consent.text) : null, change.length ? h("ul", { class: "rec-changes" }, change.map((row) => h("li", {}, rowText(r, row)))) : null,
    words ? h("p", {}, h("q", {}, words)) : null];
  if (own) return [h("p", { class: "rec-lead" }, r.t("waits_consent")), ...what, r.chips([r.button(r.t("ask_no_more"), () => r.unask(consent), { focus: "ask_no_more" })])];
  return [h("p", { class: "rec-lead" }, text), ...what, r.chips([r.button(r.t("agree"), () => answer("consent"), { kind: "primary" }), r.button(r.t("refuse"), () => answer("refuse"))])];
}

/** What another phone wrote for this player, or against a rule: it is theirs to confirm, or to take back alone. */
function askVoices(r, found) {
  const text = (n) => r.screen.lines.find((line) => line.n === n)?.text ?? "";
  const [{ how, by }] = found;
  const rows = found.map(({ n }) => h("li", {}, text(n), " ", r.button(r.t("take_back_here"), () => r.commit([{ from: n }], "undo"), { focus: `take_back:${n}` })));
  return [h("p", { class: "rec-lead stop" }, r.t(`voice_${how}_lead`, { name: r.seatName(by ?? 0) })), h("ul", { class: "rec-voices" }, rows),
    r.button(r.t("voice_right"), () => r.commit([{ upto: found.at(-1).n }], "confirm"), { kind: "primary wide", focus: "voice_right" })];
}

const unread = (r) => (r.state.strange ?? []).filter(({ n }) => !r.passed?.has(n));

/** Cards that others recorded as this player's and that their own list does not hold: told here, and to nobody else. */
function askStrange(r) {
  const found = unread(r);
  const rows = found.map(({ n, line, text }) => h("li", {}, line, h("p", { class: "stop" }, text), r.mine.length
    ? r.chips([r.button(r.t("take_back_here"), () => r.commit([{ from: n }], "undo"), { focus: `strange:${n}` }), r.button(r.t("voice_not"), () => r.commit([{ upto: 0, not: n }], "confirm"), { focus: `strange_not:${n}` })]) : null));
  const pass = () => { r.passed = new Set([...(r.passed ?? []), ...found.map(({ n }) => n)]); r.draw(); };
  return [h("p", { class: "rec-lead stop" }, r.t("strange_lead")), h("ul", { class: "rec-voices" }, rows), r.button(r.t("strange_pass"), pass, { kind: "wide", focus: "strange_pass" })];
}

export const strange = { when: (r) => unread(r).length, draw: askStrange };

const ownVoices = (r) => (r.state.voices ?? []).filter(({ open }) => open.some((seat) => r.mine.includes(seat)));

/** What no line waits for is here once the page stands (closing.js), or it is asked for again. */
function later(r, name) {
  if (r.closing) return r.closing[name](r);
  r.fetchClosing().catch(() => null);
  return [h("p", { class: "rec-hint" }, "…")];
}

/** One phone for the whole table, and nobody has it yet. */
export const take = {
  when: ({ state, mine }) => state.me && !state.me.device && !mine.length && ["scribe", "judge"].includes(state.mode) && (state.me.seat !== null || state.me.judge),
  draw: (r) => [h("p", { class: "rec-lead" }, r.t("take_lead")), r.button(r.t("take"), () => r.take(true), { kind: "primary wide", focus: "take" })],
};

export const frozen = { when: (r) => r.state.state === "frozen", draw: askFrozen };

/** Until they have said so, what others wrote for this player goes before everything that plays on from it. */
export const voices = { when: (r) => r.state.mode === "two_phones" && ownVoices(r).length, draw: (r) => askVoices(r, ownVoices(r)) };

export const ended = {
  when: (r) => r.state.state === "ended" || r.state.state === "signed" || r.screen.over,
  draw: (r) => [...(r.screen.consent ? askConsent(r) : []), ...later(r, "sign")],
};

export const conflict = { when: (r) => r.state.conflict, draw: (r) => later(r, "conflict") };

export const consent = { when: (r) => r.screen.consent, draw: askConsent };

/** The game is over, and nobody has written so. */
export const over = {
  when: (r) => r.screen.asked.kind === "over",
  draw: (r) => [h("p", { class: "rec-lead" }, overText(r, r.screen.asked)), r.button(r.t("write_end"), () => r.commit([{ kind: "end" }]), { kind: "primary", focus: "write_end" })],
};

/** Neither a server nor an engine can say what is legal. */
export const blind = {
  when: (r) => r.blind && !r.online,
  draw: (r) => [h("p", {}, r.t("blind")), r.button(r.t("compose"), () => r.compose("line"), { kind: "primary", focus: "compose" })],
};

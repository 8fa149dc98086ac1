// The line that is being put together by taps: what comes next in it, and how it is paid.

import { apart, cardText, effectsOf, factsText } from "../cards.js";
import { narrow, next, values } from "../choose.js";
import { h } from "../parts.js";

const LISTED = 40; // the engine's list holds no more sets of targets of one action,
const TIMES = 3; // and no additional cost paid more often: for the rest it is asked step by step

const only = (found) => (found.length === 1 ? found[0] : undefined);

function ask(r) {
  const rows = r.rows();
  const question = next(rows, r.picks);
  const [, source] = r.picks[0];
  const title = r.sourceName(source, narrow(rows, [["source", source]]));
  const back = r.button(r.t("cancel"), () => r.cancel(), { focus: "cancel" });
  const number = source.startsWith("card:") ? source.slice(5) : null;
  const text = number ? cardText(r, number, only(values(narrow(rows, r.picks), "mode"))?.value) : h("p", { class: "rec-hint" }, factsText(r, source));
  if (question.row) {
    const { row, pays } = question;
    if (r.paying) return askPayment(r, row);
    const warned = row.warned ? h("p", { class: "rec-lead stop" }, `${row.line.do === "move" ? `${row.line.path.at(-1)}: ` : ""}${row.warned.text} `, r.ruleLink(row.warned.rule)) : null;
    return [h("p", { class: "rec-lead" }, [row.text, struck(r, [row])].filter(Boolean).join(" → ")), ...[text].flat(), warned, h("p", { class: "rec-hint" }, r.payText(row)),
      r.chips([r.button(r.t("confirm"), () => r.commitRow(row), { kind: warned ? "danger" : "primary", focus: "confirm" }),
        pays?.length > 1 ? payButton(r, pays) : null, payable(r, row).length ? payChoose(r, row) : null, back])];
  }
  const options = question.options ?? [];
  if (question.field === "to") options.sort((one, other) => one.value.localeCompare(other.value, "en", { numeric: true }));
  const step = !["do", "seat"].includes(question.field) && cut(r, source) ? r.button(r.t("all_choices"), () => r.step(title), { focus: "all_choices" }) : null;
  const ways = question.field === "do" ? [] : values(question.left, "pay").flatMap((one) => one.rows); // an attack costs nothing
  const paid = ways.find((way) => payable(r, way).length) ?? ways[0];
  if (r.paying && paid) return askPayment(r, paid, title);
  const hint = paid ? r.payText(r.crystals ? { ...paid, line: { ...paid.line, crystals: r.crystals } } : paid) : "";
  const byHand = paid && payable(r, paid).length ? payChoose(r, paid) : null;
  const asks = question.field?.startsWith("target.") ? r.t("which_target") : r.t(`which_${question.field}`);
  const warnings = options.map(({ value }) => r.warning(question.field, value));
  const effects = number && question.field === "mode" ? effectsOf(r, number) : []; // each choice says what it does
  const named = apart(options.map((option) => effects[option.value] ?? r.optionName(question.field, option)));
  const chip = (option, place, kind) => r.button(named[place], () => r.pick(question.field, option.value), { kind, focus: `${question.field}:${option.value}` });
  const good = options.map((option, place) => (warnings[place] ? null : chip(option, place, ""))).filter(Boolean);
  const bad = [...new Set(warnings.filter(Boolean).map(({ text }) => text))].map((text) => {
    const { rule } = warnings.find((one) => one?.text === text);
    const chips = options.map((option, place) => (warnings[place]?.text === text ? chip(option, place, "danger doomed") : null)).filter(Boolean);
    return h("div", { class: "rec-doomed" }, h("h2", {}, `${text} `, r.ruleLink(rule)), r.chips(chips));
  });
  const lead = [title, source.startsWith("#") ? doing(r, question.left) : ""].filter(Boolean).join(": ");
  return [h("p", { class: "rec-lead" }, lead, " ", h("span", { class: "rec-hint" }, asks)), text, good.length ? r.chips(good) : null, bad, hint ? h("p", { class: "rec-hint" }, hint) : null, r.chips([byHand, step, back])];
}

/** What a summon does and on whom, as far as it is chosen: whoever is asked for the way reads what goes along it. */
function doing(r, rows) {
  const act = only(values(rows, "do"));
  if (!act) return "";
  return [r.t(`do_${act.value}`), struck(r, rows)].filter(Boolean).join(" → ");
}

/** Whom an attack hits: who stands where its way ends. */
function struck(r, rows) {
  const to = only(values(rows.filter(({ line }) => line.do === "attack"), "to"))?.value;
  const oid = to && r.onDot(to);
  return oid ? r.aimName(oid) : "";
}

/** Whether there may be ways that the list does not hold. */
function cut(r, source) {
  const rows = narrow(r.rows(), [["source", source]]);
  const [known] = source.startsWith("card:") ? (r.screen.castable ?? []).filter((card) => card.card === source.slice(5) && card.more) : [];
  return Boolean(known) || rows.length >= LISTED || rows.some(({ line }) => (line.extras ?? []).some((times) => times >= TIMES) || line.x >= TIMES);
}

/** The crystals of whoever pays, if a line has something to pay with them. */
function payable(r, { line }) {
  const seat = r.screen.view.seats?.[line.seat];
  if (!seat || !["cast", "activate", "move", "attack"].includes(line.do) || !(line.crystals ?? []).length) return [];
  return seat.play.filter((one) => one.kind === "energy_crystal" && one.state !== "non_active" && one.state !== "deactivated");
}

function payChoose(r, row) {
  return r.button(r.t("pay_choose"), () => { r.paying = new Set(r.crystals ?? row.line.crystals ?? []); r.drawChoice(); }, { focus: "pay_choose" });
}

/**
 * Any crystals: what does not pay the cost is refused with its rule, as if it were done at the table. Where the line
 * has another choice to come, `open` says what is paid for and they are kept: the last choice writes the line.
 */
function askPayment(r, row, open = "") {
  const all = payable(r, row);
  const named = apart(all.map((one) => one.card ?? one.oid));
  const chips = all.map((one, place) => r.button(named[place], () => {
    if (!r.paying.delete(one.oid)) r.paying.add(one.oid);
    r.drawChoice();
  }, { focus: `crystal:${one.oid}`, "aria-pressed": String(r.paying.has(one.oid)) }));
  const pay = () => {
    r.crystals = [...r.paying];
    r.paying = null;
    return open ? r.drawChoice() : r.commitRow(row);
  };
  return [h("p", { class: "rec-lead" }, open || row.text), h("p", { class: "rec-hint" }, r.t("pay_lead")), r.chips(chips),
    r.chips([r.button(r.t(open ? "pay_so" : "confirm"), pay, { kind: "primary", focus: "pay_confirm" }), r.button(r.t("cancel"), () => { r.paying = null; r.drawChoice(); }, { focus: "cancel" })])];
}

function payButton(r, pays) {
  return r.button(r.t("pay_other"), () => {
    const at = pays.findIndex(({ value }) => r.picks.some(([field, picked]) => field === "pay" && picked === value));
    r.picks = [...r.picks.filter(([field]) => field !== "pay"), ["pay", pays[(Math.max(at, 0) + 1) % pays.length].value]];
    r.draw();
  }, { focus: "pay" });
}

export const choice = { when: (r) => r.picks.length > 0, draw: ask };

// Cards as cards: a face with its cost, what is written on it, one's own hand under the thumb, and heaps of equal things.

import { sources } from "./choose.js";
import { h } from "./parts.js";

const LIKELY = 8; // faces under the thumb
const LETTERS = 2; // typed before a filter looks through everything

/** Names of which no two are the same: equal ones get their place among each other. */
export function apart(names) {
  const seen = new Map();
  return names.map((name) => {
    if (names.filter((other) => other === name).length === 1) return name;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return `${name} (${seen.get(name)})`;
  });
}

const costText = (r, cost = {}) => Object.entries(cost).filter(([, amount]) => amount).map(([kind, amount]) => `${r.t(`energy_${kind}`)}${amount}`).join(" ");

/** Whose a card is, where this phone writes for somebody else as well: behind its name. */
export const whoseText = (r, seat) => (seat !== undefined && (r.mine.length > 1 || !r.mine.includes(seat)) ? ` (${r.seatName(seat)})` : "");

/** One card to tap: its picture, its name, its cost. One that cannot be played now says why. */
function face(r, own) {
  const { card, name, soft = name, cost, seat, refused, left } = own;
  const art = h("img", { src: r.root.dataset.artUrl.replace("NUMBER", card), alt: "", width: 64, height: 64, loading: "lazy", onerror: () => art.remove() });
  const tap = () => { if (refused) return r.go(read(own)); r.open = null; return r.pick("source", `card:${card}`); };
  const several = left > 1 && dealt(own) ? `× ${left}` : "";
  return r.button("", tap, { kind: `face${refused ? " idle" : ""}`, focus: `source:card:${card}` }, art, h("b", {}, soft + whoseText(r, seat)), h("small", {}, [costText(r, cost), several].filter(Boolean).join(" ")));
}

/** A card of the hand that cannot be played now, to be read, with what stands in the way. */
const read = ({ card, name, refused }) => ({ name: `read:${card}`, yields: true, draw: (r) => [h("p", { class: "rec-lead" }, name), cardText(r, card), h("p", { class: "rec-hint" }, r.ruleLink(refused.rule), " ", refused.text), r.chips([r.button(r.t("cancel"), () => r.cancel(), { focus: "cancel" })])] });

/** What a summon on the board can do, as it stands there; "" for anything else. */
export function factsText(r, oid) {
  const pawn = (r.screen.view.pawns ?? []).find((one) => one.oid === oid);
  return pawn ? r.t("facts", pawn) : "";
}

/** A summon to be read. */
export const facts = (oid) => ({ name: `facts:${oid}`, yields: true, draw: (r) => [h("p", { class: "rec-lead" }, r.aimName(oid)), h("p", {}, factsText(r, oid)), cardText(r, r.objects().get(oid)?.number), h("p", { class: "rec-hint" }, r.t("idle", { name: r.nameOf(oid) })), r.chips([r.button(r.t("cancel"), () => r.cancel(), { focus: "cancel" })])] });

/** Whether the site dealt this card, and says what is written on it: then the hand is shown as it is. */
const dealt = ({ text }) => text !== undefined;

const OR = /\n(?:or|of)\n/; // between two effects of which one is chosen, as the cards have it

/** What is written on a card: the site says it of the hands it dealt, else the cards of the event do. */
const written = (r, number) => (r.screen.castable ?? []).find(({ card }) => card === number)?.text ?? r.poolCards().find(({ card }) => card === number)?.text ?? "";

/** The effects of a card of which one is chosen; none where there is no choice. */
export function effectsOf(r, number) {
  const parts = written(r, number).split(OR);
  return parts.length > 1 ? parts : [];
}

/** What is written on a card, once somebody has tapped it. Of several effects only the chosen one, the rest on tap. */
export function cardText(r, number, mode) {
  const text = written(r, number);
  if (!text) return null;
  const whole = h("p", { class: "rec-text" }, text);
  const parts = effectsOf(r, number);
  if (!parts.length) return whole;
  return [parts[mode] ? h("p", { class: "rec-text" }, parts[mode]) : null, h("details", { class: "rec-whole" }, h("summary", {}, r.t("card_whole")), whole)];
}

/** The card whose effect asks, with what asks of its text: not with what a summon is. */
export function asking(r, number) {
  const known = number ? r.poolCards().find((card) => card.card === number) : null;
  const said = (known?.text ?? "").split("\n").filter((line, at, all) => all.length === 1 || !line.startsWith("["));
  const top = (r.screen.view.stack ?? []).at(-1);
  const chosen = top?.card === known?.name ? effectsOf(r, number)[top?.mode] : null; // not what it does otherwise
  return known ? h("p", { class: "rec-text" }, h("b", {}, known.name), chosen ? `: ${chosen}` : said.length ? `: ${said.join(" ")}` : null) : null;
}

/** The cards of a dealt hand, else those that may be played now: those noted as their own hand first, else the dearest that can be paid; crystals as one heap. */
export function hand(r) {
  const rows = r.rows().filter((row) => row.source.startsWith("card:"));
  const playable = new Set(sources(rows).map(({ source }) => source.slice(5)));
  const own = (r.screen.castable ?? []).filter((card) => playable.has(card.card) || dealt(card));
  if (!own.length) return [];
  const noted = (card) => r.notes.includes(card.name.toLowerCase());
  const worth = ({ cost = {} }) => Object.values(cost).reduce((sum, amount) => sum + amount, 0);
  const heaped = (card) => card.crystal && !dealt(card);
  const cards = own.filter((card) => !heaped(card)).sort((one, other) => Number(playable.has(other.card)) - Number(playable.has(one.card)) || Number(noted(other)) - Number(noted(one)) || worth(other) - worth(one));
  const crystals = own.filter(heaped);
  const likely = cards.filter((card, place) => place < LIKELY || dealt(card));
  const faces = h("div", { class: "rec-hand", role: "group", "data-rec-list": "" });
  const fill = (text) => {
    const wanted = text.trim().toLowerCase();
    const found = wanted.length < LETTERS ? likely : own.filter(({ name }) => name.toLowerCase().includes(wanted));
    const all = [wanted.length < LETTERS ? heapOf(r, crystals) : [], found.map((card) => face(r, card))];
    faces.replaceChildren(...(r.notes ? all.reverse() : all).flat());
  };
  fill("");
  const filter = own.length > likely.length + crystals.length ? h("input", { type: "search", "data-focus": "hand_search", "aria-label": r.t("search_hand"), placeholder: r.t("search_hand"), oninput: (event) => fill(event.target.value) }) : null;
  return [faces, filter ? h("div", { class: "rec-form" }, filter) : null];
}

/** The crystals of the hand under one face with their number; a single one is a face like every other. */
function heapOf(r, crystals) {
  if (crystals.length < 2) return crystals.map((card) => face(r, card));
  const several = { name: "crystals", yields: true, draw: () => [h("p", { class: "rec-lead" }, r.t("heap_crystals")), h("div", { class: "rec-hand" }, crystals.map((card) => face(r, card))), r.chips([r.button(r.t("cancel"), () => r.cancel(), { focus: "cancel" })])] };
  return [r.button("", () => r.go(several), { kind: "face heap", focus: "heap:crystals" }, h("b", {}, r.t("heap_crystals")), h("small", {}, `× ${crystals.length}`))];
}

/** Rows of what can be tapped, by name: `[{name, found}]`, everything of one name in one heap. */
export function heaps(named) {
  const found = new Map();
  for (const one of named) found.set(one.name, [...(found.get(one.name) ?? []), one]);
  return Array.from(found, ([name, all]) => ({ name, all }));
}

// A line put together by hand, without any list: for what really happened ("we did something else"), for tables where
// the engine helps only afterwards, and for a phone without network and without the engine. Nothing is refused here.

import { CHANGES, rowText } from "./asks/table.js";
import { h } from "./parts.js";

const DOS = ["cast", "activate", "move", "attack", "resolve", "proceed", "end", "begin"];
const PLAIN = ["resolve", "proceed", "end", "begin"];
const STATES = ["unactivated", "non_active", "deactivated"];
const PILES = ["discard", "hand", "deck", "removed"];
const ENERGIES = ["mystic", "boost", "robiumm", "colorless"];

export class Composer {
  /** `kind` is line, or deviate: then the other side is asked to agree. */
  constructor(recorder, kind) {
    this.name = "compose";
    this.recorder = recorder;
    this.kind = kind;
    this.draft = { do: "", seat: recorder.mine[0] ?? 0, card: "", path: [], targets: [], damage: "" };
    this.text = "";
    /** Rows as in a judge's correction, and the one that is being put together: {kind, values}. */
    this.change = [];
    this.row = null;
  }

  set(field, value) {
    this.draft[field] = value;
    if (field === "do") Object.assign(this.draft, { card: "", path: [], targets: [] });
    this.recorder.draw();
  }

  tap(point) {
    const { board } = this.recorder;
    const dot = board.nearest(point, board.places.keys());
    if (dot) this.tapped(dot, this.recorder.onDot(dot));
  }

  /** A dot was tapped, perhaps with a pawn on it: the first is who acts, the next the way, and whoever is hit. */
  tapped(dot, oid) {
    const { draft, row } = this;
    if (row) {
      const place = CHANGES[row.kind].findIndex((what) => (what === "dot" ? row.values[0] : (what === "object" || what === "pawn") && oid && !row.values[0]));
      if (place >= 0) row.values[place] = CHANGES[row.kind][place] === "dot" ? dot : oid;
      this.recorder.draw();
      return;
    }
    if (!["move", "attack", "activate", "cast"].includes(draft.do)) return;
    if (!draft.card && oid && draft.do !== "cast") {
      draft.card = oid;
      this.actor = oid;
    }
    if (draft.do === "move" || draft.do === "attack") {
      draft.path.push(dot);
      if (draft.do === "attack" && oid && oid !== draft.card) draft.targets = [oid];
    } else if (oid && oid !== draft.card) draft.targets.push(oid);
    this.recorder.draw();
  }

  body() {
    const { draft } = this;
    const body = { kind: "act", do: draft.do };
    if (draft.do !== "resolve" && draft.do !== "proceed") body.seat = draft.seat;
    if (draft.card) body.card = draft.card;
    if (draft.path.length) body.path = draft.path;
    if (draft.targets.length) body.targets = draft.targets;
    return body;
  }

  /** Take back the last dot or target that was tapped; whether there was one. */
  untap() {
    const { draft } = this;
    const tapped = draft.path.length ? draft.path : draft.targets;
    if (!tapped.length) return false;
    tapped.pop();
    if (tapped === draft.path) draft.targets = [];
    if (!draft.path.length && tapped === draft.path && this.actor === draft.card) draft.card = "";
    this.recorder.draw();
    return true;
  }

  get whole() {
    const { draft } = this;
    if (PLAIN.includes(draft.do)) return true;
    if (draft.do === "move" || draft.do === "attack") return Boolean(draft.card) && draft.path.length > 1;
    return Boolean(draft.do && draft.card);
  }

  send() {
    if (this.kind === "line") return this.recorder.commit([this.body()]);
    return this.recorder.commit([{ line: this.draft.do ? this.body() : null, change: this.change, text: this.text }], "deviate");
  }

  draw() {
    const { recorder, draft } = this;
    const { t } = recorder;
    const choice = (field, options, name) => h("div", { class: "rec-chips", role: "group" }, options.map((value) =>
      recorder.button(name(value), () => this.set(field, value), { focus: `compose:${field}:${value}`, "aria-pressed": String(draft[field] === value) })));
    const parts = [h("p", { class: "rec-lead" }, t(this.kind === "deviate" ? "something_lead" : "compose_lead"))];
    if (recorder.mine.length > 1) parts.push(choice("seat", recorder.mine, (seat) => recorder.seatName(seat)));
    parts.push(choice("do", DOS, (value) => t(`do_${value}`)));
    if (draft.do && !PLAIN.includes(draft.do)) parts.push(...this.details());
    if (this.kind === "deviate") {
      parts.push(...this.changes());
      parts.push(h("label", { class: "rec-field" }, t("what_happened"), h("input", { maxlength: 300, value: this.text, "data-focus": "compose:text", oninput: (event) => { this.text = event.target.value; } })));
    }
    parts.push(h("div", { class: "rec-chips" },
      recorder.button(t(this.kind === "deviate" ? "ask_other" : "write"), () => this.send(), { kind: "primary", focus: "compose:send", disabled: this.row || !(this.whole || (this.kind === "deviate" && !draft.do && this.change.length)) }),
      recorder.button(t("cancel"), () => recorder.cancel(), { focus: "cancel" })));
    return h("div", { class: "rec-compose" }, parts);
  }

  // --- what really changed --------------------------------------------------------------------------------------------

  changes() {
    const { recorder, row } = this;
    const { t } = recorder;
    const list = h("ul", { class: "rec-changes" }, this.change.map((one, place) => h("li", {}, h("span", {}, rowText(recorder, one)),
      recorder.button(t("take_back"), () => { this.change.splice(place, 1); recorder.draw(); }, { focus: `change:drop:${place}` }))));
    const parts = [h("p", { class: "rec-lead" }, t("changed_lead")), this.change.length ? list : null];
    if (!row) {
      parts.push(h("div", { class: "rec-chips" }, Object.keys(CHANGES).map((kind) => recorder.button(t(`change_${kind}`), () => this.begin(kind), { focus: `change:${kind}` }))));
      return parts;
    }
    const whole = CHANGES[row.kind].every((_what, place) => row.values[place] !== "" && row.values[place] !== undefined);
    parts.push(h("div", { class: "rec-form" }, CHANGES[row.kind].map((what, place) => this.field(what, place)),
      recorder.button(t("change_add"), () => this.add(), { kind: "primary", focus: "change:add", disabled: !whole }),
      recorder.button(t("cancel"), () => { this.row = null; recorder.draw(); }, { focus: "change:cancel" })));
    return parts;
  }

  begin(kind) {
    this.row = { kind, values: CHANGES[kind].map((what) => (what === "seat" ? this.recorder.mine[0] ?? 0 : "")) };
    this.recorder.draw();
    this.recorder.at("ask").querySelector(".rec-form select, .rec-form input")?.focus({ preventScroll: true });
  }

  add() {
    this.change.push([this.row.kind, ...this.row.values]);
    this.row = null;
    this.recorder.draw();
  }

  field(what, place) {
    const { recorder, row } = this;
    const { t } = recorder;
    const put = (value) => { row.values[place] = value; recorder.draw(); };
    const focus = `change:field:${what}`;
    if (what === "number") {
      return h("label", { class: "rec-field" }, t(row.kind === "draw" ? "change_cards" : "change_now"), h("input", { type: "number", inputmode: "numeric", min: 0, max: 99, required: true, value: String(row.values[place]), "data-focus": focus,
        onchange: (event) => put(event.target.value === "" ? "" : Math.max(0, Math.min(99, Math.trunc(Number(event.target.value))))) }));
    }
    if (what === "dot") {
      return h("label", { class: "rec-field" }, t("change_dot_where"), h("input", { value: row.values[place], size: 5, placeholder: "3,4", "data-focus": focus, onchange: (event) => put(event.target.value.trim()) }));
    }
    const { seats = [], pawns = [] } = recorder.screen.view;
    const options = { seat: () => seats.map(({ seat }) => [seat, recorder.seatName(seat)]), state: () => STATES.map((name) => [name, t(`state_${name}`)]),
      pile: () => PILES.map((name) => [name, t(`pile_${name}`)]), energy: () => ENERGIES.map((name) => [name, t(`energy_name_${name}`)]),
      pawn: () => pawns.filter(({ dot }) => dot).map(({ oid }) => [oid, recorder.nameOf(oid)]),
      object: () => [...new Map([...pawns, ...seats.flatMap(({ play }) => play)].map(({ oid }) => [oid, recorder.nameOf(oid)]))] }[what]();
    return h("label", { class: "rec-field" }, t(`change_${what}`), h("select", { "data-focus": focus, onchange: (event) => put(options[event.target.selectedIndex - 1]?.[0] ?? "") },
      h("option", { value: "" }, t("change_choose")), options.map(([value, name]) => h("option", { value: String(value), selected: value === row.values[place] }, name))));
  }

  details() {
    const { recorder, draft } = this;
    const { t } = recorder;
    const objects = [...recorder.objects()].filter(([oid, one]) => oid.startsWith("#") && one.card && one.card !== "?");
    const options = draft.do === "cast"
      ? [...new Map((recorder.screen.castable ?? []).map((card) => [card.card, card.name]))]
      : objects.filter(([, one]) => one.seat === undefined || recorder.mine.includes(one.controller ?? one.seat)).map(([oid]) => [oid, recorder.nameOf(oid)]);
    const list = h("datalist", { id: "rec-known" }, options.map(([value, name]) => h("option", { value: name, "data-value": value })));
    const typed = (event) => {
      const found = options.find(([, name]) => name.toLowerCase() === event.target.value.trim().toLowerCase());
      draft.card = found ? found[0] : event.target.value.trim();
      recorder.draw();
    };
    return [
      h("label", { class: "rec-field" }, t("which_card"), h("input", { list: "rec-known", value: draft.card ? recorder.nameOf(draft.card) : "", onchange: typed, "data-focus": "compose:card" }), list),
      draft.do === "move" || draft.do === "attack"
        ? h("p", { class: "rec-hint" }, draft.path.length ? draft.path.join(" › ") : t("tap_dots"))
        : h("p", { class: "rec-hint" }, draft.targets.length ? draft.targets.map((one) => recorder.nameOf(one)).join(", ") : t("tap_targets")),
      h("div", { class: "rec-chips" }, recorder.button(t("start_over"), () => this.set("do", draft.do), { focus: "compose:again" })),
    ];
  }

  light() {
    const { recorder, draft } = this;
    const from = draft.card ? recorder.dotOf(draft.card) : null;
    recorder.board.light([...draft.targets.map((one) => ({ dot: recorder.dotOf(one), kind: "lit" })), ...(from ? [{ dot: from, kind: "picked" }] : [])], draft.path);
    recorder.board.near([]);
  }
}

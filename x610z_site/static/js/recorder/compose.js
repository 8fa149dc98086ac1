// A line put together by hand, without any list: for what really happened ("we did something else"), for tables where
// the engine helps only afterwards, and for a phone without network and without the engine. Nothing is refused here.

import { h } from "./parts.js";

const DOS = ["cast", "activate", "move", "attack", "resolve", "proceed", "end", "begin"];
const PLAIN = ["resolve", "proceed", "end", "begin"];

export class Composer {
  /** `kind` is line, or deviate: then the other side is asked to agree. */
  constructor(recorder, kind) {
    this.recorder = recorder;
    this.kind = kind;
    this.draft = { do: "", seat: recorder.mine[0] ?? 0, card: "", path: [], targets: [], damage: "" };
    this.text = "";
  }

  set(field, value) {
    this.draft[field] = value;
    if (field === "do") Object.assign(this.draft, { card: "", path: [], targets: [] });
    this.recorder.draw();
  }

  /** A dot was tapped, perhaps with a pawn on it: the first is who acts, the next the way, and whoever is hit. */
  tapped(dot, oid) {
    const { draft } = this;
    if (!["move", "attack", "activate", "cast"].includes(draft.do)) return;
    if (!draft.card && oid && draft.do !== "cast") draft.card = oid;
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

  get whole() {
    const { draft } = this;
    if (PLAIN.includes(draft.do)) return true;
    if (draft.do === "move" || draft.do === "attack") return Boolean(draft.card) && draft.path.length > 1;
    return Boolean(draft.do && draft.card);
  }

  send() {
    if (this.kind === "line") return this.recorder.commit([this.body()]);
    return this.recorder.commit([{ line: this.draft.do ? this.body() : null, change: [], text: this.text }], "deviate");
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
      parts.push(h("label", { class: "rec-field" }, t("what_happened"), h("input", { maxlength: 300, value: this.text, "data-focus": "compose:text", oninput: (event) => { this.text = event.target.value; } })));
    }
    parts.push(h("div", { class: "rec-chips" },
      recorder.button(t(this.kind === "deviate" ? "ask_other" : "write"), () => this.send(), { kind: "primary", focus: "compose:send", disabled: !(this.whole || (this.kind === "deviate" && !draft.do)) }),
      recorder.button(t("cancel"), () => recorder.cancel(), { focus: "cancel" })));
    return h("div", { class: "rec-compose" }, parts);
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

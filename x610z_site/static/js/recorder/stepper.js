// Every choice of an action, asked of the engine page by page: for whatever the list of ways does not hold any more.
// The engine says what comes next and how many values there are; this only asks, shows and remembers.

import { h } from "./parts.js";

const LISTS = ["extras", "targets"]; // chosen one by one; every other field is chosen whole
const PAGE = 40;
const WHICH = { extras: "extra", targets: "target" };

export class Stepper {
  constructor(recorder, draft, title) {
    Object.assign(this, { name: "step", recorder, title, draft, trail: [], page: null, all: null, start: 0, text: "" });
  }

  /** Ask for the page from number `start` on; ways of paying are taken as the engine proposes. */
  async load(start = 0) {
    this.asking = true;
    const page = await this.recorder.optionsOf(this.draft, start);
    this.asking = false;
    if (!page) return this.recorder.cancel();
    this.start = start;
    if (page.field === "crystals" || page.field === "pay" || page.field === "short") {
      Object.assign(this.draft, this.paid(page));
      return this.load();
    }
    this.page = page;
    this.recorder.draw();
    this.recorder.at("ask").querySelector("input, button")?.focus({ preventScroll: true });
    return undefined;
  }

  paid({ field, values, proposal }) {
    if (field !== "crystals") return { [field]: values[0] };
    const { crystals = [], short } = proposal ?? {};
    return short ? { crystals, short } : { crystals };
  }

  choose(value) {
    if (this.asking) return undefined; // the values on the screen are those of the choice before
    const { field } = this.page;
    this.trail.push(this.draft);
    this.draft = { ...this.draft, [field]: LISTS.includes(field) ? [...(this.draft[field] ?? []), value] : value };
    Object.assign(this, { all: null, text: "" });
    return this.load();
  }

  back() {
    const before = this.trail.pop();
    if (!before) return this.recorder.cancel();
    this.draft = before;
    Object.assign(this, { all: null, text: "" });
    return this.load();
  }

  worded(value) {
    if (Array.isArray(value)) return value.join(" · ");
    if (this.page.field === "mode") return this.recorder.t("option", { n: value + 1 });
    if (this.page.field === "ability") return this.recorder.t("ability", { n: value + 1 });
    if (typeof value === "number") return this.recorder.t("times", { n: value });
    const known = this.recorder.nameOf(String(value));
    return known === String(value) ? this.page.names?.[value] ?? known : known;
  }

  /** Two letters filter; what is on later pages is fetched the first time somebody looks for it. */
  async filter(text) {
    this.text = text.trim().toLowerCase();
    if (this.text && !this.all) {
      const found = [];
      for (let start = 0; start < this.page.total; start += PAGE) {
        const page = await this.recorder.optionsOf(this.draft, start);
        if (page?.field !== this.page.field) return;
        found.push(...page.values);
        Object.assign(this.page, { names: { ...this.page.names, ...page.names } });
      }
      this.all = found;
    }
    this.fill();
  }

  fill() {
    const shown = this.text ? this.all.filter((value) => this.worded(value).toLowerCase().includes(this.text)).slice(0, PAGE) : this.page.values;
    this.list.replaceChildren(...shown.map((value) => this.recorder.button(this.worded(value), () => this.choose(value), { focus: `step:${JSON.stringify(value)}` })));
  }

  draw() {
    const { recorder, page } = this;
    const { t } = recorder;
    const back = recorder.button(t("cancel"), () => this.back(), { focus: "cancel" });
    if (!page) return [h("p", { class: "rec-lead" }, this.title)];
    if (!page.field) return this.whole(back);
    const { total, values } = page;
    const lead = h("p", { class: "rec-lead" }, this.title, " ", h("span", { class: "rec-hint" }, t(`which_${WHICH[page.field] ?? page.field}`)));
    this.list = h("div", { class: "rec-chips", role: "group", "data-rec-list": "" });
    this.fill();
    const pages = total > PAGE ? [
      h("p", { class: "rec-hint" }, t("page_of", { first: this.start + 1, last: this.start + values.length, total })),
      h("div", { class: "rec-chips" },
        recorder.button(t("page_before"), () => this.load(Math.max(0, this.start - PAGE)), { focus: "step_before", disabled: !this.start }),
        recorder.button(t("page_after"), () => this.load(this.start + PAGE), { focus: "step_after", disabled: this.start + values.length >= total })),
    ] : [];
    const search = total > 12 ? h("input", { type: "search", value: this.text, "data-focus": "step_search", "aria-label": t("search_choice"), placeholder: t("search_choice"), oninput: (event) => this.filter(event.target.value) }) : null;
    return [lead, search ? h("div", { class: "rec-form" }, search) : null, this.list, ...pages, h("div", { class: "rec-chips" }, back)];
  }

  /** Nothing is left to choose: the whole line, or the rule that forbids it. */
  whole(back) {
    const { recorder, page } = this;
    const { action, refused } = page;
    if (!action) return [h("p", { class: "rec-lead stop" }, refused?.rule ? h("span", { class: "rec-rule" }, refused.rule) : null, " ", refused?.text ?? recorder.t("refused")), h("div", { class: "rec-chips" }, back)];
    return [h("p", { class: "rec-lead" }, action.text), h("p", { class: "rec-hint" }, recorder.payText(action)),
      h("div", { class: "rec-chips" }, recorder.button(recorder.t("confirm"), () => recorder.commitRow(action), { kind: "primary", focus: "step_confirm" }), back)];
  }
}

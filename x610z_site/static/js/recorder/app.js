// The recording screen. It knows no rule of the game: the engine (on the server, or the same engine in a worker) lists
// what is legal, taps filter that list, and what was said is kept in the journal before it is shown.

import { concede, need, refusal, undoing } from "./asks/answer.js";
import { course } from "./asks/course.js";
import { facts, heaps } from "./cards.js";
import { Board } from "./board.js";
import { lights, narrow, next } from "./choose.js";
import { drawActions, drawHead, drawLog, drawStack, drawTools } from "./drawing.js";
import { h, wait } from "./parts.js";
import { beside, Phone } from "./phone.js";
import { plays, question, stops } from "./questions.js";
import { Taps } from "./taps.js";

const MOST_TOLD = 6; // lines read out at once

class Recorder extends Phone {
  constructor(root) {
    super(root);
    this.board = new Board(root.querySelector("[data-rec=board] svg"), "rec-p-");
    this.picks = [];
    this.paying = null; // the crystals that somebody chooses by hand
    this.crystals = null; // those that were chosen so, while another choice of the line is open
    this.pages = 1; // of the log that are drawn
    this.open = null; // the question that somebody or something opened (questions.js); null: the course of the game
    this.saying = Promise.resolve(); // one tap is written down whole before the next one begins
    this.commits = 0;
    this.taps = new Taps(root, { board: this.board, standing: () => this.standing(), writing: () => this.writing, missed: () => this.say(this.t("missed"), true), begun: () => this.say("", true) });
    this.shortcuts = localStorage.getItem("recorder-shortcuts") !== "off";
    // A tap on the board leaves the focus on no button: the keys work from there, too.
    document.addEventListener("keydown", (event) => { if (event.target.contains(root) || root.contains(event.target)) this.key(event); });
    const touched = (event, finger) => {
      const point = { ...this.board.at(event), finger }; // in the picture that the finger meant, however near the next one is
      this.taps.add(() => this.tap(point));
    };
    this.touched = touched;
    this.at("board").addEventListener("click", (event) => { if (!this.loupe?.slid) touched(event, this.loupe?.finger ?? true); });
    // What sticks above and below hides nothing that is scrolled to (recorder.css).
    const tall = new ResizeObserver(() => this.stick());
    [this.at("now").parentNode, this.at("tools")].forEach((one) => tall.observe(one));
    this.at("earlier").addEventListener("click", () => {
      this.pages += 1;
      drawLog(this);
      if (this.at("earlier").hidden) this.at("log").focus({ preventScroll: true });
    });
  }

  // --- beginning ------------------------------------------------------------------------------------------------------

  async opening() {
    this.notes = (await this.journal.hand()).toLowerCase(); // one's own hand as its player noted it on this phone
  }

  async begin() {
    await super.begin();
    // On a phone the board comes first; whoever has scrolled already is left alone.
    if (innerWidth < 768 && scrollY === 0) scrollTo(0, this.root.getBoundingClientRect().top);
  }

  /** How much of the glass the strip or the bar of tools covers while it sticks there. */
  stick() {
    for (const [name, node] of [["--strip", this.at("now").parentNode], ["--bar", this.at("tools")]]) {
      const covers = ["sticky", "fixed"].includes(getComputedStyle(node).position) ? node.offsetHeight : 0;
      document.documentElement.style.setProperty(name, `${covers}px`);
    }
  }

  // --- what is known --------------------------------------------------------------------------------------------------

  /** `echo`: what was said here came back, mostly as it is drawn already. */
  async repaint(echo = false) {
    this.painted += 1;
    const newest = this.painted;
    const { state } = this;
    let { screen } = state, made = false;
    if ((this.journal.waiting.length || this.alone || !screen) && this.engine?.ready) {
      screen = await this.engine.ask({ do: "show", entries: this.entries() }).catch(() => null);
      // The server may have answered meanwhile: what was computed for an older journal must not cover what it says.
      if (newest !== this.painted) return;
      if (!screen) this.engine.stop();
      else if (!this.journal.waiting.length && !state.screen) this.differs ||= state.log_sha256 !== screen.log_sha256;
      if (!state.screen && (!screen || this.differs) && this.online) return void this.refresh(); // what the server says counts
      made = !this.journal.waiting.length && !this.alone;
      if (made) state.screen = screen;
    } else if (this.journal.waiting.length) screen = this.screen; // what waits cannot be shown on a board here
    this.screen = screen ?? this.screen ?? state.screen;
    const drawn = JSON.stringify([this.screen, beside(state)]);
    if (echo && !this.busy && drawn === this.drawn) {
      this.drawBadges();
      drawLog(this); // what was sent is no longer waiting
      this.marks();
    } else this.draw();
    this.drawn = drawn;
    this.tell();
    if (made) this.journal.know({}); // a start without network begins with it
  }

  /** Every line that is new on this screen is read out, whoever wrote it; of many the last ones. */
  tell() {
    const lines = this.screen?.lines ?? [];
    const news = [...lines, ...(this.screen?.news ? [this.screen.news] : [])];
    const fresh = news.filter((line) => line.n > this.told && line.text);
    const first = this.told === undefined;
    this.told = Math.max(this.told ?? 0, ...news.map((line) => line.n));
    if (first || !fresh.length) return;
    this.at("said").textContent = ""; // the same words again are read again
    this.say(fresh.slice(-MOST_TOLD).map((line) => line.text).join(" "));
  }

  /** Whether a tap is being written down: until then the answers on the screen are those to an older question. */
  get writing() {
    return this.busy > 0 || (this.blind && this.online);
  }

  /** Where the game stands on this screen: a tap made before it went on is not for what stands there now. */
  standing() {
    return [this.asks(), this.state?.state, this.state?.conflict?.seq, this.commits].join();
  }

  rows() {
    if (this.blind && !this.online) return [];
    if (this.listed?.screen === this.screen) return this.listed.rows;
    const rows = this.allRows();
    this.listed = { screen: this.screen, rows };
    return rows;
  }

  allRows() {
    const own = this.screen.castable ?? [];
    const cast = own.flatMap((card) => (card.actions ?? []).map((row) =>
      (row.line ? row : { line: { kind: "act", ...row }, source: `card:${card.card}`, text: card.name })));
    const known = new Set(this.screen.actions.map((row) => JSON.stringify(row.line)));
    return [...this.screen.actions, ...cast.filter((row) => !known.has(JSON.stringify(row.line)))];
  }

  // --- saying something -----------------------------------------------------------------------------------------------

  /** Write lines down: kept, shown, sent. The first stands for the tap, the others ride on it. */
  commit(bodies, kind = "line") {
    this.busy += 1;
    this.commits += 1;
    const picks = this.picks;
    this.picks = [];
    this.paying = this.crystals = null;
    this.open = null;
    this.tapped = Date.now();
    this.pressed();
    const said = this.saying.then(() => this.write(bodies, kind, picks)).finally(() => {
      this.busy -= 1;
      this.marks();
    });
    this.saying = said.catch(() => undefined);
    return said;
  }

  async write(bodies, kind, picks) {
    const from = picks.find(([field]) => field === "source")?.[1] ?? "";
    const unchecked = !this.engine?.ready && !this.online;
    for (const [place, body] of bodies.entries()) {
      if (kind === "line" && this.engine?.ready && (this.journal.waiting.length || !this.online || place)) {
        const stopped = await this.checked(body, place > 0);
        if (stopped) break;
      }
      await this.journal.add({ kind, body, ...(this.online ? {} : { offline: true }), ...(unchecked ? { unchecked: true } : {}), ...(place ? { rides: true } : {}) }, !this.online);
    }
    this.back = from;
    this.sender.send();
    await this.repaint();
    this.belongs();
  }

  /** What stops a line is asked of the game as it stands now; when somebody goes on, it is asked no more. */
  belongs() {
    if (this.open?.entry) this.open.at ??= this.asks();
  }

  /** Where the game stands, and what waits in it for somebody's word. */
  asks() {
    return [this.screen?.log_sha256, this.screen?.consent?.seq].join();
  }

  /** Without a server in reach the engine here says what it would have said. True: the line is not written. */
  async checked(body, rides) {
    if (body.kind === "chance") return false; // who begins is said, not played
    const problem = await this.problemOf(body);
    if (!problem) return false;
    if (!rides) this.refused({ body, kind: "line" }, problem);
    return true;
  }

  /** What the server answered to a batch; null: it was not reached. */
  async heard(said, batch) {
    this.reached(said !== null);
    if (said === null) return this.draw();
    if (said.error) {
      this.say(said.error.text ?? this.t("refused"), true);
      return this.draw();
    }
    const refused = said.acks.find((ack) => ack.status === "refused");
    if (refused) {
      const gone = await this.journal.drop(refused.device_seq);
      const entry = gone[0] ?? batch.find((one) => one.device_seq === refused.device_seq);
      if (entry && !entry.rides && refused.error !== "asked") this.refused(entry, refused.problem ?? { text: refused.text });
    }
    if (said.state) this.state = said.state;
    await this.repaint(true);
    this.belongs();
    return undefined;
  }

  refused(entry, problem) {
    // Nobody knows the order of a shuffled paper deck; that is an answer, not a question for a finger.
    if (problem.need?.prompt === "shuffle") return this.commit([{ ...entry.body, answers: [...(entry.body.answers ?? []), null] }]);
    this.open = problem.need ? need(entry, problem) : refusal(entry, problem);
    this.draw();
    this.inView();
    return undefined;
  }

  /** Until what was said is kept and drawn, nothing here answers. */
  pressed() {
    this.root.querySelectorAll("[data-rec=ask] button, [data-rec=tools] button, [data-rec=actions] button").forEach((button) => {
      button.setAttribute("aria-disabled", "true");
    });
    this.board.light([]);
    this.marks();
  }

  /** What would stop a line now: asked here when the engine is ready, else of the server. */
  async problemOf(line) {
    if (this.engine?.ready) return (await this.engine.ask({ do: "check", entries: this.entries(), line })).problem;
    const url = new URL(this.root.dataset.askUrl, location.href);
    url.searchParams.set("line", JSON.stringify(line));
    return (await this.fetch(url))?.problem ?? null;
  }

  /** What may be chosen next of an action, from number `start` on; null when nobody can be asked. */
  async optionsOf(draft, start) {
    if (this.engine?.ready) return this.engine.ask({ do: "options", entries: this.entries(), draft, start }).catch(() => null);
    const url = new URL(this.root.dataset.askUrl, location.href);
    url.searchParams.set("draft", JSON.stringify(draft));
    url.searchParams.set("start", String(start));
    return this.fetch(url);
  }

  // --- taps and keys --------------------------------------------------------------------------------------------------

  pick(field, value) {
    if (this.writing) return undefined; // a second tap of the same finger
    if (this.paying) return this.say(this.t("pay_first"), true); // nothing is written while that is asked
    if (field === "source") this.crystals = null;
    if (field === "source" && this.picks.length > 1) this.say(this.t("left_open", { name: this.sourceName(this.picks[0][1], narrow(this.rows(), this.picks.slice(0, 1))) }), true);
    if (field === "source") this.picks = [["source", value]];
    else this.picks = [...this.picks.filter(([name]) => name !== field), [field, value]];
    const { row } = next(this.rows(), this.picks);
    const read = this.picks.map(([, one]) => one);
    const unseen = !this.picks.some(([name]) => name === "to") && row?.line.targets?.some((one) => !read.includes(one)); // nobody has read whom it hits
    if (row && field !== "source" && !unseen && !row.warned) return this.commitRow(row);
    this.drawChoice();
    this.inView();
    this.at("ask").querySelector("button, [tabindex]")?.focus({ preventScroll: true });
    return undefined;
  }

  /** What was begun before somebody let the game go on is no answer to what is asked now. */
  late() {
    const { asked, view } = this.screen, at = JSON.stringify([asked, view.stack]);
    if (this.picks.length && this.begun !== at) {
      this.say(this.t("gone_on"), true);
      this.picks = [];
      this.paying = this.crystals = null;
    }
    this.begun = at;
  }

  /** What is asked is in view, unless it is answered on the board. */
  inView() {
    if (this.litDots().size) return;
    const { scrollY: from } = window;
    this.stick(); // the strip may just have become taller
    this.at("ask").scrollIntoView({ block: "nearest" });
    if (scrollY !== from) this.moved = { from: this.moved?.to === from ? this.moved.from : from, to: scrollY };
  }

  /** A page that moved for a question is back when it is answered; where a finger moved it since, it stays. */
  settle() {
    const { moved } = this;
    if (!moved || !this.plays || this.open || this.paying || this.picks.length) return;
    this.moved = null;
    if (scrollY === moved.to) scrollTo(0, moved.from);
  }

  commitRow(row) {
    const line = this.crystals ? { ...row.line, crystals: this.crystals } : row.line;
    this.crystals = null;
    if (line.do !== "end") return this.commit([line]);
    const proceed = { kind: "act", do: "proceed" };
    return this.commit([line, proceed, proceed]);
  }

  /** Take back the last tap that was not said yet: a choice, a dot of a path, else whatever is open. */
  cancel(tap = false) {
    if (tap && this.open?.untap?.()) return;
    if (this.open) this.open = null; // the line that was begun before it is asked on
    else if (this.paying) this.paying = null; // and so is the choice that waited behind the crystals
    else {
      this.crystals = null;
      if (this.picks.length === 1) [[, this.back]] = this.picks;
      this.picks = this.picks.slice(0, -1);
    }
    this.draw();
  }

  /** The dots that a tap would choose now, each with the pick it stands for. */
  litDots() {
    if (this.choices) return this.choices.dots;
    const lit = this.picks.length && !this.open && !this.paying && this.plays ? lights(this.rows(), this.picks) : { dots: [], objects: [] };
    return new Map([...lit.dots, ...Array.from(lit.objects, ([oid, pick]) => [this.dotOf(oid), pick])].filter(([dot]) => dot));
  }

  /** What a dot is called under a finger: its place, and who stands there. */
  dotName(dot) {
    const oid = this.onDot(dot);
    return oid ? `${this.objects().get(oid).card} ${dot}` : dot;
  }

  tap(point) {
    if (this.open?.tap) return this.open.tap(point);
    const lit = this.litDots();
    const dot = this.board.nearest(point, lit.keys());
    // Under a finger dots that lie close together are brought nearer first: no tap falls between two of them.
    if (dot && point.finger && this.board.part(point, dot, [...lit.keys()])) {
      this.parted = [...lit.keys()].join();
      return this.ring();
    }
    if (dot && this.choices) return this.choices.choose(lit.get(dot));
    if (!this.plays) return this.say(this.at("ask").querySelector(".rec-lead")?.textContent ?? "", true); // that goes first
    this.open = null;
    if (this.paying) return this.say(this.t("pay_first"), true);
    const rows = this.rows();
    if (dot) return this.pick(...lit.get(dot));
    const known = new Set(rows.map((row) => row.source));
    const pawns = (this.screen.view.pawns ?? []).filter((pawn) => pawn.dot && known.has(pawn.oid));
    const under = this.board.nearest(point, pawns.map((pawn) => pawn.dot));
    const pawn = pawns.find((one) => one.dot === under);
    if (pawn) return this.pick("source", pawn.oid);
    if (this.picks.length) return this.cancel();
    const idle = this.onDot(this.board.nearest(point, this.board.places.keys()));
    if (idle && this.free) return this.go(facts(idle));
    return undefined;
  }

  key(event) {
    const typing = event.target.closest("input, textarea, select");
    if (event.key === "Escape") return this.taps.add(() => this.cancel(true));
    const list = event.target.closest("[data-rec-list]");
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step && list && !typing) {
      const buttons = Array.from(list.querySelectorAll("button:not([disabled])"));
      const to = buttons[buttons.indexOf(document.activeElement) + step];
      if (to) {
        event.preventDefault();
        to.focus();
      }
      return undefined;
    }
    if (typing || !this.shortcuts || event.altKey || event.ctrlKey || event.metaKey) return undefined;
    const press = { "/": "cards", r: "respond", e: "end", Backspace: "undo" }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const button = press && this.root.querySelector(`[data-key="${press}"]:not([disabled])`);
    if (button) {
      event.preventDefault();
      button.click();
    }
    return undefined;
  }

  // --- names ----------------------------------------------------------------------------------------------------------

  objects() {
    const found = new Map();
    (this.screen.view.seats ?? []).forEach((seat) => {
      [seat.discard, seat.removed, seat.hand.cards ?? [], seat.play].flat().forEach((one) => found.set(one.oid, { ...one, seat: seat.seat }));
    });
    (this.screen.view.pawns ?? []).forEach((pawn) => found.set(pawn.oid, { ...found.get(pawn.oid), ...pawn }));
    // What is on the stack may stand on the board as well: it keeps its dot, and can be aimed at there.
    (this.screen.view.stack ?? []).forEach((item) => { if (item.oid) found.set(item.oid, { ...item, ...found.get(item.oid) }); });
    return found;
  }

  dotOf(oid) {
    if (oid.startsWith("seat:")) return this.screen.view.seats?.[Number(oid.slice(5))]?.dot ?? null;
    return this.objects().get(oid)?.dot ?? null;
  }

  /** Where on the board a value stands that an answer may be; null: nowhere. */
  placeOf(value) {
    if (typeof value !== "string") return null;
    return this.board.places.has(value) ? value : this.dotOf(value);
  }

  onDot(dot) {
    return (this.screen.view.pawns ?? []).find((pawn) => pawn.dot === dot)?.oid ?? null;
  }

  seatName(seat) {
    const found = this.screen.view.seats?.[seat];
    return found?.name ?? found?.player ?? Object.values(this.state.names ?? {})[seat] ?? String(seat + 1);
  }

  nameOf(name) {
    if (name === "none") return this.t("no_target"); // of "up to 2 targets" no more than those before
    if (name.startsWith("seat:")) return this.seatName(Number(name.slice(5)));
    if (name.startsWith("stack:")) return (this.screen.view.stack ?? [])[Number(name.slice(6)) - 1]?.card ?? name;
    const trigger = /^\d+:(#\d+)$/.exec(name); // what triggered: two players may have the same card
    if (trigger) {
      const { controller, seat } = this.objects().get(trigger[1]) ?? {};
      const whose = controller ?? seat;
      return whose === undefined ? this.nameOf(trigger[1]) : `${this.nameOf(trigger[1])} (${this.seatName(whose)})`;
    }
    const object = this.objects().get(name);
    if (!object) return this.castName(name) ?? name;
    const dot = object.dot ? ` ${object.dot}` : "";
    return `${object.card ?? name}${dot}`;
  }

  /** What is aimed at: whose it is stands behind it, and that a crystal cannot be turned. */
  aimName(name) {
    const object = name.startsWith("#") ? this.objects().get(name) : null;
    const whose = object?.controller ?? object?.seat;
    if (whose === undefined) return this.nameOf(name);
    const turned = ["non_active", "deactivated"].includes(object.state) ? `, ${this.t(`state_${object.state}`)}` : "";
    return `${this.nameOf(name)} (${this.seatName(whose)}${turned})`;
  }

  castName(number) {
    return (this.screen.castable ?? []).find((card) => card.card === number)?.name ?? this.pool?.find((card) => card.card === number)?.name;
  }

  /** Every card of the event by name, for one that lies in somebody else's hand; none until they are here. */
  poolCards() {
    if (!this.pool && this.root.dataset.offlineUrl) {
      this.pool = [];
      this.loadPool().then(() => this.drawAsk());
    }
    return this.pool ?? [];
  }

  async loadPool() {
    const offline = this.journal.facts.offline ?? (await this.fetch(this.root.dataset.offlineUrl));
    const cards = (offline?.pool?.url && (await this.fetch(offline.pool.url))) || [];
    const { lang } = document.documentElement;
    this.pool = cards.map(({ number, name, left = -1, ...card }) => ({ card: number, name: card[`name_${lang}`] || name, left, text: card[`text_${lang}`] || card.text })).sort((one, other) => one.name.localeCompare(other.name));
  }

  sourceName(source, rows) {
    if (source.startsWith("#")) return this.nameOf(source);
    if (source.startsWith("card:")) return this.castName(source.slice(5)) ?? rows[0].text;
    return rows.length === 1 ? rows[0].text : this.t(`source_${source}`);
  }

  optionName(field, option) {
    const { value, rows } = option;
    if (field === "do") return this.t(`do_${value}`);
    if (field === "to") return this.dotName(value);
    if (field === "seat") return this.seatName(Number(value));
    if (field === "path") {
      const between = value.split(" ").slice(1, -1);
      return between.length ? this.t("via", { dots: between.join(" · ") }) : this.t("straight");
    }
    if (field === "extra") return this.t("times", { n: value.replaceAll(",", " + ") });
    if (field === "mode") return this.t("option", { n: Number(value) + 1 });
    if (field === "ability") return this.t("ability", { n: Number(value) + 1 });
    if (field.startsWith("target.")) return value ? this.aimName(value) : this.t("no_target");
    return rows[0].text;
  }

  payText(row) {
    const pay = Object.values(row.line.pay ?? {}).reduce((sum, amount) => sum + amount, 0);
    if (row.line.short) return this.t("short");
    const all = pay + (row.line.crystals ?? []).length;
    return all ? this.t("pays", { n: all, with: this.payNames(row) }) : "";
  }

  /** The crystals that a line turns: each name once, with its number. */
  payNames(row) {
    const names = (row.line.crystals ?? []).map((oid) => this.objects().get(oid)?.card ?? oid);
    const pay = Object.entries(row.line.pay ?? {}).map(([kind, amount]) => `${this.t(`energy_${kind}`)} ${amount}`);
    return [...pay, ...heaps(names.map((name) => ({ name }))).map(({ name, all }) => (all.length > 1 ? `${all.length} × ${name}` : name))].join(", ");
  }

  // --- drawing --------------------------------------------------------------------------------------------------------

  draw() {
    if (!this.screen) return;
    if (this.open?.at && this.open.at !== this.asks()) this.open = null;
    this.late();
    const focused = document.activeElement?.dataset?.focus;
    const inside = this.root.contains(document.activeElement);
    this.board.draw(this.screen.drawing?.phone);
    this.drawBadges();
    drawHead(this);
    drawStack(this);
    this.drawAsk();
    drawActions(this);
    drawLog(this);
    drawTools(this);
    this.drawLights();
    const back = this.back && this.root.querySelector(`[data-focus="source:${CSS.escape(this.back)}"]`);
    const again = focused && this.root.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
    // What had the focus may be drawn anew: it goes back to where the line began, never to the top of the page.
    if (inside && (back || !this.root.contains(document.activeElement))) (back || again || this.at("ask")).focus({ preventScroll: true });
    this.back = "";
    this.settle();
    if (this.stops) this.inView(); // what stops the game is seen, wherever the page stood
    this.root.dataset.drawn = String(Number(this.root.dataset.drawn ?? 0) + 1);
    this.marks();
  }

  /** Only what a choice changes: nothing was said yet. */
  drawChoice() {
    this.drawAsk();
    drawActions(this);
    drawTools(this);
    this.drawLights();
    this.root.dataset.drawn = String(Number(this.root.dataset.drawn ?? 0) + 1);
  }

  button(text, act, { kind = "", focus = text, key, always = false, ...more } = {}, ...kids) {
    const node = h("button", { type: "button", class: `rec-button ${kind}`, data: { focus, ...(key ? { key } : {}) }, onclick: () => this.taps.press(node), "aria-disabled": !always && this.blind && this.online ? "true" : null, ...more }, text, kids);
    this.taps.bind(node, act, JSON.stringify([this.open?.name ?? "", this.picks]), always);
    return node;
  }

  /** The one question of the moment, with its answers as buttons. */
  drawAsk() {
    const box = this.at("ask");
    const asked = question(this);
    this.choices = null; // those of the question, where it has some on the board
    this.plays = plays(asked);
    this.stops = asked !== this.asked && stops(asked);
    this.asked = asked;
    this.free = asked === course; // nothing has to be answered first
    box.replaceChildren(...[asked.draw(this)].flat(2).filter(Boolean));
    const who = this.at("who"); // what is asked below is not said above as well
    who.hidden = !who.textContent || Array.from(box.querySelectorAll(".rec-lead"), (lead) => lead.textContent).includes(who.textContent);
    const crowd = box.querySelector(".rec-chips");
    if (crowd) crowd.setAttribute("data-rec-list", "");
  }

  chips(kids) {
    return h("div", { class: "rec-chips", role: "group" }, kids);
  }

  /** Choose step by step, every value of every choice within reach. */
  async step(title) {
    const { line } = narrow(this.rows(), this.picks)[0];
    const { Stepper } = await import("./stepper.js");
    this.open = new Stepper(this, { do: line.do, seat: line.seat, card: line.card }, title);
    this.picks = [];
    return this.open.load();
  }

  /** What no first line needs is fetched when the page stands, before the engine: it is here then without network. */
  startEngine() {
    [this.composer(), import("./stepper.js"), this.fetchLoupe(), this.fetchClosing()].forEach((late) => late.catch(() => null)); // asked for again when it is wanted
    return super.startEngine();
  }

  async fetchLoupe() {
    const { Loupe } = await import("./loupe.js");
    this.loupe = new Loupe(this.board, this.at("loupe"), { lit: () => [...this.litDots().keys()], named: (dot) => this.dotName(dot), released: (event) => this.touched(event, false) });
  }

  /** Fetch what is asked beside the game and behind it: also again, where the network was away at first. */
  async fetchClosing() {
    this.closing = await import("./asks/closing.js");
    if (this.screen) this.drawAsk();
  }

  /** The way of paying that the confirm button would write. */
  proposed() {
    const { row } = next(this.rows(), this.picks);
    return row ? [row.line.crystals ?? [], row.line.pay ?? {}, Boolean(row.line.short)] : null;
  }

  /** A rule by its number, which opens its wording beside the game. */
  ruleLink(rule) {
    if (!rule) return null;
    const href = `${this.root.dataset.rulesUrl}#r${rule.replace("#", "-")}`;
    return h("a", { class: "rec-rule", href, target: "_blank", rel: "noopener" }, rule.split("#")[0]);
  }

  /** How many copies may still be there; of a list that nobody here may know, nothing. */
  leftText({ left }) {
    return left >= 0 ? this.t("left", { n: left }) : "";
  }

  /** Open a question, or close it when it is open already. */
  go(asked) {
    this.open = this.open?.name === asked.name ? null : asked;
    this.draw();
    this.inView();
    const typed = matchMedia("(pointer: coarse)").matches ? "button" : "input, button"; // a finger gets no keyboard unasked
    (this.at("ask").querySelector(typed) ?? this.at("ask")).focus({ preventScroll: true });
  }

  /** Fetch what a line by hand is put together with. */
  async composer() {
    ({ Composer: this.Composer } = await import("./compose.js"));
  }

  /** A line by hand: at once, for a second tap in the same frame may mean what the first one opens. */
  compose(kind) {
    if (!this.Composer) return this.composer().then(() => this.compose(kind));
    return this.go(new this.Composer(this, kind));
  }

  /** Giving up is asked where it can be; too early, the rule is said at once. */
  async concede(seat) {
    const body = { kind: "act", do: "concede", seat };
    const problem = await this.problemOf(body);
    if (!problem || problem.need) return this.go(concede(seat));
    this.refused({ kind: "line", body }, problem);
    return this.belongs();
  }

  lastOwn() {
    return this.screen.over ? null : this.screen.lines?.findLast(({ kind }) => kind !== "note") ?? null;
  }

  async undo() {
    const line = this.lastOwn();
    if (!line) return;
    const { consent } = this.screen;
    if (consent && this.mine.includes(consent.by)) return void this.unask(consent);
    const waiting = this.journal.waiting.at(-1);
    if (waiting?.body.from && this.blind) { // an undo waits: one more goes further back
      const before = this.screen.lines.findLast(({ kind, n }) => kind !== "note" && n < waiting.body.from);
      if (before) await this.commit([{ from: before.n }], "undo");
      return;
    }
    if (waiting && this.blind) {
      // Nobody has heard of it yet, and nothing can number it: it goes as it came.
      await this.journal.drop(waiting.device_seq);
      await this.repaint();
      return;
    }
    const theirs = this.mine.length === 1 && line.by !== null && line.by !== undefined && !this.mine.includes(line.by);
    if (theirs) return void this.go(undoing(line));
    await this.commit([{ from: line.n }], "undo");
  }

  /** Take back what was asked of the other side: nothing is written yet. */
  unask({ seq, kind }) {
    return this.commit([{ refuse: seq }], kind === "deviate" ? kind : "undo");
  }

  toggleKeys() {
    this.shortcuts = !this.shortcuts;
    localStorage.setItem("recorder-shortcuts", this.shortcuts ? "on" : "off");
    this.draw();
  }

  drawLights() {
    if (this.open?.light) return this.open.light();
    const rows = this.rows();
    if (this.choices?.dots.size) {
      this.ring();
      return this.nearer(this.choices.dots.keys());
    }
    if (!this.picks.length) {
      const known = new Set(rows.map((row) => row.source));
      const can = (this.screen.view.pawns ?? []).filter((pawn) => this.plays && known.has(pawn.oid)).map((pawn) => ({ dot: pawn.dot, kind: "can" }));
      const top = (this.screen.view.stack ?? []).at(-1);
      const aimed = (top?.targets ?? []).map((target) => ({ dot: this.dotOf(String(target)), kind: "aimed" }));
      this.board.light([...can, ...aimed], top?.path ?? []);
      return this.board.near([]);
    }
    this.ring();
    const from = this.dotOf(this.picks[0][1]);
    return this.nearer([...this.litDots().keys(), ...(from ? [from] : [])]);
  }

  /** Show dots near, unless a finger has brought the same ones nearer already. */
  nearer(dots) {
    if (this.parted === [...this.litDots().keys()].join()) return;
    this.parted = null;
    this.board.near(dots);
  }

  /** Whether everything that a choice leaves open brings what nobody wants: the first such warning, or undefined. */
  warning(field, value) {
    if (!["to", "path"].includes(field)) return undefined;
    const left = narrow(this.rows(), [...this.picks.filter(([name]) => name !== field), [field, value]]);
    return left.every((row) => row.warned) ? left[0]?.warned : undefined;
  }

  /** Rings around what can be chosen now, and the way that is being chosen. */
  ring() {
    if (this.choices) return this.board.light(Array.from(this.choices.dots, ([dot, option]) => ({ dot, kind: this.choices.chosen.includes(option) ? "picked" : "lit" })));
    const rows = this.rows();
    const from = this.dotOf(this.picks[0][1]);
    const dots = [...this.litDots()].map(([dot, pick]) => ({ dot, kind: this.warning(...pick) ? "lit warned" : "lit" }));
    const { left } = next(rows, this.picks);
    const way = left.length && this.picks.some(([field]) => field === "to" || field === "path") ? left[0].line.path ?? [] : [];
    dots.sort((one, other) => other.kind.length - one.kind.length); // the good ones lie over those that destroy
    return this.board.light([...dots, ...(from ? [{ dot: from, kind: "picked" }] : [])], way);
  }

  tick() {
    super.tick();
    const up = this.screen && this.timeIsUp();
    if (up !== this.wasUp && this.screen) {
      this.wasUp = up;
      drawTools(this);
    }
  }
}

for (const root of document.querySelectorAll("[data-recorder]")) {
  const recorder = new Recorder(root);
  root.recorder = recorder;
  recorder.begin().catch(async (error) => {
    root.dataset.failed = String(error);
    await wait(0);
    throw error;
  });
}

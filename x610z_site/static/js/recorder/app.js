// The recording screen. It knows no rule of the game: the engine (on the server, or the same engine in a worker) lists
// what is legal, taps filter that list, and what was said is kept in the journal before it is shown.

import { Board } from "./board.js";
import { lights, narrow, next, sources, values } from "./choose.js";
import { Composer, rowText } from "./compose.js";
import { Engine } from "./engine.js";
import { Journal, Sender } from "./journal.js";
import { clock, h, sync, wait, words } from "./parts.js";
import { Stepper } from "./stepper.js";
import { Taps } from "./taps.js";

const LINES = 40; // of the log are drawn, and so many more at each tap on the button behind them
const POLL = 4000;
const MOST_TOLD = 6; // lines read out at once
const SILENCE = 8000;
const LISTED = 40; // the engine's list holds no more sets of targets of one action,
const TIMES = 3; // and no additional cost paid more often: for the rest it is asked step by step

class Recorder {
  constructor(root) {
    this.root = root;
    this.t = words(root);
    this.at = (name) => root.querySelector(`[data-rec="${name}"]`);
    this.board = new Board(root.querySelector("[data-rec=board] svg"), "rec-p-");
    this.picks = [];
    this.paying = null; // the crystals that somebody chooses by hand
    this.crystals = null; // those that were chosen so, while another choice of the line is open
    this.pages = 1; // of the log that are drawn
    this.mode = ""; // "", cards, compose, step, more, need, count, call, concede
    this.screen = null;
    this.online = true;
    this.painted = 0; // which repaint is the newest: an answer of the engine to an older question is thrown away
    this.saying = Promise.resolve(); // one tap is written down whole before the next one begins
    this.busy = 0;
    this.commits = 0;
    this.taps = new Taps(root, { board: this.board, standing: () => this.standing(), writing: () => this.writing, missed: () => this.say(this.t("missed"), true) });
    this.shortcuts = localStorage.getItem("recorder-shortcuts") !== "off";
    this.token = () => JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";
    // A tap on the board leaves the focus on no button: the keys work from there, too.
    document.addEventListener("keydown", (event) => { if (event.target.contains(root) || root.contains(event.target)) this.key(event); });
    this.at("board").addEventListener("click", (event) => {
      const point = this.board.at(event); // in the picture that the finger meant, however near the next one is
      this.taps.add(() => this.tap(point));
    });
    this.at("earlier").addEventListener("click", () => {
      this.pages += 1;
      this.drawLog();
      if (this.at("earlier").hidden) this.at("log").focus({ preventScroll: true });
    });
  }

  // --- beginning ------------------------------------------------------------------------------------------------------

  async begin() {
    const { account, recording } = this.root.dataset;
    this.journal = await Journal.open(`${account}/${recording}`);
    navigator.storage?.persist?.();
    if (this.journal.facts.state) this.show(this.journal.facts.state);
    this.sender = new Sender(this.journal, this.root.dataset.entriesUrl, this.token, (said, batch) => this.heard(said, batch));
    this.engine = new Engine(this.root.dataset.engineUrl, this.root.dataset.workerUrl);
    await this.join();
    this.listen();
    this.startEngine();
    this.stayAwake();
    setInterval(() => this.tick(), 1000);
    this.root.dataset.ready = "yes";
    // On a phone the board comes first; whoever has scrolled already is left alone.
    if (innerWidth < 768 && scrollY === 0) this.root.scrollIntoView({ block: "start" });
  }

  async join() {
    await this.refresh();
    const { me, mode } = this.state ?? {};
    // At a table with a phone for everybody this browser is the phone of its person; for the whole table one is asked.
    if (me && !me.device && this.online && (mode === "two_phones" || mode === "practice") && (me.seat !== null || me.seats.length)) await this.take(false);
    if (this.journal.waiting.length) this.sender.send();
  }

  /** Make this browser the one that writes: for the own seat, or for the whole table. */
  async take(table) {
    const body = new URLSearchParams(table ? { table: "1" } : {});
    const answer = await this.fetch(this.root.dataset.deviceUrl, { method: "POST", headers: { "X-CSRFToken": this.token() }, body });
    if (!answer) return;
    await this.refresh();
    await this.openAgain();
  }

  /** Whose lists the engine here may know depends on for whom this browser writes. */
  async openAgain() {
    if (this.engine.ready && this.opened !== this.place) await this.engine.ask({ do: "open", ...(await this.table()) });
  }

  /** Without network the phone that wrote last goes on for the whole table. */
  get alone() {
    const { mode, pen, me, screen } = this.state ?? {};
    return !this.online && mode === "two_phones" && Boolean(me?.device) && pen === me.device && Boolean(screen?.view?.seats);
  }

  get place() {
    return `${this.mine.join()}/${this.alone}`;
  }

  async fetch(url, options = {}) {
    try {
      const answer = await fetch(url, options);
      if (answer.status >= 500) throw new Error(String(answer.status));
      this.reached(true);
      return answer.ok ? await answer.json() : null;
    } catch {
      this.reached(false);
      return null;
    }
  }

  reached(yes) {
    if (this.online === yes) return;
    this.online = yes;
    this.drawBadges();
    if (this.engine?.ready) this.openAgain().then(() => this.repaint());
  }

  async refresh() {
    const state = await this.fetch(this.root.dataset.stateUrl);
    if (!state) return;
    await this.journal.heard(state);
    await this.show(state);
  }

  async startEngine() {
    const ready = await this.engine.start(() => this.table(), () => !this.online || this.journal.waiting.length > 0);
    if (ready) await this.openAgain();
    this.root.dataset.engine = ready ? "ready" : "none";
    this.drawBadges();
    if (ready && this.journal.waiting.length) this.repaint();
  }

  /** What the engine here needs to know of this table; without network what was kept of it. */
  async table() {
    const offline = (await this.fetch(this.root.dataset.offlineUrl)) ?? this.journal.facts.offline;
    if (!offline) throw new Error("offline");
    this.opened = this.place;
    const pool = offline.pool?.url ? await (await fetch(offline.pool.url)).text() : "";
    await this.journal.know({ offline });
    const open = { ...offline, pool, lang: document.documentElement.lang };
    if (!this.alone) return open;
    // The other phone cannot write now: this one has the pen, and nobody's list is known to it but its own.
    const lists = Object.fromEntries(this.state.screen.view.seats.map(({ seat }) => [seat, offline.lists?.[seat] ?? null]));
    return { ...open, seats: null, lists };
  }

  listen() {
    const { liveUrl = "" } = document.body.dataset;
    const stream = this.state?.stream ?? this.root.dataset.stream;
    clearTimeout(this.polling);
    this.polling = setTimeout(() => { this.refreshUnlessHidden(); this.listen(); }, this.source?.readyState === 1 ? POLL * 8 : POLL);
    if (this.source || !stream) return;
    this.source = new EventSource(`${liveUrl}/live/${encodeURIComponent(stream)}/`);
    this.source.addEventListener("version", (event) => {
      if (Number(JSON.parse(event.data).version) > (this.state?.head?.seq ?? 0)) this.refreshUnlessHidden();
    });
    this.source.addEventListener("error", () => {
      if (this.source?.readyState === EventSource.CLOSED) this.source = null;
    });
  }

  refreshUnlessHidden() {
    if (!document.hidden && !this.sender.busy) this.refresh();
  }

  async stayAwake() {
    const hold = async () => { if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => null); };
    document.addEventListener("visibilitychange", hold);
    await hold();
  }

  // --- what is known --------------------------------------------------------------------------------------------------

  /** A state of the server: what waits here is played on top of it. */
  async show(state) {
    const told = ({ time, ...rest }) => JSON.stringify([time.ends_at, time.extension, time.paused, rest]);
    const known = this.screen && this.root.dataset.drawn && told(state) === told(this.state);
    this.state = state;
    if (!known) await this.repaint(); // most of what is heard is the echo of what was said here
  }

  entries() {
    const own = this.state.me.seats?.length === 1 ? this.state.me.seats[0] : null;
    const waiting = this.journal.waiting.map((entry) => ({ ...entry, seq: null, device: this.state.me.device, by: own === null ? null : entry.body.seat ?? own, status: entry.unchecked ? "unchecked" : "ok" }));
    return [...this.state.entries, ...waiting];
  }

  async repaint() {
    this.painted += 1;
    const newest = this.painted;
    let screen = this.state.screen;
    if ((this.journal.waiting.length || this.alone) && this.engine?.ready) {
      screen = await this.engine.ask({ do: "show", entries: this.entries() }).catch(() => null);
      // The server may have answered meanwhile: what was computed for an older journal must not cover what it says.
      if (newest !== this.painted) return;
      if (!screen) this.engine.stop();
    } else if (this.journal.waiting.length) screen = this.screen; // what waits cannot be shown on a board here
    this.screen = screen ?? this.screen ?? this.state.screen;
    this.draw();
    this.tell();
  }

  /** Every line that is new on this screen is read out, whoever wrote it; of many the last ones. */
  tell() {
    const lines = this.screen?.lines ?? [];
    const fresh = lines.filter((line) => line.n > this.told && line.text);
    const first = this.told === undefined;
    this.told = Math.max(this.told ?? 0, ...lines.map((line) => line.n));
    if (first || !fresh.length) return;
    this.at("said").textContent = ""; // the same words again are read again
    this.say(fresh.slice(-MOST_TOLD).map((line) => line.text).join(" "));
  }

  get blind() {
    return this.journal.waiting.length > 0 && !this.engine?.ready;
  }

  /** Whether a tap is being written down: until then the answers on the screen are those to an older question. */
  get writing() {
    return this.busy > 0 || (this.blind && this.online);
  }

  /** Where the game stands on this screen: a tap made before it went on is not for what stands there now. */
  standing() {
    return [this.screen?.log_sha256, this.state?.state, this.screen?.consent?.seq, this.state?.conflict?.seq, this.commits].join();
  }

  get mine() {
    return this.state?.me?.seats ?? [];
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
    this.mode = "";
    this.problem = null;
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
      if (entry && !entry.rides) this.refused(entry, refused.problem ?? { text: refused.text });
    }
    if (said.state) {
      this.state = said.state;
    }
    await this.repaint();
    return undefined;
  }

  refused(entry, problem) {
    // Nobody knows the order of a shuffled paper deck; that is an answer, not a question for a finger.
    if (problem.need?.prompt === "shuffle") return this.commit([{ ...entry.body, answers: [...(entry.body.answers ?? []), null] }]);
    this.problem = { entry, problem };
    this.mode = problem.need ? "need" : "problem";
    this.draw();
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

  /** How far the page is, for whoever reads it from outside. */
  marks() {
    this.root.dataset.head = String(this.state?.head?.seq ?? 0);
    this.root.dataset.waiting = String(this.journal.waiting.length);
    this.root.dataset.busy = this.busy ? "yes" : "";
  }

  say(text, loud = false) {
    const region = this.at(loud ? "alert" : "said");
    if (region.textContent !== text) region.textContent = text;
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
    this.crystals = field === "source" ? null : this.paying ? [...this.paying] : this.crystals;
    this.paying = null;
    if (field === "source") this.picks = [["source", value]];
    else this.picks = [...this.picks.filter(([name]) => name !== field), [field, value]];
    const { row } = next(this.rows(), this.picks);
    if (row && field !== "source") return this.commitRow(row);
    this.drawChoice();
    this.at("ask").querySelector("button, [tabindex]")?.focus({ preventScroll: true });
    return undefined;
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
    if (tap && this.mode === "compose" && this.composer.back()) return;
    this.paying = this.crystals = null;
    if (this.picks.length === 1) [[, this.back]] = this.picks;
    this.picks = this.picks.slice(0, -1);
    this.mode = "";
    this.problem = null;
    this.draw();
  }

  tap(point) {
    if (this.mode === "compose") {
      const dot = this.board.nearest(point, this.board.places.keys());
      if (dot) this.composer.tapped(dot, this.onDot(dot));
      return;
    }
    const rows = this.rows();
    if (this.picks.length) {
      const lit = lights(rows, this.picks);
      const objects = new Map(Array.from(lit.objects, ([oid, pick]) => [this.dotOf(oid), pick]));
      const dot = this.board.nearest(point, [...objects.keys(), ...lit.dots.keys()].filter(Boolean));
      if (dot) {
        this.pick(...(objects.get(dot) ?? lit.dots.get(dot)));
        return;
      }
    }
    const known = new Set(rows.map((row) => row.source));
    const pawns = (this.screen.view.pawns ?? []).filter((pawn) => pawn.dot && known.has(pawn.oid));
    const dot = this.board.nearest(point, pawns.map((pawn) => pawn.dot));
    const pawn = pawns.find((one) => one.dot === dot);
    if (pawn) this.pick("source", pawn.oid);
    else if (this.picks.length) this.cancel();
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
    (this.screen.view.stack ?? []).forEach((item) => { if (item.oid) found.set(item.oid, item); });
    return found;
  }

  dotOf(oid) {
    if (oid.startsWith("seat:")) return this.screen.view.seats?.[Number(oid.slice(5))]?.dot ?? null;
    return this.objects().get(oid)?.dot ?? null;
  }

  onDot(dot) {
    return (this.screen.view.pawns ?? []).find((pawn) => pawn.dot === dot)?.oid ?? null;
  }

  seatName(seat) {
    const found = this.screen.view.seats?.[seat];
    return found?.name ?? found?.player ?? Object.values(this.state.names ?? {})[seat] ?? String(seat + 1);
  }

  nameOf(name) {
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

  castName(number) {
    return (this.screen.castable ?? []).find((card) => card.card === number)?.name;
  }

  sourceName(source, rows) {
    if (source.startsWith("#")) return this.nameOf(source);
    if (source.startsWith("card:")) return this.castName(source.slice(5)) ?? rows[0].text;
    return rows.length === 1 ? rows[0].text : this.t(`source_${source}`);
  }

  optionName(field, option) {
    const { value, rows } = option;
    if (field === "do") return this.t(`do_${value}`);
    if (field === "to") return value;
    if (field === "seat") return this.seatName(Number(value));
    if (field === "path") return this.t("via", { dots: value.split(" ").slice(1, -1).join(" · ") || value });
    if (field === "extra") return this.t("times", { n: value.replaceAll(",", " + ") });
    if (field === "mode") return this.t("option", { n: Number(value) + 1 });
    if (field === "ability") return this.t("ability", { n: Number(value) + 1 });
    if (field.startsWith("target.")) return value ? this.nameOf(value) : this.t("no_target");
    return rows[0].text;
  }

  payText(row) {
    const crystals = (row.line.crystals ?? []).map((oid) => this.objects().get(oid)?.card ?? oid);
    const pay = Object.entries(row.line.pay ?? {}).map(([kind, amount]) => `${this.t(`energy_${kind}`)} ${amount}`);
    if (row.line.short) return this.t("short");
    return [...pay, ...crystals].length ? this.t("pays", { with: [...pay, ...crystals].join(", ") }) : "";
  }

  // --- drawing --------------------------------------------------------------------------------------------------------

  draw() {
    if (!this.screen) return;
    const focused = document.activeElement?.dataset?.focus;
    const inside = this.root.contains(document.activeElement);
    this.board.draw(this.screen.drawing?.phone);
    this.drawBadges();
    this.drawHead();
    this.drawStack();
    this.drawAsk();
    this.drawActions();
    this.drawLog();
    this.drawTools();
    this.drawLights();
    const back = this.back && this.root.querySelector(`[data-focus="source:${CSS.escape(this.back)}"]`);
    const again = focused && this.root.querySelector(`[data-focus="${CSS.escape(focused)}"]`);
    // What had the focus may be drawn anew: it goes back to where the line began, never to the top of the page.
    if (inside && (back || !this.root.contains(document.activeElement))) (back || again || this.at("ask")).focus({ preventScroll: true });
    this.back = "";
    this.root.dataset.drawn = String(Number(this.root.dataset.drawn ?? 0) + 1);
    this.marks();
  }

  /** Only what a choice changes: nothing was said yet. */
  drawChoice() {
    this.drawAsk();
    this.drawActions();
    this.drawLights();
    this.root.dataset.drawn = String(Number(this.root.dataset.drawn ?? 0) + 1);
  }

  drawBadges() {
    if (this.state) this.drawClock();
    const waiting = this.journal.waiting.length;
    const net = this.at("net");
    const kind = !this.online ? "waiting" : "done";
    net.className = `rec-badge ${kind}`;
    net.textContent = this.online ? (waiting ? this.t("sending", { n: waiting }) : this.t("online")) : this.t("offline", { n: waiting });
    const age = this.at("age");
    age.hidden = this.online || !this.journal.facts.at;
    if (!age.hidden) age.textContent = this.t("age", { time: clock(new Date(this.journal.facts.at)) });
    const engine = this.at("engine");
    const state = this.engine?.ready ? "ready" : this.root.dataset.engine === "none" ? "none" : "loading";
    engine.textContent = this.t(`engine_${state}`);
    engine.className = `rec-badge ${state === "ready" ? "done" : "quiet"}`;
    this.at("storage").hidden = !this.journal.failed;
  }

  drawHead() {
    const { view, asked } = this.screen;
    const turn = view.turn ? this.t("turn", { n: view.turn }) : this.t("not_begun");
    this.at("turn").textContent = turn;
    const who = { first: this.t("who_first"), begin: this.t("who_begins", { name: this.seatName(asked.seat ?? 0) }),
      turn: this.t("to_act", { name: this.seatName(asked.seat ?? 0) }), window: this.t("window"), over: this.overText(asked) }[asked.kind];
    this.at("who").textContent = this.state.state === "frozen" ? this.t("frozen") : who;
    this.at("seats").replaceChildren(...(view.seats ?? []).map((seat) => this.seatBox(seat)));
  }

  overText(asked) {
    const [rule] = (asked.rule ?? "").split("#"); // people know the section, not its sentence by number
    if (asked.draw) return this.t("draw_rule", { rule });
    const winners = (asked.winners ?? []).map((seat) => this.seatName(seat)).join(", ");
    return this.t("won_rule", { name: winners, rule });
  }

  seatBox(seat) {
    const pool = Object.entries(seat.pool).filter(([, amount]) => amount).map(([kind, amount]) => `${this.t(`energy_${kind}`)} ${amount}`);
    const crystals = seat.play.filter((one) => one.kind === "energy_crystal");
    const ready = crystals.filter((one) => one.state === "unactivated" || one.state === "active").length;
    return h("div", { class: `rec-seat seat-${seat.seat}${seat.seat === this.screen.view.active ? " active" : ""}` },
      h("b", {}, seat.name ?? seat.player),
      h("span", {}, this.t("hand_deck", { hand: seat.hand.count, deck: seat.deck.count })),
      h("span", {}, this.t("crystals", { ready, all: crystals.length })),
      pool.length ? h("span", {}, pool.join(" ")) : null);
  }

  drawStack() {
    const stack = this.screen.view.stack ?? [];
    const box = this.at("stack");
    box.hidden = !stack.length;
    box.replaceChildren(...[...stack].reverse().map((item, place) => {
      const targets = (item.targets ?? []).map((target) => this.nameOf(String(target)));
      const name = item.card ?? item.name ?? item.kind;
      return h("li", {}, h("b", {}, `${stack.length - place} `), `${name}${targets.length ? ` → ${targets.join(", ")}` : ""}`);
    }));
  }

  button(text, act, { kind = "", focus = text, key, always = false, ...more } = {}) {
    const node = h("button", { type: "button", class: `rec-button ${kind}`, data: { focus, ...(key ? { key } : {}) }, onclick: () => this.taps.press(node), "aria-disabled": !always && this.blind && this.online ? "true" : null, ...more }, text);
    this.taps.bind(node, act, JSON.stringify([this.mode, this.picks]), always);
    return node;
  }

  /** The one question of the moment, with its answers as buttons. */
  drawAsk() {
    const box = this.at("ask");
    const parts = this.question();
    box.replaceChildren(...parts.flat().filter(Boolean));
    const crowd = box.querySelector(".rec-chips");
    if (crowd) crowd.setAttribute("data-rec-list", "");
  }

  question() {
    const { asked } = this.screen;
    const { state } = this.state;
    if (this.state.me && !this.state.me.device && !this.mine.length && ["scribe", "judge"].includes(this.state.mode) && (this.state.me.seat !== null || this.state.me.judge)) {
      return [h("p", { class: "rec-lead" }, this.t("take_lead")), this.button(this.t("take"), () => this.take(true), { kind: "primary wide", focus: "take" })];
    }
    if (this.mode === "compose") return [this.composer.draw()];
    if (this.mode === "step") return this.stepper.draw();
    if (this.mode === "need") return this.askNeed();
    if (this.mode === "problem") return this.askProblem();
    if (this.mode === "count") return this.askCount();
    if (this.mode === "call") return this.askCall();
    if (this.mode === "concede") return this.askConcede();
    if (state === "frozen") return this.askFrozen();
    if (state === "ended" || state === "signed" || this.screen.over) return this.screen.consent ? [...this.askConsent(), ...this.askSign()] : this.askSign();
    if (this.state.conflict) return this.askConflict();
    if (this.screen.consent) return this.askConsent();
    if (this.mode === "cards") return this.askCards();
    if (this.picks.length) return this.askChoice();
    if (asked.kind === "first") return this.askFirst(asked);
    if (asked.kind === "over") return [h("p", { class: "rec-lead" }, this.overText(asked)), this.button(this.t("write_end"), () => this.commit([{ kind: "end" }]), { kind: "primary", focus: "write_end" })];
    if (this.blind && !this.online) return [h("p", {}, this.t("blind")), this.button(this.t("compose"), () => this.compose("line"), { kind: "primary", focus: "compose" })];
    return this.askCourse();
  }

  chips(kids) {
    return h("div", { class: "rec-chips", role: "group" }, kids);
  }

  askFirst(asked) {
    const { game_number: game = 1, last_losers: losers = [] } = this.state;
    const loser = game > 1; // 105.1b, also where the game before it was not recorded and nobody knows here who lost it
    const by = loser ? { by: "loser", ...(losers.length ? { seat: losers[0] } : {}) } : { by: "dice" };
    const say = (seat) => this.commit([{ kind: "chance", of: "first", ...by, value: seat }]);
    return [h("p", { class: "rec-lead" }, this.t(loser ? "who_first_loser" : "who_first")), this.chips(asked.seats.map((seat) => this.button(this.seatName(seat), () => say(seat), { kind: "primary", focus: `first:${seat}` })))];
  }

  /** The course of the game: begin, respond, end of turn. Neutral: it says nothing of what is in a hand. */
  askCourse() {
    const rows = this.rows();
    const of = (...dos) => rows.filter((row) => dos.includes(row.line.do));
    const [happens] = of("resolve", "proceed");
    const begins = of("begin", "murphy");
    const lone = [];
    if (begins.length) {
      const button = (row, text, more = {}) => this.button(text, () => this.commitRow(row), { focus: `${row.line.do}:${row.line.seat}:${row.line.x ?? 0}`, ...more });
      const seats = [...new Set(of("murphy").map((row) => row.line.seat))];
      return [h("p", { class: "rec-lead" }, this.t("before_begin")), this.chips(of("begin").map((row) => button(row, row.text, { kind: "primary" }))),
        ...seats.flatMap((seat) => [h("p", { class: "rec-hint" }, this.t("murphy_lead", { name: this.seatName(seat) })),
          this.chips(of("murphy").filter((row) => row.line.seat === seat).map((row) => button(row, String(row.line.x ?? 0), { "aria-label": row.text })))])];
    }
    if (happens) lone.push(this.button(this.t("nobody"), () => this.commitRow(happens), { kind: "primary wide", focus: "nobody", key: "respond" }));
    const hand = sources(rows.filter((row) => row.source.startsWith("card:")));
    if (hand.length) {
      lone.push(this.chips(hand.slice(0, 8).map(({ source, rows: fitting }) => this.button(this.sourceName(source, fitting), () => this.pick("source", source), { focus: `source:${source}` }))));
    }
    const { pen, me, mode } = this.state;
    if (!this.online && mode === "two_phones" && me.device && pen && pen !== me.device) lone.push(h("p", { class: "rec-hint" }, this.t("other_writes")));
    if (this.state.help !== "lit" && this.mine.length) lone.push(this.button(this.t("compose"), () => this.compose("line"), { kind: "wide", focus: "compose" }));
    if (this.screen.count_due && this.mine.length) lone.push(this.button(this.t("count_due"), () => this.go("count"), { kind: "wide" }));
    if (!lone.length) lone.push(h("p", { class: "rec-hint" }, this.t(this.mine.length ? "tap_pawn" : "watching")));
    return lone;
  }

  askChoice() {
    const rows = this.rows();
    const question = next(rows, this.picks);
    const [, source] = this.picks[0];
    const title = this.sourceName(source, narrow(rows, [["source", source]]));
    const back = this.button(this.t("cancel"), () => this.cancel(), { focus: "cancel" });
    if (question.row) {
      const { row, pays } = question;
      if (this.paying) return this.askPayment(row);
      return [h("p", { class: "rec-lead" }, row.text), h("p", { class: "rec-hint" }, this.payText(row)),
        this.chips([this.button(this.t("confirm"), () => this.commitRow(row), { kind: "primary", focus: "confirm" }),
          pays?.length > 1 ? this.payButton(pays) : null, this.payable(row).length ? this.payChoose(row) : null, back])];
    }
    const options = question.options ?? [];
    const step = !["do", "seat"].includes(question.field) && this.cut(source) ? this.button(this.t("all_choices"), () => this.step(title), { focus: "all_choices" }) : null;
    const ways = values(question.left, "pay").flatMap((one) => one.rows);
    const paid = ways.find((way) => this.payable(way).length) ?? ways[0];
    if (this.paying && paid) return this.askPayment(paid, title);
    const hint = paid ? this.payText(this.crystals ? { ...paid, line: { ...paid.line, crystals: this.crystals } } : paid) : "";
    const byHand = paid && this.payable(paid).length ? this.payChoose(paid) : null;
    const asks = question.field?.startsWith("target.") ? this.t("which_target") : this.t(`which_${question.field}`);
    const objects = options.map((option) => this.button(this.optionName(question.field, option), () => this.pick(question.field, option.value), { focus: `${question.field}:${option.value}` }));
    return [h("p", { class: "rec-lead" }, title, " ", h("span", { class: "rec-hint" }, asks)), this.chips(objects), hint ? h("p", { class: "rec-hint" }, hint) : null, this.chips([byHand, step, back])];
  }

  /** Whether there may be ways that the list does not hold. */
  cut(source) {
    const rows = narrow(this.rows(), [["source", source]]);
    const [known] = source.startsWith("card:") ? (this.screen.castable ?? []).filter((card) => card.card === source.slice(5) && card.more) : [];
    return Boolean(known) || rows.length >= LISTED || rows.some(({ line }) => (line.extras ?? []).some((times) => times >= TIMES) || line.x >= TIMES);
  }

  /** Choose step by step, every value of every choice within reach. */
  step(title) {
    const { line } = narrow(this.rows(), this.picks)[0];
    this.stepper = new Stepper(this, { do: line.do, seat: line.seat, card: line.card }, title);
    this.picks = [];
    this.mode = "step";
    return this.stepper.load();
  }

  /** The way of paying that the confirm button would write. */
  proposed() {
    const { row } = next(this.rows(), this.picks);
    return row ? [row.line.crystals ?? [], row.line.pay ?? {}, Boolean(row.line.short)] : null;
  }

  /** The crystals of whoever pays, if a line has something to pay with them. */
  payable({ line }) {
    const seat = this.screen.view.seats?.[line.seat];
    if (!seat || !["cast", "activate", "move", "attack"].includes(line.do) || !(line.crystals ?? []).length) return [];
    return seat.play.filter((one) => one.kind === "energy_crystal" && one.state !== "non_active" && one.state !== "deactivated");
  }

  payChoose(row) {
    return this.button(this.t("pay_choose"), () => { this.paying = new Set(this.crystals ?? row.line.crystals ?? []); this.drawChoice(); }, { focus: "pay_choose" });
  }

  /**
   * Any crystals: what does not pay the cost is refused with its rule, as if it were done at the table. Where the line
   * has another choice to come, `open` says what is paid for and they are kept: the last choice writes the line.
   */
  askPayment(row, open = "") {
    const all = this.payable(row);
    const chips = all.map((one, place) => this.button(this.countedName(all, place), () => {
      if (!this.paying.delete(one.oid)) this.paying.add(one.oid);
      this.drawChoice();
    }, { focus: `crystal:${one.oid}`, "aria-pressed": String(this.paying.has(one.oid)) }));
    const pay = () => {
      this.crystals = [...this.paying];
      this.paying = null;
      return open ? this.drawChoice() : this.commitRow(row);
    };
    return [h("p", { class: "rec-lead" }, open || row.text), h("p", { class: "rec-hint" }, this.t("pay_lead")), this.chips(chips),
      this.chips([this.button(this.t(open ? "pay_so" : "confirm"), pay, { kind: "primary", focus: "pay_confirm" }), this.button(this.t("cancel"), () => { this.paying = null; this.drawChoice(); }, { focus: "cancel" })])];
  }

  /** The name of a card among others; of several with one name, which of them it is. */
  countedName(all, place) {
    const name = (one) => one.card ?? one.oid;
    const same = all.filter((one) => name(one) === name(all[place]));
    return same.length > 1 ? `${name(all[place])} (${same.indexOf(all[place]) + 1})` : name(all[place]);
  }

  payButton(pays) {
    return this.button(this.t("pay_other"), () => {
      const at = pays.findIndex(({ value }) => this.picks.some(([field, picked]) => field === "pay" && picked === value));
      this.picks = [...this.picks.filter(([field]) => field !== "pay"), ["pay", pays[(Math.max(at, 0) + 1) % pays.length].value]];
      this.draw();
    }, { focus: "pay" });
  }

  /** A choice that a line leaves open, asked by the engine: answers are put behind the line, then it is sent again. */
  askNeed() {
    const { entry, problem } = this.problem;
    const { need } = problem;
    const title = h("p", { class: "rec-lead" }, problem.text);
    const back = this.chips([this.button(this.t("cancel"), () => this.cancel(), { focus: "cancel" })]);
    if (this.mine.length && !this.mine.includes(need.seat)) return [title, h("p", {}, this.t("other_answers", { name: this.seatName(need.seat) })), back];
    const send = (answer) => this.commit([{ ...entry.body, answers: [...(entry.body.answers ?? []), answer] }]);
    const chosen = this.problem.chosen ?? [];
    const choose = (option) => {
      if (!need.many) return send(option);
      const again = chosen.indexOf(option);
      const now = again >= 0 && typeof option === "string" && option.startsWith("#") ? chosen.toSpliced(again, 1) : [...chosen, option];
      if (now.length === need.high) return send(now);
      this.problem.chosen = now;
      this.draw();
      return undefined;
    };
    const options = (need.options ?? []).filter((option) => option !== "?");
    const buttons = options.map((option) => this.button(this.answerName(option), () => choose(option), { focus: `answer:${JSON.stringify(option)}`, "aria-pressed": need.many ? String(chosen.includes(option)) : null }));
    const parts = [title];
    if (need.many && chosen.length) parts.push(h("p", { class: "rec-hint" }, this.answerName(chosen)));
    if (buttons.length) parts.push(this.chips(buttons));
    if (need.many || !options.length) parts.push(...this.hiddenCards(need, choose));
    if (need.many && chosen.length >= need.low) parts.push(this.button(this.t(chosen.length ? "confirm" : need.prompt === "order_on_deck" ? "as_they_lie" : "nothing"), () => send(chosen), { kind: "primary", focus: "answers" }));
    return [...parts, back];
  }

  /** Cards that nobody but their owner can know: the own list, to be named; a shuffle nobody watched stays open. */
  hiddenCards(need, choose) {
    const cards = (this.screen.castable ?? []).filter((card) => card.seat === undefined || card.seat === need.seat);
    if (!cards.length) return need.many ? [] : [this.chips([this.button(this.t("not_known"), () => choose(null), { focus: "answer:null" })])];
    const list = h("ul", { class: "rec-cards", "data-rec-list": "" });
    const fill = (text) => list.replaceChildren(...cards.filter((card) => card.name.toLowerCase().includes(text.trim().toLowerCase())).map((card) =>
      h("li", {}, this.button(card.name, () => choose(card.card), { focus: `answer:${JSON.stringify(card.card)}` }), h("small", {}, this.leftText(card)))));
    fill("");
    const search = h("input", { type: "search", "aria-label": this.t("search"), placeholder: this.t("search"), oninput: (event) => fill(event.target.value) });
    return [h("div", { class: "rec-form" }, search, need.many ? null : this.button(this.t("not_known"), () => choose(null), { focus: "answer:null" })), list];
  }

  answerName(option) {
    if (option === true) return this.t("yes");
    if (option === false) return this.t("no");
    if (option === null) return this.t("nothing");
    if (Array.isArray(option)) return option.map((one) => this.answerName(one)).join(", ") || this.t("nothing");
    return typeof option === "string" ? this.nameOf(option) : String(option);
  }

  /** A rule by its number, which opens its wording beside the game. */
  ruleLink(rule) {
    if (!rule) return null;
    const href = `${this.root.dataset.rulesUrl}#r${rule.replace("#", "-")}`;
    return h("a", { class: "rec-rule", href, target: "_blank", rel: "noopener" }, rule.split("#")[0]);
  }

  askProblem() {
    const { entry, problem } = this.problem;
    const rule = this.ruleLink(problem.rule);
    return [h("p", { class: "rec-lead stop" }, rule, " ", problem.text ?? this.t("refused")),
      (problem.legal ?? []).length ? h("details", {}, h("summary", {}, this.t("legal_here")), h("ul", {}, problem.legal.slice(0, 12).map((one) => h("li", {}, one.text)))) : null,
      this.chips([this.button(this.t("take_back"), () => this.cancel(), { kind: "primary" }),
        entry.kind === "line" ? this.button(this.t("happened"), () => this.commit([{ line: entry.body, change: [], text: "" }], "deviate")) : null])];
  }

  askCount() {
    const seat = this.mine[0];
    const seen = this.screen.view.seats[seat];
    const field = (name, value) => h("label", { class: "rec-field" }, this.t(`count_${name}`), h("input", { type: "number", inputmode: "numeric", min: 0, max: 99, name, value, "aria-label": this.t(`count_${name}`) }));
    const form = h("form", { class: "rec-form", onsubmit: (event) => {
      event.preventDefault();
      const said = new FormData(form);
      this.taps.add(() => this.commit([{ kind: "count", seat, hand: Number(said.get("hand")), deck: Number(said.get("deck")) }]));
    } }, field("hand", seen.hand.count), field("deck", seen.deck.count),
    h("button", { class: "rec-button primary" }, this.t("confirm")), this.button(this.t("cancel"), () => this.cancel()));
    return [h("p", { class: "rec-lead" }, this.t("count_lead")), form];
  }

  askCall() {
    return [h("p", { class: "rec-lead" }, this.t("call_lead")), this.chips([
      this.button(this.t("call"), () => this.commit([{ text: "" }], "call"), { kind: "danger", always: true }), this.button(this.t("cancel"), () => this.cancel())])];
  }

  askConcede() {
    const { seat } = this.conceding;
    return [h("p", { class: "rec-lead" }, this.t("concede_lead", { name: this.seatName(seat) })), this.chips([
      this.button(this.t("concede"), () => this.commit([{ kind: "act", do: "concede", seat }]), { kind: "danger", focus: "concede_confirm" }), this.button(this.t("cancel"), () => this.cancel(), { focus: "cancel" })])];
  }

  askFrozen() {
    const call = [...this.state.entries].reverse().find((entry) => entry.kind === "call" && !("withdraw" in entry.body));
    return [h("p", { class: "rec-lead stop" }, this.t("frozen_lead")),
      call ? this.chips([this.button(this.t("withdraw"), () => this.commit([{ withdraw: call.seq }], "call"))]) : null];
  }

  askConsent() {
    const { consent } = this.screen;
    const own = this.mine.length === 1 && consent.by === this.mine[0];
    const text = consent.kind === "undo" ? this.t("asks_undo", { name: this.seatName(consent.by ?? 0) }) : this.t("asks_deviate", { name: this.seatName(consent.by ?? 0) });
    const answer = (word) => this.commit([{ [word]: consent.seq }], consent.kind);
    const { change = [], text: words = "" } = consent.body;
    const what = [consent.text ? h("p", {}, consent.text) : null, change.length ? h("ul", { class: "rec-changes" }, change.map((row) => h("li", {}, rowText(this, row)))) : null,
      words ? h("p", {}, h("q", {}, words)) : null];
    if (own) return [h("p", { class: "rec-lead" }, this.t("waits_consent")), ...what];
    return [h("p", { class: "rec-lead" }, text), ...what, this.chips([this.button(this.t("agree"), () => answer("consent"), { kind: "primary" }), this.button(this.t("refuse"), () => answer("refuse"))])];
  }

  askConflict() {
    const { conflict } = this.state;
    const choose = (keep) => this.commit([{ conflict: conflict.seq, keep }], "choose");
    const side = (name, lines) => h("div", { class: "rec-branch" }, h("h2", {}, this.t(`branch_${name}`)), h("ol", {}, (lines ?? []).map((line) => h("li", {}, line.text ?? ""))), this.button(this.t("keep"), () => choose(name), { focus: `keep-${name}` }));
    return [h("p", { class: "rec-lead stop" }, this.t("conflict_lead")), h("div", { class: "rec-branches" }, side("head", conflict.head), side("branch", conflict.branch))];
  }

  askSign() {
    const signed = new Map((this.state.signed ?? []).map((row) => [row.seat, row]));
    const hash = this.screen.log_sha256;
    const rows = this.screen.view.seats.map((seat) => h("li", {}, `${seat.name ?? seat.player}: ${this.t(signed.has(seat.seat) ? "has_signed" : "not_signed")}`));
    const open = this.mine.filter((seat) => !signed.has(seat));
    return [h("p", { class: "rec-lead" }, this.overText(this.screen.asked)), h("p", { class: "rec-hash" }, this.t("hash"), " ", h("code", {}, hash.slice(0, 16))), h("ul", { class: "rec-signed" }, rows),
      this.state.state === "signed" ? h("p", {}, this.t("all_signed")) : null,
      open.length && this.state.mode === "two_phones" ? this.button(this.t("sign"), () => this.commit([{ log_sha256: hash }], "sign"), { kind: "primary wide", focus: "sign" }) : null,
      this.root.dataset.signUrl && this.state.state !== "signed" ? h("p", {}, h("a", { href: this.root.dataset.signUrl }, this.t("sign_page"))) : null];
  }

  /** The own list, counted down; two letters filter. */
  askCards() {
    const rows = this.rows();
    const cards = this.screen.castable ?? [];
    const list = h("ul", { class: "rec-cards", "data-rec-list": "" });
    const fill = (text) => {
      const wanted = text.trim().toLowerCase();
      const fitting = (cards.length ? cards : sources(rows.filter((row) => row.source.startsWith("card:"))).map(({ source, rows: own }) => ({ card: source.slice(5), name: own[0].text, actions: own })))
        .filter((card) => card.name.toLowerCase().includes(wanted))
        .sort((a, b) => Number(Boolean(b.actions?.length)) - Number(Boolean(a.actions?.length)));
      list.replaceChildren(...fitting.map((card) => {
        const cost = Object.entries(card.cost ?? {}).filter(([, amount]) => amount).map(([kind, amount]) => `${this.t(`energy_${kind}`)} ${amount}`).join(" ");
        const why = card.refused?.text ?? "";
        const whose = this.mine.length > 1 && card.seat !== undefined ? ` (${this.seatName(card.seat)})` : "";
        return h("li", {}, this.button(card.name + whose, () => { this.mode = ""; this.pick("source", `card:${card.card}`); }, { focus: `source:card:${card.card}`, disabled: !card.actions?.length }),
          h("small", {}, [this.leftText(card), cost, why].filter(Boolean).join(" · ")));
      }));
    };
    const search = h("input", { type: "search", "aria-label": this.t("search"), placeholder: this.t("search"), oninput: (event) => fill(event.target.value) });
    fill("");
    return [h("div", { class: "rec-form" }, search, this.button(this.t("cancel"), () => this.cancel())), list];
  }

  /** How many copies may still be there; of a list that nobody here may know, nothing. */
  leftText({ left }) {
    return left >= 0 ? this.t("left", { n: left }) : "";
  }

  go(mode) {
    this.mode = this.mode === mode ? "" : mode;
    this.picks = [];
    this.draw();
    (this.at("ask").querySelector("input, button") ?? this.at("ask")).focus({ preventScroll: true });
  }

  compose(kind) {
    this.composer = new Composer(this, kind);
    this.go("compose");
  }

  /** The board's text twin: everything that can be tapped there, in words. */
  drawActions() {
    const list = this.at("actions");
    const busy = this.mode || this.state.state !== "open";
    const found = busy ? [] : sources(this.rows().filter((row) => !["resolve", "proceed", "end", "begin", "murphy", "concede"].includes(row.line.do) && !row.source.startsWith("card:")));
    list.replaceChildren(...found.map(({ source, rows }) => h("li", {}, this.button(
      `${this.sourceName(source, rows)}: ${values(rows, "do").map(({ value }) => this.t(`do_${value}`)).join(", ")}`,
      () => this.pick("source", source), { focus: `source:${source}`, "aria-pressed": String(this.picks[0]?.[1] === source) }))));
    this.at("actions-box").hidden = !found.length;
  }

  drawLog() {
    const lines = this.screen.lines ?? [];
    const sent = lines.length - (this.blind ? 0 : this.journal.waiting.filter((entry) => entry.kind === "line").length);
    const hidden = Math.max(0, lines.length - this.pages * LINES);
    const rows = lines.slice(hidden).map((line, place) => this.logLine(line, hidden + place >= sent));
    this.at("earlier").hidden = !hidden;
    if (this.blind) this.journal.waiting.forEach((entry) => rows.push(this.logLine({ n: "", text: this.plain(entry), status: entry.unchecked ? "unchecked" : "ok" }, true)));
    sync(this.at("log"), rows.reverse());
  }

  plain(entry) {
    const { body } = entry;
    const card = body.card ? this.nameOf(body.card) : "";
    return [this.t(`do_${body.do ?? entry.kind}`), card, (body.path ?? []).join(" › "), (body.targets ?? []).map((one) => this.nameOf(one)).join(", ")].filter(Boolean).join(" ");
  }

  logLine(line, waiting) {
    const mark = line.problem ? h("span", { class: "rec-mark" }, this.ruleLink(line.problem.rule), " ", line.problem.text) : null;
    const key = JSON.stringify([line, waiting]);
    if (this.lines?.get(key)?.isConnected) return this.lines.get(key);
    const note = waiting ? this.t("not_sent") : line.status === "unchecked" ? this.t("not_checked") : line.status === "deviation" ? this.t("deviation") : "";
    const row = h("li", { class: `${waiting ? "waiting" : ""} ${line.problem ? "wrong" : ""}` }, h("span", { class: "rec-n" }, String(line.n)), h("span", {}, line.text, note ? h("small", {}, ` (${note})`) : null, mark));
    (this.lines ??= new Map()).set(key, row);
    return row;
  }

  drawTools() {
    const open = this.state.state === "open" && !this.screen.over && this.mine.length > 0;
    const rows = this.rows();
    const end = rows.find((row) => row.line.do === "end");
    const begun = this.screen.view.seats && !["first", "begin", "over"].includes(this.screen.asked.kind);
    const tools = [
      this.button(this.t("cards"), () => this.go("cards"), { key: "cards", focus: "cards", disabled: !open || !rows.some((row) => row.source.startsWith("card:")) && !(this.screen.castable ?? []).length }),
      this.button(this.t("end_turn"), () => this.commitRow(end), { key: "end", focus: "end", disabled: !open || !end }),
      this.button(this.t("undo"), () => this.undo(), { key: "undo", focus: "undo", disabled: !open || this.lastOwn() === null }),
    ];
    if (this.timeIsUp() && open) tools.unshift(this.button(this.t("time"), () => this.commit([{ kind: "act", do: "time" }]), { kind: "primary wide", focus: "time" }));
    this.at("tools").replaceChildren(...tools);
    this.at("tools").hidden = tools.every((one) => one.disabled); // then it only covers what is to be read
    const more = [
      this.button(this.t("something_else"), () => this.compose("deviate"), { disabled: !open, focus: "something_else" }),
      this.button(this.t("count"), () => this.go("count"), { disabled: !open || !this.screen.view.seats, focus: "count" }),
      this.button(this.t("call"), () => this.go("call"), { disabled: !open, kind: "danger", focus: "call", always: true }),
      end ? this.button(this.t("end_only"), () => this.commit([end.line]), { disabled: !open, focus: "end_only" }) : null,
      // Offered also while it is too early: then the engine says why, with the rule.
      ...(begun ? this.mine : []).map((seat) => this.button(this.mine.length > 1 ? this.t("concede_name", { name: this.seatName(seat) }) : this.t("concede"), () => { this.conceding = { seat }; this.go("concede"); }, { focus: `concede:${seat}`, disabled: !open })),
      this.button(this.t("save"), () => this.save(), { focus: "save", always: true }),
      this.button(this.t(this.shortcuts ? "keys_off" : "keys_on"), () => this.toggleKeys(), { focus: "keys", "aria-pressed": String(this.shortcuts) }),
    ];
    this.at("more").replaceChildren(...more.filter(Boolean));
  }

  lastOwn() {
    const line = this.screen.lines?.at(-1);
    if (!line || this.screen.over) return null;
    return line.kind === "note" && !line.text ? null : line;
  }

  async undo() {
    const line = this.lastOwn();
    if (!line) return;
    const waiting = this.journal.waiting.at(-1);
    if (waiting && this.blind) {
      // Nobody has heard of it yet, and nothing can number it: it goes as it came.
      await this.journal.drop(waiting.device_seq);
      await this.repaint();
      return;
    }
    await this.commit([{ from: line.n }], "undo");
  }

  /** The seconds that this table has left, its own extension in it; null where no clock runs. */
  left() {
    const { time } = this.state;
    if (!time?.ends_at || time.paused) return null;
    const offset = Date.parse(time.now) - (this.journal.facts.at ?? Date.now());
    return Math.ceil((Date.parse(time.ends_at) - Date.now() - offset) / 1000);
  }

  timeIsUp() {
    const left = this.left();
    return left !== null && left <= 0;
  }

  drawClock() {
    const left = this.left();
    const running = left > 0 ? this.t("clock", { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` }) : "";
    const text = this.screen?.over ? "" : this.state.time?.paused ? this.t("clock_stopped") : running;
    if (this.at("clock").textContent !== text) this.at("clock").textContent = text;
  }

  save() {
    const file = new Blob([this.journal.file()], { type: "application/json" });
    const link = h("a", { href: URL.createObjectURL(file), download: `recording-${this.root.dataset.recording}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  toggleKeys() {
    this.shortcuts = !this.shortcuts;
    localStorage.setItem("recorder-shortcuts", this.shortcuts ? "on" : "off");
    this.draw();
  }

  drawLights() {
    if (this.mode === "compose") return this.composer.light();
    const rows = this.rows();
    if (!this.picks.length) {
      const known = new Set(rows.map((row) => row.source));
      this.board.light((this.screen.view.pawns ?? []).filter((pawn) => known.has(pawn.oid)).map((pawn) => ({ dot: pawn.dot, kind: "can" })));
      return this.board.near([]);
    }
    const lit = lights(rows, this.picks);
    const from = this.dotOf(this.picks[0][1]);
    const dots = [...lit.dots.keys(), ...Array.from(lit.objects.keys(), (oid) => this.dotOf(oid))].filter(Boolean);
    const { left } = next(rows, this.picks);
    const way = left.length && this.picks.some(([field]) => field === "to" || field === "path") ? left[0].line.path ?? [] : [];
    this.board.light([...dots.map((dot) => ({ dot, kind: "lit" })), ...(from ? [{ dot: from, kind: "picked" }] : [])], way);
    return this.board.near([...dots, ...(from ? [from] : [])]);
  }

  tick() {
    // A network that says nothing is no network: nobody waits at the table for it.
    if (this.journal.waiting.length && this.online && Date.now() - (this.tapped ?? 0) > SILENCE) {
      this.reached(false);
      this.draw();
    }
    if (this.state) this.drawClock();
    const up = this.screen && this.timeIsUp();
    if (up !== this.wasUp && this.screen) {
      this.wasUp = up;
      this.drawTools();
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

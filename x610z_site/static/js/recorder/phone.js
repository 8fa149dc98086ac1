// A phone at a table: what it keeps, sends and hears, its key, its engine, and the network that comes and goes. What the
// screen looks like is said by who extends it (app.js, table.js).

import { Engine } from "./engine.js";
import { Journal, Sender, whole } from "./journal.js";
import { Key } from "./keys.js";
import { clock, h, words } from "./parts.js";

export const POLL = 4000;
const SILENCE = 8000;
const LATE = 90000; // an engine that is not there by then may never come
const THERE = 30000; // so often a phone that is looked at says that it is there

/** What a state says beside the game itself. */
export const beside = ({ time, me, entries, head, since, screen, log_sha256, ...rest }) =>
  JSON.stringify([time.ends_at, time.extension, time.paused, { ...me, next_device_seq: 0 }, rest]);

export class Phone {
  constructor(root) {
    this.root = root;
    this.t = words(root);
    this.at = (name) => root.querySelector(`[data-rec="${name}"]`);
    this.screen = null;
    this.online = true;
    this.painted = 0; // which repaint is the newest: an answer of the engine to an older question is thrown away
    this.busy = 0;
    this.token = () => JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";
  }

  /** What is read of the journal before anything is shown. */
  async opening() {}

  async begin() {
    this.kept = this.unpack();
    await this.kept;
    await this.join();
    this.listen();
    this.startEngine();
    this.stayAwake();
    setInterval(() => this.tick(), 1000);
    setInterval(() => this.there(), THERE);
    addEventListener("online", () => this.refresh());
    this.root.dataset.ready = "yes";
  }

  /** What a tap needs: the journal, what is sent of it, and the engine, which may not be ready yet. */
  async unpack() {
    const { account, recording } = this.root.dataset;
    this.journal = await Journal.open(`${account}/${recording}`);
    await this.opening();
    navigator.storage?.persist?.();
    if (this.journal.facts.state) this.show(this.journal.facts.state);
    this.sender = new Sender(this.journal, this.root.dataset.entriesUrl, this.token, (said, batch) => this.heard(said, batch));
    this.sender.lean = () => this.lean;
    this.sender.unsigned = () => { this.reached(true); return this.introduce(); };
    this.engine = new Engine(this.root.dataset.engineUrl, this.root.dataset.workerUrl, () => this.drawBadges());
    this.hoped = Date.now();
  }

  async join() {
    await this.refresh();
    const { me, mode } = this.state ?? {};
    // At a table with a phone for everybody this browser is the phone of its person; for the whole table one is asked.
    if (me && !me.device && this.online && (mode === "two_phones" || mode === "practice") && (me.seat !== null || me.seats.length)) await this.take(false);
    if (!this.sender.key) await this.introduce();
    if (this.journal.waiting.length) this.sender.send();
  }

  /** Let the server know the key of this phone. One that has lost its key is a new phone of the same seat. */
  async introduce() {
    if (!this.root.dataset.heardUrl || !this.state?.me?.device || !this.online) return;
    this.signer ??= await Key.kept(this.journal.db);
    const { key: known, everybody } = this.state.me;
    if (known && known !== this.signer?.known) await this.take(everybody);
    const { me } = this.state;
    if (me.key && me.key !== this.signer?.known) this.say(this.t("key_lost"), true);
    else await this.there();
  }

  /** Say that somebody looks at this phone, and at which head; the server counts on its own clock since when not. */
  async there() {
    const { me, head, recording } = this.state ?? {};
    const url = this.root.dataset.heardUrl;
    if (!url || !me?.device || document.hidden || !this.online) return;
    const signature = this.signer ? await this.signer.seen(head, recording, me.device) : "";
    const body = new URLSearchParams({ seq: head.seq, signature, key: this.signer?.known ?? "" });
    const answer = await this.fetch(url, { method: "POST", headers: { "X-CSRFToken": this.token() }, body });
    if (!answer && this.online && this.signer && !me.key && !this.renewed) {
      // The key kept here was that of a phone whose place was taken meanwhile: a new phone has one of its own.
      this.renewed = true;
      this.signer = await Key.kept(this.journal.db, true);
      return this.there();
    }
    this.sender.key = answer?.key && answer.key === this.signer?.known ? this.signer : this.sender.key;
    return undefined;
  }

  /** Make this browser the one that writes: for one's own seat, or for the whole table. */
  async take(table) {
    const body = new URLSearchParams(table ? { table: "1" } : {});
    const answer = await this.fetch(this.root.dataset.deviceUrl, { method: "POST", headers: { "X-CSRFToken": this.token() }, body });
    if (!answer) return;
    await this.refresh();
    if (!this.state.me.key) await this.introduce();
    await this.openAgain();
    if (!this.state.screen) await this.repaint();
  }

  /** Whose lists the engine here may know depends on for whom this browser writes. */
  async openAgain() {
    if (!this.engine.ready || this.opened === this.place) return;
    await this.engine.ask({ do: "open", ...(await this.table()) });
    if (this.state) this.state.screen = undefined; // it was made for other seats
  }

  /** Without network the phone that wrote last goes on for the whole table. */
  get alone() {
    const { mode, pen, me, screen = this.screen } = this.state ?? {};
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
    if (!yes && this.polling) this.listen(); // whoever is away asks often, so as to be back soon
    if (this.engine?.ready) this.openAgain().then(() => this.repaint());
  }

  /** What an address says besides: a phone whose engine is ready makes its own screen out of the entries. */
  get lean() {
    return this.engine?.ready && this.opened === this.place && this.root.dataset.heardUrl && !this.differs ? "&screen=no" : "";
  }

  async refresh() {
    const known = this.journal.known();
    const state = await this.fetch(`${this.root.dataset.stateUrl}?since=${known.length}${this.lean}`);
    if (!state) return;
    whole(state, known);
    await this.journal.heard(state);
    await this.show(state);
  }

  async startEngine() {
    const ready = await this.engine.start(() => this.table(), () => !this.online || this.journal.waiting.length > 0 || this.busy > 0);
    if (ready) await this.openAgain().catch(() => this.engine.stop());
    this.root.dataset.engine = this.engine.ready ? "ready" : "none";
    this.drawBadges();
    if (ready && (this.journal.waiting.length || !this.state?.screen)) this.repaint();
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
    const lists = Object.fromEntries((this.state.screen ?? this.screen).view.seats.map(({ seat }) => [seat, offline.lists?.[seat] ?? null]));
    return { ...open, seats: null, lists };
  }

  listen() {
    const { liveUrl = "" } = document.body.dataset;
    const stream = this.state?.stream ?? this.root.dataset.stream;
    clearTimeout(this.polling);
    // Who comes to a game that has stopped is no entry of it: no stream says so, and two people wait to read it.
    this.pause = this.online && this.source?.readyState === 1 && !this.stopped ? POLL * 8 : POLL;
    this.polling = setTimeout(() => { this.refreshUnlessHidden(); this.listen(); }, this.pause);
    if (this.source || !stream) return;
    this.source = new EventSource(`${liveUrl}/live/${encodeURIComponent(stream)}/`);
    this.source.addEventListener("version", (event) => {
      if (Number(JSON.parse(event.data).version) > (this.state?.head?.seq ?? 0)) this.refreshUnlessHidden();
    });
    this.source.addEventListener("error", () => {
      if (this.source?.readyState === EventSource.CLOSED) this.source = null;
    });
  }

  get stopped() {
    return this.state?.state === "frozen";
  }

  refreshUnlessHidden() {
    if (!document.hidden && !this.sender.busy) this.refresh();
  }

  async stayAwake() {
    const hold = async () => { if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => null); };
    document.addEventListener("visibilitychange", hold);
    await hold();
  }

  // --- what is known ---------------------------------------------------------------------------------------------------

  /** A state of the server: what waits here is played on top of it. */
  async show(state) {
    const known = this.state?.screen && this.root.dataset.drawn && state.head.hash === this.state.head.hash && beside(state) === beside(this.state);
    if (known) state.screen ??= this.state.screen;
    const { stopped } = this;
    this.state = state;
    if (this.stopped !== stopped && this.polling) this.listen();
    if (!known) await this.repaint(); // most of what is heard is the echo of what was said here
  }

  entries() {
    const own = this.state.me.seats?.length === 1 ? this.state.me.seats[0] : null;
    const waiting = this.journal.waiting.map((entry) => ({ ...entry, seq: null, device: this.state.me.device, by: own === null ? null : entry.body.seat ?? own, status: entry.unchecked ? "unchecked" : "ok" }));
    return [...this.state.entries, ...waiting];
  }

  get blind() {
    return this.journal.waiting.length > 0 && !this.engine?.ready;
  }

  get mine() {
    return this.state?.me?.seats ?? [];
  }

  // --- what every screen shows -----------------------------------------------------------------------------------------

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

  /** What is left; past its end the clock counts on, and a screen reader hears once that it came there. */
  drawClock() {
    const left = this.left();
    const size = Math.abs(left);
    const time = `${Math.floor(size / 60)}:${String(size % 60).padStart(2, "0")}`;
    const counted = left === null ? "" : left > 0 ? this.t("clock", { time }) : `${this.t("time")} +${time}`;
    const text = this.screen?.over ? "" : this.state.time?.paused ? this.t("clock_stopped") : counted;
    if (this.at("clock").textContent !== text) this.at("clock").textContent = text;
    this.at("clock").classList.toggle("late", left !== null && left <= 60);
    if (text && left <= 0 && this.ran) this.say(this.t("time"), true);
    this.ran = left > 0;
  }

  drawBadges() {
    if (this.state) this.drawClock();
    const waiting = this.journal.waiting.length;
    const net = this.at("net");
    const kind = !this.online ? "waiting" : "done";
    net.className = `rec-badge ${kind}`;
    net.textContent = this.online ? (waiting ? this.t("sending", { n: waiting }) : this.t("online")) : this.t(waiting ? "offline" : "away", { n: waiting });
    const age = this.at("age");
    age.hidden = this.online || !this.journal.facts.at;
    if (!age.hidden) age.textContent = this.t("age", { time: clock(new Date(this.journal.facts.at)) });
    const engine = this.at("engine");
    const hopes = this.engine && !this.engine.gone && Date.now() - this.hoped < LATE;
    const state = this.engine?.ready ? "ready" : hopes ? "loading" : "none";
    engine.hidden = Boolean(this.screen?.over); // nothing is left to be checked
    engine.textContent = this.t(`engine_${state}`);
    engine.className = `rec-badge ${state === "ready" ? "done" : "quiet"}`;
    this.at("storage").hidden = !this.journal.failed;
  }

  save() {
    const file = new Blob([this.journal.file()], { type: "application/json" });
    const link = h("a", { href: URL.createObjectURL(file), download: `recording-${this.root.dataset.recording}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  tick() {
    // A network that says nothing is no network: nobody waits at the table for it.
    if (this.journal.waiting.length && this.online && Date.now() - (this.tapped ?? 0) > SILENCE) {
      this.reached(false);
      this.draw();
    }
    if (this.state) this.drawClock();
    if (!this.engine.ready) this.drawBadges(); // it may be late by now
  }
}

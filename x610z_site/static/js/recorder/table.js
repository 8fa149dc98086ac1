// The page of a game that is made of forms, on a phone: with the engine here its taps are entries of the journal, and the
// same Python and templates make the page, with network and without. Until that is ready the server makes it.

import { Phone, POLL } from "./phone.js";

const LINE = "line";
const OF_A_WORD = ["csrfmiddlewaretoken", "base", "kind", "body"];

class Table extends Phone {
  constructor(root, box) {
    super(root);
    this.box = box;
    this.where = location.search.slice(1); // what was tapped, searched for or begun, as the address says it
    this.done = 0; // so many repaints have come to their end
    this.told = JSON.parse(root.dataset.told);
    root.querySelector(".rec-head").hidden = false;
    box.addEventListener("submit", (event) => {
      event.preventDefault();
      this.busily(() => this.tap(event.target, event.submitter));
    });
    box.addEventListener("click", (event) => {
      const link = event.target.closest("a[href^='?']");
      if (!link || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      this.busily(() => this.go(new URL(link.href).search.slice(1)));
    });
    // The stream says that somebody wrote: what is new comes as entries, not as the whole page.
    document.addEventListener("live:ask", async (event) => {
      if (event.target !== box) return;
      event.stopPropagation();
      await this.kept;
      await this.refresh();
      const version = this.online && this.state ? this.state.head.seq : null;
      box.dispatchEvent(new CustomEvent("live:shown", { bubbles: true, detail: { version } }));
    }, true);
  }

  async table() {
    return { ...(await super.table()), told: this.told };
  }

  listen() {
    clearTimeout(this.polling);
    this.polling = setTimeout(() => { this.refreshUnlessHidden(); this.listen(); }, this.online && !this.stopped ? POLL * 8 : POLL);
  }

  /** A key is made when every tap here can be signed; what a form of the server sends cannot. */
  async introduce() {
    if (this.engine?.ready || this.journal.waiting.length) await super.introduce();
  }

  async startEngine() {
    this.started = super.startEngine();
    await this.started;
    if (!this.engine.ready) return void this.drawBadges();
    await this.introduce();
    await this.repaint();
    // After a start without network it is known only now whether this phone goes on for the whole table.
    if (this.opened !== this.place) await this.openAgain().then(() => this.repaint());
  }

  // --- a tap ----------------------------------------------------------------------------------------------------------

  /** One tap is done whole before the next one begins. */
  async busily(work) {
    if (this.busy) return;
    this.busy += 1;
    this.marks();
    try {
      await this.kept;
      await work();
    } finally {
      this.busy -= 1;
      this.marks();
    }
  }

  async tap(form, button) {
    const said = new URLSearchParams(new FormData(form, button));
    if (form.method === "get") return this.go(String(said));
    if (said.has("take")) return this.take(true).then(() => this.repaint());
    if (this.isWord(said)) return this.keep({ kind: said.get("kind"), body: JSON.parse(said.get("body")) });
    return (await this.able()) ? this.write(said) : this.post(said);
  }

  /** A call, an undo or a word about a line breaks no rule: it need not wait for the engine that checks lines. */
  isWord(said) {
    const plain = said.has("kind") && said.get("kind") !== LINE && [...said.keys()].every((name) => OF_A_WORD.includes(name));
    return plain && !this.engine.ready && Boolean(this.state?.me.key && this.state.me.device);
  }

  /** Whether this phone writes entries itself; where its lines are signed, or nobody else could, it is waited for. */
  async able() {
    if (!this.engine.ready && !this.engine.gone && (this.state?.me.key || !this.online)) {
      this.say(this.t("engine_loading"), true);
      await this.started;
      this.say("", true);
    }
    return this.engine.ready && Boolean(this.state?.me.device);
  }

  async write(said) {
    const found = await this.engine.ask({ do: "tap", entries: this.entries(), said: String(said) });
    if (!found.entry) {
      this.say(found.text, true);
      return found.line ? this.asked(found.line) : undefined;
    }
    const { entry, problem } = found;
    const alone = !this.online || this.journal.waiting.length > 0; // else the server says what stops it
    // What another player has to say is asked on their own phone if that is there: the server knows.
    const elsewhere = !alone && Boolean(problem?.need) && !this.mine.includes(problem.need.seat);
    if (problem && !elsewhere && (problem.need || (alone && this.state.help === "lit"))) return this.refused(entry, problem);
    if (elsewhere) this.handed = true;
    return this.keep(entry);
  }

  /** An entry of this phone: kept here first, then sent. */
  async keep(entry) {
    this.say("", true);
    this.tapped = Date.now();
    this.wrote = true;
    this.at_("");
    await this.journal.add({ ...entry, ...(this.online ? {} : { offline: true }) }, !this.online);
    this.sender.send();
    return this.repaint();
  }

  /** Until the server has answered, a line that another player has to say more of waits for them. */
  entries() {
    const first = this.state.entries.length;
    return super.entries().map((entry, place) => (this.handed && place === first ? { ...entry, status: "asked" } : entry));
  }

  /** The server takes a tap as a form, as from a browser that runs no script. */
  async post(said) {
    if (!this.online) return this.say(this.t("blind"), true);
    this.wrote = true;
    if (this.state?.me.key) await this.take(false); // its key can sign nothing here: a new phone of the same seat
    const page = await this.ask("", { method: "POST", headers: { "X-CSRFToken": this.token() }, body: said });
    if (page) await this.refresh();
    return undefined;
  }

  /** What the server answered to a batch; null: it was not reached. */
  async heard(said, batch) {
    this.reached(said !== null);
    if (said === null) return this.drawBadges();
    this.handed = false;
    if (said.error) return this.say(said.error.text ?? "", true);
    const refused = said.acks.find((ack) => ack.status === "refused");
    if (said.state) this.state = said.state;
    if (refused) {
      const gone = await this.journal.drop(refused.device_seq);
      const entry = gone[0] ?? batch.find((one) => one.device_seq === refused.device_seq);
      if (entry) return this.refused(entry, refused.problem ?? { text: refused.text });
    }
    return this.repaint();
  }

  refused({ kind, body }, problem) {
    if (problem.need && kind === LINE) return this.asked(body);
    this.say(problem.text, true);
    return body.shown ? this.asked({ ...body, shown: body.shown.slice(0, -1) }) : this.repaint(true); // that card alone
  }

  /** Ask what a line leaves open. */
  asked(body) {
    return this.go(String(new URLSearchParams({ line: JSON.stringify(body) })));
  }

  go(where) {
    this.at_(where);
    return this.repaint(true);
  }

  at_(where) {
    this.where = where;
    history.replaceState(null, "", `${location.pathname}${where ? `?${where}` : ""}`);
  }

  // --- the page -------------------------------------------------------------------------------------------------------

  /** `moved`: the page is another one, and begins where something is asked. */
  async repaint(moved = false) {
    this.moved ||= moved; // a newer page may take its place before it is shown
    this.painted += 1;
    this.marks();
    try {
      await this.paint(this.painted, moved);
    } finally {
      this.done += 1;
      this.marks();
    }
  }

  async paint(newest, moved) {
    const { state } = this;
    const waits = this.journal.waiting.length > 0 || this.alone;
    if (this.engine?.ready && state && !this.differs) {
      const { screen: _screen, entries: _entries, ...said } = state;
      const time = { ...state.time, called: state.time.called || this.timeIsUp() };
      const page = await this.engine.ask({ do: "page", entries: this.entries(), state: { ...said, time }, place: this.where })
        .catch(() => null);
      if (newest !== this.painted) return;
      if (!page) this.engine.stop();
      else if (!waits) this.differs = page.screen.log_sha256 !== (state.screen ?? state).log_sha256;
      if (page && !this.differs) {
        this.screen = page.screen;
        if (!waits) state.screen = page.screen;
        this.swap(page.html, moved);
        return;
      }
    }
    this.screen = state?.screen ?? this.screen;
    if (this.online && (moved || this.root.dataset.drawn)) await this.ask(this.where ? `?${this.where}` : "", {}, moved);
    else this.drawBadges();
    this.root.dataset.drawn ||= "0"; // what stands here came with the page itself
  }

  /** Busy as long as a tap is being done or a page is still to be shown. */
  marks() {
    super.marks();
    if (this.done < this.painted) this.root.dataset.busy = "yes";
  }

  /** The page as the server makes it. */
  async ask(where, options = {}, moved = true) {
    const newest = this.painted;
    try {
      const answer = await fetch(`${location.pathname}${where}`, options);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      this.reached(true);
      if (newest !== this.painted && !options.method) return null; // another page was asked for meanwhile
      if (options.method) this.at_(new URL(answer.url).search.slice(1));
      const messages = page.getElementById("messages");
      if (messages) document.getElementById("messages")?.replaceWith(messages);
      const table = page.getElementById("table");
      if (table) this.swap(table.outerHTML, options.method ? this.where !== "" : moved);
      return table;
    } catch {
      this.reached(false);
      return null;
    }
  }

  swap(html, moves) {
    const moved = moves || this.moved;
    this.moved = false;
    const inside = this.box.contains(document.activeElement);
    if (html !== this.html) {
      const opened = moved ? [] : [...this.box.querySelectorAll("details[open] > summary")].map((one) => one.textContent);
      this.html = html;
      this.box.innerHTML = html; // made by the same templates here and there, every value escaped in them
      // What somebody has opened stays open when the other player writes.
      for (const one of this.box.querySelectorAll("summary")) if (opened.includes(one.textContent)) one.parentElement.open = true;
    }
    const asks = this.box.querySelector(".rec-ask:not([hidden])");
    const tapped = moved || this.wrote || (inside && !this.box.contains(document.activeElement));
    this.wrote = false;
    const stop = this.box.querySelector("[data-stops]")?.textContent ?? "";
    const stops = stop && stop !== this.stop; // what the other phone asks is seen, wherever this page stood
    this.stop = stop;
    if (asks && tapped) {
      asks.tabIndex = -1;
      asks.focus({ preventScroll: true });
    }
    if (asks && (tapped || stops)) this.intoView(asks, moved || stops ? asks : this.box.firstElementChild);
    this.root.dataset.drawn = String(Number(this.root.dataset.drawn ?? 0) + 1);
    this.drawBadges();
  }

  /** The page moves only where what is asked, or its ways, would be out of view below the Squares; or what is said. */
  intoView(asks, first) {
    const alert = this.at("alert");
    const top = alert.textContent ? alert : first;
    const left = (one, name) => Number.parseFloat(getComputedStyle(one)[name]) || 0;
    const from = left(asks, "scrollMarginBlockStart") + left(document.documentElement, "scrollPaddingBlockStart");
    const last = (asks.querySelector(".rec-chips") ?? asks).getBoundingClientRect();
    const shown = top === asks || top.getBoundingClientRect().top >= 0;
    if (shown && asks.getBoundingClientRect().top >= from - 8 && last.bottom <= innerHeight) return;
    top.scrollIntoView({ block: "start" });
  }

  /** Once the clock comes to its end the page says what follows. */
  tick() {
    super.tick();
    if (!this.state) return;
    const up = this.timeIsUp();
    if (this.wasUp !== undefined && up !== this.wasUp) this.repaint();
    this.wasUp = up;
  }

  /** Everything around the table; the table itself is drawn when it is made. */
  draw() {
    this.drawBadges();
  }
}

for (const root of document.querySelectorAll("[data-table]")) {
  const table = new Table(root, document.getElementById("live-table"));
  root.recorder = table;
  table.begin().catch((error) => { root.dataset.failed = String(error); });
}

// The journal of this phone: an entry is kept in one transaction before it is shown, then sent until the server has it.
// Nothing leaves the journal but what the server acknowledged.

import { wait } from "./parts.js";
import { done, finished } from "./storage.js";

const PAUSES = [500, 1000, 2000, 4000, 8000, 15000];
const BATCH = 200;

export class Journal {
  /** Open the journal of one account and one recording. Without storage (private mode, quota) it lives in memory. */
  static async open(name) {
    const journal = new Journal();
    try {
      const request = indexedDB.open(`recorder/${name}`, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("entries", { keyPath: "device_seq" });
        request.result.createObjectStore("facts");
      };
      journal.db = await done(request);
      const read = journal.db.transaction(["entries", "facts"]);
      journal.waiting = await done(read.objectStore("entries").getAll());
      journal.facts = (await done(read.objectStore("facts").get("facts"))) ?? {};
      const next = await done(read.objectStore("facts").get("next"));
      if (next) journal.facts.next = next;
    } catch (error) {
      journal.failed = error;
    }
    return journal;
  }

  constructor() {
    this.db = null;
    this.failed = null;
    /** Entries the server has not acknowledged, oldest first. */
    this.waiting = [];
    /** {device, next, state, at}: this device, its next number, the last state heard of and when. */
    this.facts = {};
  }

  /** The notes on one's own hand that were kept here; "" when there are none. */
  async hand() {
    if (!this.db) return "";
    return (await done(this.db.transaction("facts").objectStore("facts").get("hand"))) ?? "";
  }

  /** `alone`: nobody else has this yet, so it must survive the phone going dark at once, however long that takes. */
  async write(change, alone = false) {
    if (!this.db) return;
    try {
      const transaction = this.db.transaction(["entries", "facts"], "readwrite", { durability: alone ? "strict" : "relaxed" });
      change(transaction.objectStore("entries"), transaction.objectStore("facts"));
      await finished(transaction);
      this.failed = null;
    } catch (error) {
      this.failed = error; // full, or taken away: the page says so, and the entry still goes out
    }
  }

  /** Keep something else that a start without network needs. */
  async know(facts) {
    Object.assign(this.facts, facts);
    await this.write((_entries, kept) => kept.put(this.facts, "facts"));
  }

  /** Add one entry: {kind, body, unchecked?}. Kept when this resolves; with a server in reach it has it moments later. */
  async add(entry, alone = false) {
    const number = Math.max(this.facts.next ?? 1, (this.waiting.at(-1)?.device_seq ?? 0) + 1);
    const base = this.facts.state?.head?.seq ?? 0;
    const heard = this.facts.state?.head?.hash ?? ""; // what a signature is over
    const full = { ...entry, device_seq: number, base, heard, client_at: new Date().toISOString() };
    this.waiting.push(full);
    this.facts.next = number + 1;
    await this.write((entries, facts) => {
      entries.put(full);
      facts.put(number + 1, "next"); // not the whole state again, for every tap
    }, alone);
    return full;
  }

  /** The server's answer: what it has leaves the journal, its state is kept for a start without network. */
  async heard(state, acks = []) {
    const gone = new Set(acks.filter((ack) => ack.seq || ack.status === "same").map((ack) => ack.device_seq));
    const device = state.me?.device ?? null;
    const moved = device !== null && this.facts.device !== undefined && this.facts.device !== device;
    this.facts = { ...this.facts, state, at: Date.now(), device: device ?? this.facts.device };
    const old = this.waiting;
    this.waiting = this.waiting.filter((entry) => !gone.has(entry.device_seq));
    const least = state.me?.next_device_seq ?? 1;
    if (moved) {
      // A new device of the same person counts from its own number; what waited goes out as its entries.
      this.waiting = this.waiting.map((entry, place) => ({ ...entry, device_seq: least + place }));
      this.facts.next = least + this.waiting.length;
    } else {
      this.facts.next = Math.max(this.facts.next ?? 1, least);
    }
    await this.write((entries, facts) => {
      old.forEach((entry) => entries.delete(entry.device_seq));
      this.waiting.forEach((entry) => entries.put(entry));
      facts.put(this.facts, "facts");
      facts.put(this.facts.next ?? 1, "next");
    });
  }

  /** The server's entries that this phone has, from the first on without a gap: the number of each is its place. */
  known() {
    const entries = this.facts.state?.entries ?? [];
    return entries.every((entry, place) => entry.seq === place + 1) ? entries : [];
  }

  /** Take back what was never sent or never taken: an entry that the server refused, and what stood behind it. */
  async drop(device_seq) {
    const gone = this.waiting.filter((entry) => entry.device_seq >= device_seq);
    this.waiting = this.waiting.filter((entry) => entry.device_seq < device_seq);
    // Their numbers are given again: the server has never seen an entry with them.
    this.facts.next = device_seq;
    await this.write((entries, facts) => {
      gone.forEach((entry) => entries.delete(entry.device_seq));
      facts.put(this.facts, "facts");
      facts.put(this.facts.next ?? 1, "next");
    });
    return gone;
  }

  /** Everything this phone knows, for *Save file*. */
  file() {
    const { state, device } = this.facts;
    return JSON.stringify({ format: "recorder-journal/1", recording: state?.recording, device, head: state?.head,
      entries: state?.entries ?? [], waiting: this.waiting }, null, 1);
  }
}

/** Only what is new came back: it follows on what this phone had when it asked. */
export function whole(state, known) {
  state.entries = [...known.slice(0, state.since), ...state.entries];
}

/** Sends what waits, again and again, one batch at a time; tells what the server said. */
export class Sender {
  constructor(journal, url, token, heard) {
    /**
     * `key`: by which this phone signs, once the server knows it; null: its lines go unsigned.
     * `lean`: what an address says besides where the engine here makes the screen.
     */
    Object.assign(this, { journal, url, token, heard, key: null, lean: () => "", busy: false, failures: 0, stopped: false });
    const now = () => { this.failures = 0; this.wake?.(); this.send(); };
    addEventListener("online", now);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) now(); });
  }

  async send() {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.journal.waiting.length && !this.stopped && this.journal.facts.device) {
        const batch = this.journal.waiting.slice(0, BATCH);
        const { device, state: before } = this.journal.facts;
        const known = this.journal.known();
        const entries = await Promise.all(batch.map((entry) => this.sealed(entry, before?.recording, device)));
        const answer = await this.post({ device, entries }, known.length);
        if (answer === null) {
          // Until the pause is over, or the network is said to be back.
          await Promise.race([wait(PAUSES[Math.min(Math.max(this.failures, 1), PAUSES.length) - 1]), new Promise((go) => { this.wake = go; })]);
          continue;
        }
        if (answer.state) whole(answer.state, known);
        await this.journal.heard(answer.state ?? this.journal.facts.state, answer.acks);
        await this.heard(answer, batch);
      }
    } finally {
      this.busy = false;
    }
  }

  sealed(entry, recording, device) {
    if (this.key) return this.key.sealed(entry, recording, device);
    const { heard: _heard, ...said } = entry;
    return said;
  }

  /** The server's answer, or null when it could not be reached: then the batch is sent again, whole. */
  async post(batch, since) {
    try {
      const answer = await fetch(`${this.url}?since=${since}${this.lean()}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.token() },
        body: JSON.stringify(batch),
      });
      if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
      const said = await answer.json();
      // The server knows this phone's key, and this page does not know that yet: the next time they are signed.
      if (said.error === "unsigned" && this.failures < PAUSES.length) {
        this.failures += 1;
        await this.unsigned?.();
        return null;
      }
      if (!answer.ok) {
        this.stopped = true;
        await this.heard({ error: said, acks: [] }, batch.entries);
        return { acks: [] };
      }
      this.failures = 0;
      return said;
    } catch {
      this.failures += 1;
      await this.heard(null, batch.entries);
      return null;
    }
  }
}

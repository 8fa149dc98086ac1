// The key of this phone in one recording: made here, never to be taken out, kept beside the journal. What it signs is what
// tournaments/recordings/keys.py reads. Without WebCrypto, or where nothing is kept, there is none: lines go unsigned.

import { done, finished } from "./storage.js";

const CURVE = { name: "ECDSA", namedCurve: "P-256" };
const MADE = { name: "ECDSA", hash: "SHA-256" };

const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** JSON with the keys of every object in order and no spaces, as the server writes it. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one ?? null)).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).filter((name) => value[name] !== undefined).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}

export class Key {
  /** The key kept in a database, made now if there is none or `another` is wanted: of two tabs, both get the first. */
  static async kept(db, another = false) {
    if (!db || !globalThis.crypto?.subtle) return null;
    try {
      const made = await crypto.subtle.generateKey(CURVE, false, ["sign", "verify"]);
      const transaction = db.transaction("facts", "readwrite");
      const facts = transaction.objectStore("facts");
      const before = another ? undefined : await done(facts.get("key"));
      if (!before) facts.put(made, "key");
      await finished(transaction);
      const pair = before ?? made;
      return new Key(pair.privateKey, base64(await crypto.subtle.exportKey("raw", pair.publicKey)));
    } catch {
      return null; // a browser that keeps no keys
    }
  }

  constructor(secret, known) {
    Object.assign(this, { secret, known });
  }

  async sign(said) {
    return base64(await crypto.subtle.sign(MADE, this.secret, new TextEncoder().encode(canonical(said))));
  }

  /** An entry as it is sent: signed for its place in the game that this phone had on its screen. */
  async sealed({ heard, ...entry }, recording, device) {
    const said = ["recorder-line/1", recording, device, entry.device_seq, entry.base, heard, entry.kind, entry.body];
    return { ...entry, signature: await this.sign(said) };
  }

  /** That this phone shows the game up to a head. */
  async seen({ seq, hash }, recording, device) {
    return seq ? this.sign(["recorder-seen/1", recording, device, seq, hash]) : "";
  }
}

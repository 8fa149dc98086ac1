// The page's side of the engine worker. It is asked in order and answers in order; without a runtime `ready` never comes
// and the page goes on without it.

const WARM = 60; // lines until a browser has made fast what an answer runs through

export class Engine {
  /** `gone`: it will not come any more, or has stopped; `changed` is told so. */
  constructor(manifestUrl, workerUrl, changed = () => undefined) {
    Object.assign(this, { manifestUrl, workerUrl, changed, ready: false, gone: false, asked: new Map(), last: 0, facts: null });
  }

  /**
   * Load and open the recording; true when it can be asked. It plays a while by itself, for else the first lines would
   * be slow; not when somebody is in a `hurry`. Never throws: without it the journal works alone.
   */
  async start(offline, hurry = () => false) {
    try {
      const manifest = await (await fetch(this.manifestUrl)).json();
      if (!manifest.ready) throw new Error("no engine");
      this.worker = new Worker(this.workerUrl, { type: "module" });
      this.worker.addEventListener("message", ({ data }) => {
        const { resolve, reject } = this.asked.get(data.id) ?? {};
        this.asked.delete(data.id);
        if (data.ok) resolve?.(data.value);
        else reject?.(new Error(data.error));
      });
      this.worker.addEventListener("error", () => this.stop());
      this.facts = await this.call("start", { manifest, entry: manifest.entry });
      await this.ask({ do: "open", ...(await offline()) });
      for (let line = 0; line < WARM && !hurry(); line += 1) {
        if (!(await this.ask({ do: "warm" })).more) break;
      }
      this.ready = true;
      return true;
    } catch (error) {
      this.stop();
      this.failed = error;
      return false;
    }
  }

  call(what, more) {
    this.last += 1;
    const id = this.last;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.worker.postMessage({ id, do: what, ...more });
    });
  }

  ask(question) {
    return this.call("ask", { question });
  }

  stop() {
    this.ready = false;
    this.gone = true;
    this.changed();
    this.worker?.terminate();
    this.asked.forEach(({ reject }) => reject(new Error("stopped")));
    this.asked.clear();
  }
}

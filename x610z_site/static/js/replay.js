// Steps through a game without loading pages. Without this script the same buttons are plain links.
// The server draws every step; here the changing layer is replaced and each pawn glides from where it stood.

const CHUNK = 40;
const GLIDE = 180;
const BEAT = 1400;
const SIZES = ["wide", "phone", "square"];
const TRAIL = 8;
const JUMPS = { a: "attack", d: "draw", f: "finding" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Replay {
  constructor(root) {
    this.root = root;
    this.step = Number(root.dataset.step);
    this.total = Number(root.dataset.total);
    this.steps = new Map();
    this.loading = new Map();
    this.timer = 0;
    this.slider = root.querySelector("[data-replay-slider]");
    root.addEventListener("click", (event) => this.click(event));
    // Without the steps as data every step is a page of its own: then only the end of a pull counts.
    this.slider?.addEventListener(root.dataset.stepsUrl ? "input" : "change", () => this.go(Number(this.slider.value)));
    document.addEventListener("keydown", (event) => this.key(event));
    root.querySelector("[data-replay-turn]")?.addEventListener("change", (event) => this.go(Number(event.target.value)));
    addEventListener("hashchange", () => this.fromHash());
    root.addEventListener("htmx:afterSettle", () => this.follow());
    this.show(root.querySelector("[data-replay-steps] [aria-current]"));
    this.fromHash();
    this.load(this.step);
  }

  fromHash() {
    const found = /^#step=(\d+)$/.exec(location.hash);
    if (found && Number(found[1]) !== this.step) this.go(Number(found[1]), false);
  }

  click(event) {
    const button = event.target.closest("[data-go], [data-step-link], [data-jump]");
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (button.dataset.jump) return this.jump(button.dataset.jump, 1);
    const to = button.dataset.go;
    if (to === "play") return this.toggle();
    this.stop();
    if (to) this.go({ first: 0, previous: this.step - 1, next: this.step + 1, last: this.total }[to]);
    else this.go(Number(button.dataset.stepLink));
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, textarea, select, button, summary, dialog, [contenteditable]")) return;
    const mark = JUMPS[event.key.toLowerCase()];
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (mark && this.jump(mark, event.shiftKey ? -1 : 1)) {
      event.preventDefault();
    } else if (event.key === "[" || event.key === "]") {
      event.preventDefault();
      this.turn(event.key === "[" ? -1 : 1);
    } else if (move) {
      event.preventDefault();
      this.stop();
      this.go(this.step + move);
    } else if (event.key === " ") {
      event.preventDefault();
      this.toggle();
    }
  }

  // To the next or last step with such a mark; behind the end from the beginning.
  jump(mark, way) {
    const steps = (this.root.querySelector(`[data-jump=${mark}]`)?.dataset.steps || "").split(" ").filter(Boolean).map(Number);
    if (!steps.length) return false;
    const later = steps.filter((step) => (step - this.step) * way > 0);
    this.stop();
    if (way > 0) this.go(later.length ? later[0] : steps[0]);
    else this.go(later.length ? later[later.length - 1] : steps[steps.length - 1]);
    return true;
  }

  turn(way) {
    const select = this.root.querySelector("[data-replay-turn]");
    if (!select) return;
    const next = select.selectedIndex + way;
    if (next >= 0 && next < select.options.length) this.go(Number(select.options[next].value));
  }

  toggle() {
    if (this.timer) return this.stop();
    this.root.querySelector("[data-go=play]").setAttribute("aria-pressed", "true");
    const beat = async () => {
      if (this.step >= this.total) return this.stop();
      await this.go(this.step + 1, false);
      if (this.timer) this.timer = setTimeout(beat, BEAT);
    };
    this.timer = setTimeout(beat, 0);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.root.querySelector("[data-go=play]")?.setAttribute("aria-pressed", "false");
    this.mark();
  }

  mark() {
    history.replaceState(null, "", `#step=${this.step}`);
  }

  async load(step) {
    const first = Math.floor(step / CHUNK) * CHUNK;
    const last = Math.min(first + CHUNK - 1, this.total);
    if (first > this.total || !this.root.dataset.stepsUrl) return;
    if (!this.loading.has(first)) {
      const url = this.root.dataset.stepsUrl.replace("{from}", first).replace("{to}", last);
      this.loading.set(first, fetch(url).then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.json();
      }).then((data) => data.steps.forEach((item) => this.steps.set(item.step, item))));
    }
    return this.loading.get(first);
  }

  async go(wanted, mark = true) {
    const step = Math.max(0, Math.min(this.total, wanted));
    this.step = step;
    try {
      await this.load(step);
    } catch {
      this.loading.clear();
    }
    if (this.step !== step) return;
    const item = this.steps.get(step);
    if (!item) {
      location.assign(`${this.root.dataset.baseUrl}?step=${step}`);
      return;
    }
    SIZES.forEach((size) => this.draw(size, item[size]));
    this.say(item);
    if (mark) this.mark();
    if ((step + 8) % CHUNK < 8) this.load(step + 8).catch(() => this.loading.clear());
  }

  draw(size, layers) {
    const svg = this.root.querySelector(`[data-board=${size}]`);
    if (!svg || !layers) return;
    const before = new Map(Array.from(svg.querySelectorAll("[data-pawn]"), (pawn) => [pawn.dataset.pawn, pawn]));
    const places = new Map(Array.from(before, ([name, pawn]) => [name, place(pawn)]));
    svg.setAttribute("viewBox", layers.viewbox);
    svg.querySelector("title").innerHTML = layers.title;
    svg.querySelector("desc").innerHTML = layers.desc;
    const live = svg.querySelector("[data-live]");
    live.innerHTML = layers.live;
    if (calm.matches) return;
    svg.querySelectorAll("[data-pawn]").forEach((pawn) => {
      const old = before.get(pawn.dataset.pawn);
      before.delete(pawn.dataset.pawn);
      const from = places.get(pawn.dataset.pawn);
      const to = place(pawn);
      if (!from) pawn.animate([{ opacity: 0 }, { opacity: 1 }], GLIDE);
      else if (from.e !== to.e || from.f !== to.f) {
        pawn.animate(trail(svg, from, to).map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` })), { duration: GLIDE, easing: "ease-out" });
      }
      if (old && hurt(pawn) > hurt(old)) {
        pawn.querySelector(".pawn-halo")?.animate([{ stroke: "#d01818", strokeWidth: "16px" }, { strokeWidth: "6px" }], 2 * GLIDE);
      }
    });
    // Who is no longer on the board fades where it stood.
    before.forEach((pawn) => {
      live.append(pawn);
      pawn.animate([{ opacity: 1 }, { opacity: 0 }], 2 * GLIDE).finished.then(() => pawn.remove(), () => pawn.remove());
    });
  }

  show(line) {
    const list = line?.closest("[data-replay-steps]");
    if (!list) return;
    const fold = line.closest("details");
    if (fold) fold.open = true;
    list.scrollTop += line.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }

  follow() {
    this.root.querySelector("[data-replay-steps] [aria-current]")?.removeAttribute("aria-current");
    const line = this.root.querySelector(`[data-replay-steps] [data-step-link="${this.step}"]`)?.parentElement;
    line?.setAttribute("aria-current", "step");
    this.show(line);
  }

  // The time line and the list of turns follow.
  where() {
    const now = this.root.querySelector("[data-replay-now]");
    if (now) {
      const x = (Math.max(this.step - 0.5, 0) * 1000) / Math.max(this.total, 1);
      now.setAttribute("d", `M${x.toFixed(1)} 0V40`);
    }
    const select = this.root.querySelector("[data-replay-turn]");
    if (select) {
      const begun = Array.from(select.options).filter((option) => Number(option.value) <= this.step);
      select.selectedIndex = Math.max(begun.length - 1, 0);
    }
    this.root.dispatchEvent(new CustomEvent("replay:step", { detail: { step: this.step }, bubbles: true }));
  }

  say(item) {
    const put = (name, text) => {
      const node = this.root.querySelector(`[data-replay-${name}]`);
      if (node) node.textContent = text;
    };
    put("number", this.step);
    put("sentence", item.text);
    put("count", `${this.step} / ${this.total}`);
    if (this.slider) this.slider.value = String(this.step);
    const panel = this.root.querySelector("[data-replay-panel]");
    if (panel && item.panel !== undefined) panel.innerHTML = item.panel;
    this.where();
    this.follow();
    for (const [name, step] of [["previous", this.step - 1], ["next", this.step + 1]]) {
      const link = this.root.querySelector(`[data-go=${name}]`);
      if (link) link.href = `${this.root.dataset.baseUrl}?step=${Math.max(0, Math.min(this.total, step))}`;
    }
  }
}

// The way a pawn glides: along the drawn path where there is one that begins at it, else straight.
function trail(svg, from, to) {
  const ends = [[from.e, from.f], [to.e, to.f]];
  const way = svg.querySelector(".path.move .path-way, .path.warp .path-way");
  if (!way) return ends;
  const length = way.getTotalLength();
  const spots = Array.from({ length: TRAIL + 1 }, (_, i) => way.getPointAtLength((length * i) / TRAIL));
  if (Math.hypot(spots[0].x - from.e, spots[0].y - from.f) > 60) return ends;
  return [ends[0], ...spots.map((spot) => [spot.x, spot.y]), ends[1]];
}

function hurt(pawn) {
  return Number(pawn.querySelector(".damage-mark text")?.textContent || 0);
}

function place(pawn) {
  return pawn.transform.baseVal.consolidate().matrix;
}

// A replay may also arrive later, when the check of a log is done.
const known = new WeakSet();
function begin() {
  document.querySelectorAll("[data-replay]").forEach((root) => {
    if (known.has(root)) return;
    known.add(root);
    new Replay(root);
  });
}
begin();
document.addEventListener("htmx:afterSettle", begin);

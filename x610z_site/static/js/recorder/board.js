// The board under a finger: which dot was meant, how near the picture is, what is lit. The picture itself is drawn by
// the engine (on the server or in the worker); here only rings are laid over it.

const SVG = "http://www.w3.org/2000/svg";
const WHOLE = [0, 0, 390, 393];
const REACH = 34; // pixels on the glass within which a tap still means a dot
const NEAR = 120; // units that are shown at least, until a finger parts what lies close
const ROOM = 34; // units around what is shown near
const GLIDE = 160;
const APART = 44; // pixels on the glass between two dots that a finger can tell from each other
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  constructor(svg, prefix) {
    this.svg = svg;
    this.prefix = prefix;
    this.live = svg.querySelector("[data-live]");
    this.over = svg.appendChild(document.createElementNS(SVG, "g"));
    this.over.setAttribute("class", "rec-lights");
    this.over.setAttribute("aria-hidden", "true");
    this.box = WHOLE;
    this.places = new Map();
    svg.querySelectorAll(`[id^="${prefix}dot-"]`).forEach((node) => {
      const { e, f } = node.transform.baseVal.consolidate().matrix;
      this.places.set(node.id.slice(prefix.length + 4).replace("-", ","), [e, f]);
    });
    this.look(WHOLE, true);
  }

  draw(layers) {
    if (!layers?.live || this.drawn === layers.live) return;
    this.drawn = layers.live;
    this.live.innerHTML = layers.live; // drawn by the engine, every name in it escaped there
    this.svg.querySelector("title").innerHTML = layers.title;
    this.svg.querySelector("desc").innerHTML = layers.desc;
  }

  /** Rings: `marks` are {dot, kind} with kind lit, picked or way. */
  light(marks, way = []) {
    this.over.replaceChildren(
      ...(way.length > 1 ? [this.line(way)] : []),
      ...marks.filter(({ dot }) => this.places.has(dot)).flatMap(({ dot, kind }) => {
        const size = this.box[2] < NEAR ? 0.45 + 0.55 * (this.box[2] / WHOLE[2]) : 1; // parted by a finger
        const [x, y] = this.places.get(dot);
        return [this.ring(x, y, (kind === "picked" ? 15 : 11) * size, kind), ...(kind.includes("warned") ? [this.cross(x, y, 8 * size)] : []), ...(/lit|picked/.test(kind) ? [this.named(dot, x, y - (kind === "picked" ? 18 : 14) * size)] : [])];
      }),
    );
  }

  /** A dot that destroys is crossed out: nobody has to tell its colour. */
  cross(x, y, far) {
    const cross = document.createElementNS(SVG, "path");
    cross.setAttribute("d", `M${x - far} ${y - far}L${x + far} ${y + far}M${x + far} ${y - far}L${x - far} ${y + far}`);
    cross.setAttribute("class", "rec-cross");
    return cross;
  }

  /** The name of a dot above it, where the hours around the rim are out of the picture. */
  named(dot, x, y) {
    const name = document.createElementNS(SVG, "text");
    for (const [what, value] of Object.entries({ x, y, class: "rec-dot" })) name.setAttribute(what, value);
    name.textContent = dot;
    return name;
  }

  line(way) {
    const path = document.createElementNS(SVG, "polyline");
    path.setAttribute("points", way.map((dot) => this.places.get(dot)?.join(",") ?? "").join(" "));
    path.setAttribute("class", "rec-way");
    return path;
  }

  /** Bring the picture so near around a crowded dot that a finger can tell all of them apart; whether it had to be. */
  part(point, dot, dots) {
    const gaps = (from) => from.flatMap((one) => dots.filter((other) => other !== one).map((other) => this.gap(one, other)));
    const { a: scale } = this.svg.getScreenCTM();
    if (!(Math.min(...gaps([dot])) * scale < APART - 0.5)) return false;
    const side = (this.box[2] * scale * Math.min(...gaps(dots))) / APART;
    const tall = side * (WHOLE[3] / WHOLE[2]);
    const within = (at, whole, size) => Math.max(0, Math.min(at - size / 2, whole - size));
    this.look([within(point.x, WHOLE[2], side), within(point.y, WHOLE[3], tall), side, tall]);
    return true;
  }

  /** How far two dots lie apart in the picture. */
  gap(one, other) {
    const [from, to] = [this.places.get(one), this.places.get(other)];
    return Math.hypot(from[0] - to[0], from[1] - to[1]);
  }

  /** Show these dots near, or the whole board when they span it, or when there is room for all. */
  near(dots) {
    const points = [...dots].map((dot) => this.places.get(dot)).filter(Boolean);
    if (points.length < 2 || this.svg.clientWidth > 430) return this.look(WHOLE);
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const left = Math.min(...xs) - ROOM;
    const top = Math.min(...ys) - ROOM;
    const side = Math.max(Math.max(...xs) + ROOM - left, Math.max(...ys) + ROOM - top, NEAR);
    if (side > WHOLE[2] * 0.9) return this.look(WHOLE);
    const x = Math.max(0, Math.min((left + Math.max(...xs) + ROOM) / 2 - side / 2, WHOLE[2] - side));
    const y = Math.max(0, Math.min((top + Math.max(...ys) + ROOM) / 2 - side / 2, WHOLE[3] - side));
    return this.look([x, y, side, side * (WHOLE[3] / WHOLE[2])]);
  }

  look(box, atOnce = calm.matches) {
    const from = this.box;
    this.box = box;
    this.over.style.setProperty("--near", box === WHOLE ? 0 : box[2] / WHOLE[2]); // of the names of dots (recorder.css)
    cancelAnimationFrame(this.frame);
    const show = (part) => this.svg.setAttribute("viewBox", box.map((to, i) => from[i] + (to - from[i]) * part).join(" "));
    if (atOnce || from.every((value, i) => value === box[i])) return show(1);
    const begun = performance.now();
    const glide = (now) => {
      const part = Math.max(0, Math.min(1, (now - begun) / GLIDE)); // a frame may be older than the glide
      show(1 - (1 - part) ** 2);
      if (part < 1) this.frame = requestAnimationFrame(glide);
    };
    this.frame = requestAnimationFrame(glide);
    return undefined;
  }

  /** Where a finger is in the picture as it stands, and how far it reaches there: {x, y, reach}. */
  at({ clientX, clientY }) {
    const matrix = this.svg.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x, y, reach: REACH / matrix.a };
  }

  /** A ring where a finger was felt; null: none. */
  feel(point) {
    this.felt?.remove();
    this.felt = point && this.over.appendChild(this.ring(point.x, point.y, point.reach / 2, "felt"));
  }

  ring(x, y, r, kind) {
    const ring = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ cx: x, cy: y, r, class: `rec-ring ${kind}` })) ring.setAttribute(name, value);
    return ring;
  }

  /** The name among `dots` nearest to a tap, within a finger's reach; null for a tap beside everything. */
  nearest({ x, y, reach }, dots) {
    let best = null;
    let least = reach;
    for (const dot of dots) {
      const place = this.places.get(dot);
      if (!place) continue;
      const far = Math.hypot(place[0] - x, place[1] - y);
      if (far < least) [best, least] = [dot, far];
    }
    return best;
  }

  /** Where a dot is in the picture. */
  place(dot) {
    const [x, y] = this.places.get(dot);
    return { x, y };
  }

  /** Where a dot is on the glass now (for tests and for moving the focus ring). */
  where(dot) {
    const place = this.places.get(dot);
    if (!place) return null;
    const { x, y } = new DOMPoint(...place).matrixTransform(this.svg.getScreenCTM());
    return { x, y };
  }
}

// A loupe for the finger: press on the board, slide, read the name of the dot under the ring, let go.

const SLIDE = 8; // pixels: less is a tap

export class Loupe {
  /** `lit` gives the dots that can be chosen, `named` the words of one, `released` gets the event that ended a slide. */
  constructor(board, box, { lit, named, released }) {
    Object.assign(this, { board, box, lit, named, released, from: null, slid: false, finger: false });
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => this.end());
  }

  down(event) {
    this.finger = event.pointerType !== "mouse";
    this.slid = false;
    this.from = this.finger && this.lit().length ? [event.clientX, event.clientY] : null;
  }

  move(event) {
    if (!this.from) return;
    this.slid ||= Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) > SLIDE;
    if (!this.slid) return;
    const point = this.board.at(event);
    const dot = this.board.nearest(point, this.lit());
    this.box.hidden = false;
    this.box.textContent = dot ? this.named(dot) : "…";
    this.board.feel(dot ? { ...this.board.place(dot), reach: point.reach } : point);
  }

  up(event) {
    const slid = this.from && this.slid;
    this.end();
    if (slid) this.released(event);
  }

  end() {
    this.from = null;
    this.box.hidden = true;
    this.board.feel(null);
  }
}

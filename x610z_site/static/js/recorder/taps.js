// Taps: each is seen first and done behind the frame that shows it, in the order in which the fingers came.
//
// A tap belongs to the screen on which it was made. When its turn comes the game must stand where it stood then, and the
// control must still be there: the same one, or the one drawn in its place for the same choice. Else it does nothing.

/** The task behind the next frame's callbacks runs when that frame is on the glass; a hidden page has no frames. */
const painted = () => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => done();
  if (document.hidden) port2.postMessage(0);
  else requestAnimationFrame(() => port2.postMessage(0));
});

export class Taps {
  /**
   * `standing` names where the game stands, `writing` whether a tap is being written, `missed` says what was dropped;
   * `begun` hears of each that is done: what was said of an earlier one is over.
   */
  constructor(root, { standing, writing, missed, begun, board }) {
    Object.assign(this, { root, standing, writing, missed, begun, board, queue: [], due: null, felt: null });
    this.bound = new WeakMap();
    root.addEventListener("pointerdown", (event) => {
      const button = event.target.closest("button");
      if (button) this.feel(button);
      else if (board.svg.contains(event.target)) this.feel(null, board.at(event));
    });
    root.addEventListener("pointercancel", () => this.rest());
  }

  /** Show at once that a tap was felt: on its control, or on the board where the finger is. */
  feel(node, point = null) {
    this.rest();
    this.felt = node;
    node?.classList.add("felt");
    if (point) this.board.feel(point);
  }

  rest() {
    this.felt?.classList.remove("felt");
    this.felt = null;
    this.board.feel(null);
  }

  /** What a control does; `choice` names what it was drawn for, `always` whatever happened meanwhile. */
  bind(node, act, choice, always) {
    this.bound.set(node, { act, choice, always });
  }

  press(node) {
    const { always } = this.bound.get(node);
    if (this.felt !== node) this.feel(node); // a key has no finger before its click
    this.add(() => {
      const now = node.isConnected ? node : this.again(node);
      if (now && !now.disabled) this.bound.get(now).act();
    }, always);
  }

  /** The control that was drawn anew in the place of one: what can be on or off is the same whatever else was chosen. */
  again(node) {
    const twin = Array.from(this.root.querySelectorAll("button")).find((one) => one.dataset.focus === node.dataset.focus);
    const [old, now] = [this.bound.get(node), this.bound.get(twin)];
    return now && (twin.hasAttribute("aria-pressed") || old.choice === now.choice) ? twin : null;
  }

  /** Do it behind the next frame, if the game then stands where it stands now. */
  add(act, always = false) {
    if (this.writing() && !always) return; // a second tap of the same finger
    this.queue.push({ act, always, made: this.standing() });
    this.due ??= painted().then(() => this.flush());
  }

  flush() {
    this.due = null;
    for (const { act, always, made } of this.queue.splice(0)) {
      this.begun();
      try {
        if (always || (!this.writing() && made === this.standing())) act();
        else if (!this.writing()) this.missed();
      } catch (error) {
        reportError(error);
      }
    }
    this.rest();
  }
}

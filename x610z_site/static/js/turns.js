// A long game comes with the turns near the step it shows. Another turn is fetched when its link is pressed (htmx), or
// when the replay comes to a step in it.

document.addEventListener("replay:step", ({ target, detail }) => {
  const turns = Array.from(target.querySelectorAll("[data-first]")).filter((one) => Number(one.dataset.first) <= detail.step);
  turns.at(-1)?.querySelector("[data-untold]")?.dispatchEvent(new Event("told"));
});

// Whoever opened a turn goes on in it: the link that had the focus is gone.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (!target.matches?.("[data-first]") || document.activeElement !== document.body) return;
  target.querySelector("summary, a")?.focus({ preventScroll: true });
});

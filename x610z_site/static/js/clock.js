// Round clocks: counts from the server's time, so that a phone with a wrong clock shows the right minutes.
// Screen readers find whole minutes, not every second, and hear once that time is up.

const SOON = 5 * 60;
const DAY = 24 * 60 * 60;
let pageOffset = 0;

function spoken(clock, seconds) {
  const minutes = Math.ceil(seconds / 60);
  if (seconds <= 0) return clock.dataset.textOver;
  if (seconds >= 2 * DAY) return face(seconds, clock.dataset.textDays);
  return minutes === 1 ? clock.dataset.textMinute : clock.dataset.textMinutes.replace("{n}", minutes);
}

function face(seconds, days) {
  const size = Math.abs(seconds);
  // A round of a league has days, and nobody counts their seconds.
  if (days && size >= 2 * DAY) return `${seconds < 0 ? "+" : ""}${days.replace("{n}", Math.floor(size / DAY))}`;
  const hours = Math.floor(size / 3600);
  const minutes = Math.floor((size % 3600) / 60);
  const pair = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(size % 60).padStart(2, "0")}`;
  return `${seconds < 0 ? "+" : ""}${hours ? `${hours}:` : ""}${pair}`;
}

function show(clock) {
  const data = clock.dataset;
  if (!data.endsAt) return;
  // The offset is taken once, from the first clock on the page that knows the server's time.
  if (!data.offset && data.now) pageOffset = Date.parse(data.now) - Date.now();
  if (!data.offset) data.offset = String(pageOffset);
  const now = data.pausedAt ? Date.parse(data.pausedAt) : Date.now() + Number(data.offset);
  const end = Date.parse(data.endsAt) + Number(data.extension) * 60000;
  const seconds = Math.ceil((end - now) / 1000);
  const text = face(seconds, data.textDays);
  // Past the end the face counts up: the word above it says so.
  const label = clock.querySelector("[data-clock-label]");
  if (label) {
    label.dataset.before ??= label.textContent;
    const words = !data.pausedAt && seconds < 0 ? data.textSince : label.dataset.before;
    if (label.textContent !== words) label.textContent = words;
  }
  const display = clock.querySelector("[data-clock-face]");
  if (display.textContent !== text) display.textContent = text;
  clock.classList.toggle("paused", Boolean(data.pausedAt));
  clock.classList.toggle("over", !data.pausedAt && seconds <= 0);
  clock.classList.toggle("soon", !data.pausedAt && seconds > 0 && seconds <= SOON);
  const speech = clock.querySelector("[data-clock-speech]");
  const sentence = data.pausedAt ? data.textPaused : spoken(clock, seconds);
  speech.ariaLive = Math.abs(seconds) < 50 ? "polite" : "off";
  if (speech.textContent !== sentence) speech.textContent = sentence;
}

function tick() {
  document.querySelectorAll("[data-clock]").forEach(show);
}

tick();
setInterval(() => { if (!document.hidden) tick(); }, 1000);
document.addEventListener("visibilitychange", tick);
document.addEventListener("htmx:afterSwap", tick);

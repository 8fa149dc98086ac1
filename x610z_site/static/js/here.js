// Where I am, for the search of tournaments: asked of the device by a tap alone, and rounded to about a kilometre before
// it goes anywhere.

const part = document.querySelector("[data-here]");

function take(position) {
  const field = document.querySelector("#id_near");
  const { latitude, longitude } = position.coords;
  field.value = `${latitude.toFixed(2)},${longitude.toFixed(2)}`;
  field.form.requestSubmit();
}

function fail() {
  const note = part.querySelector("[data-here-note]");
  note.textContent = note.dataset.failed;
  note.setAttribute("role", "status");
}

if (part && "geolocation" in navigator) {
  part.hidden = false;
  part.querySelector("button").addEventListener("click", () => {
    navigator.geolocation.getCurrentPosition(take, fail, { maximumAge: 600_000, timeout: 10_000 });
  });
}

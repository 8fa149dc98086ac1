// What somebody is typing outlives the part around it: the same field of the same form gets it back, and the cursor.
const FRESH = ["csrfmiddlewaretoken", "idempotency_key", "version"];
const TYPED = "form input:not([type=hidden]):not([type=checkbox]):not([type=radio]), form textarea";
let typed = new Map();
function place(field) {
  const hidden = [...field.form.querySelectorAll("input[type=hidden]")].filter((one) => !FRESH.includes(one.name));
  return [field.form.getAttribute("action"), field.name, ...hidden.map((one) => `${one.name}=${one.value}`)].join("&");
}
document.body.addEventListener("htmx:beforeSwap", (event) => {
  typed = new Map();
  const { target, requestConfig } = event.detail;
  if (requestConfig.verb !== "get") return; // a form that was sent is done with
  for (const field of target.querySelectorAll(TYPED)) {
    const here = field === document.activeElement;
    if (here || field.value !== field.defaultValue) typed.set(place(field), [field.value, here]);
  }
});
document.body.addEventListener("htmx:afterSwap", () => {
  if (typed.size) for (const field of document.querySelectorAll(TYPED)) {
    const [value, here] = typed.get(place(field)) ?? [];
    if (value === undefined) continue;
    field.value = value;
    if (here) field.focus();
  }
  typed = new Map();
});

// Hand notes stay on this phone, beside the journal of their recording and gone with it at sign-out: they are kept while
// they are typed, and leave the phone only when their player opens them to a judge.

import { Journal } from "./journal.js";

for (const form of document.querySelectorAll("[data-hand]")) {
  const field = form.querySelector("[data-hand-notes]");
  const journal = await Journal.open(form.dataset.hand);
  const kept = await journal.hand();
  if (!field.value && kept) field.value = kept;
  field.addEventListener("input", () => journal.write((_entries, facts) => facts.put(field.value, "hand")));
  form.dataset.ready = "yes";
}

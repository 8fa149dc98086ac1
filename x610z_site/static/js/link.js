// A personal link carries its secret behind the #, which no browser sends: not to us, a log, a proxy or a referrer.
// It goes into the form and out of the address bar, so that the history of the phone does not keep it either.

const field = document.querySelector("input[name=code]");

function take() {
  const code = location.hash.slice(1);
  if (!field || !/^[\w-]{16,60}$/.test(code)) return;
  field.value = code;
  const whole = field.closest(".field");
  if (whole) whole.hidden = true;
  history.replaceState(null, "", location.pathname);
}

take();
addEventListener("hashchange", take); // the link of somebody else, opened in the same tab

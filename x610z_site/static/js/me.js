// A player's own screen: what was tapped is answered without leaving the page, which then shows how things stand.

document.addEventListener("waits:answer", async ({ detail: { done, text } }) => {
  const me = document.getElementById("me");
  await window.htmx.ajax("GET", me.getAttribute("hx-get"), { source: me, target: me, swap: "innerHTML" });
  const problem = document.getElementById("report-problem");
  problem.textContent = done ? "" : text;
  problem.hidden = done;
});

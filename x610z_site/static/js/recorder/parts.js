// Small hands shared by the recorder's modules: elements, words of the page's language, moments.

export function h(tag, props = {}, ...kids) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(node.dataset, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...kids.flat().filter((kid) => kid !== null && kid !== undefined && kid !== false));
  return node;
}

export const icon = (name) => {
  const holder = document.querySelector(`[data-rec-icon="${name}"]`);
  return holder ? holder.content.firstElementChild.cloneNode(true) : "";
};

// The sentences stand in the page (`[data-t]`), in the language of this phone.
export function words(root) {
  const found = new Map(Array.from(root.querySelectorAll("[data-t]"), (node) => [node.dataset.t, node.textContent]));
  return (key, values = {}) =>
    (found.get(key) ?? key).replace(/%\((\w+)\)s/g, (_, name) => String(values[name] ?? ""));
}

export const clock = (date) =>
  date.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** Make `nodes` the children of a list; what is there already stays where it is and is not laid out again. */
export function sync(list, nodes) {
  nodes.forEach((node, place) => {
    if (list.children[place] !== node) list.insertBefore(node, list.children[place] ?? null);
  });
  while (list.children.length > nodes.length) list.lastElementChild.remove();
}

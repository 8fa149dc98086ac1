// From a tap to a line: a pure filter over the list of legal actions, by name and never by a place in the list.
//
// idle -> source -> choices -> path -> pay -> commit. A row is {line, source, text} as the engine wrote it; a pick is
// [field, value]. Nothing here knows a rule: a value that no row has cannot be picked.

const PAY = "pay";

/** What a line says, field by field, in the order in which the rules ask. */
export function facets(line) {
  const path = line.path ?? [];
  const found = [
    ["do", line.do],
    ["seat", String(line.seat ?? "")],
    ["ability", String(line.ability ?? 0)],
    ["mode", String(line.mode ?? 0)],
    ["extra", String(line.extras ?? line.x ?? 0)],
  ];
  if (path.length) found.push(["to", path.at(-1)]);
  (line.targets ?? []).forEach((target, place) => found.push([`target.${place}`, target]));
  if (path.length) found.push(["path", path.join(" ")]);
  found.push([PAY, JSON.stringify([line.crystals ?? [], line.pay ?? {}, Boolean(line.short)])]);
  return found;
}

const valueOf = (row, field) => facets(row.line).find(([name]) => name === field)?.[1] ?? "";

/** The rows that fit everything picked so far. */
export const narrow = (rows, picks) =>
  rows.filter((row) => picks.every(([field, value]) =>
    (field === "source" ? row.source : valueOf(row, field)) === value));

/** What a field may be among these rows: [{value, rows}] in the order of the list. */
export function values(rows, field) {
  const found = new Map();
  for (const row of rows) {
    const value = valueOf(row, field);
    if (!found.has(value)) found.set(value, []);
    found.get(value).push(row);
  }
  return Array.from(found, ([value, fitting]) => ({ value, rows: fitting }));
}

/**
 * The next question: {field, options}, or {row} when one line is left. Ways of paying are no question: the first row
 * pays as the engine proposes, `pays` lists the others.
 */
export function next(rows, picks) {
  const left = narrow(rows, picks);
  if (!left.length) return { row: null, left };
  const fields = [];
  left.forEach((row) => facets(row.line).forEach(([name], place) => {
    if (!fields.includes(name)) fields.splice(Math.min(place, fields.length), 0, name);
  }));
  for (const field of fields) {
    if (field === PAY) continue;
    const options = values(left, field);
    if (options.length > 1) return { field, options, left };
  }
  return { row: left[0], pays: values(left, PAY), left };
}

/** All places a tap may begin with: [{source, rows}]. */
export function sources(rows) {
  const found = new Map();
  for (const row of rows) {
    if (!found.has(row.source)) found.set(row.source, []);
    found.get(row.source).push(row);
  }
  return Array.from(found, ([source, fitting]) => ({ source, rows: fitting }));
}

/** The dots and objects that would say something now, each with the pick it stands for. */
export function lights(rows, picks) {
  const left = narrow(rows, picks);
  const found = { dots: new Map(), objects: new Map() };
  const question = next(rows, picks);
  for (const { value } of values(left, "to")) if (value) found.dots.set(value, ["to", value]);
  if (question.field?.startsWith("target.")) {
    question.options.forEach(({ value }) => found.objects.set(value, [question.field, value]));
  } else if (question.field === "do" || question.field === "to") {
    // Whoever attacks may as well tap the one that is hit.
    values(left, "target.0").forEach(({ value }) => { if (value) found.objects.set(value, ["target.0", value]); });
  }
  return found;
}

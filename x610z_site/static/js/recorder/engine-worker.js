// The rules engine itself, in a worker: the same Python as on the server, run by Pyodide. Its answer to every question
// is the server's answer, because it is the same function. Messages: {id, do, ...} in, {id, ok, value | error} out.
// Every file comes from this site under an address with its hash in it, and what we load ourselves is compared again.

let engine = null;

const verified = async (file) => {
  const answer = await fetch(file.url, { integrity: `sha256-${base64(file.sha256)}` });
  if (!answer.ok) throw new Error(`${file.name}: ${answer.status}`);
  return answer.arrayBuffer();
};

const base64 = (hex) => btoa(String.fromCharCode(...hex.match(/../g).map((pair) => parseInt(pair, 16))));

async function start({ manifest, entry }) {
  const begun = performance.now();
  const { loadPyodide } = await import(`${manifest.base}pyodide.mjs`);
  const wheels = manifest.files.filter((file) => file.name.endsWith(".whl"));
  // The bytes travel while the interpreter is being compiled.
  const parts = Promise.all([...wheels, manifest.engine].map(verified));
  const python = await loadPyodide({
    indexURL: manifest.base,
    lockFileURL: `${manifest.base}pyodide-lock.json`,
    packages: [],
    fullStdLib: false,
  });
  const archives = await parts;
  archives.slice(0, -1).forEach((data) => python.unpackArchive(data, "whl"));
  python.unpackArchive(archives.at(-1), "zip", { extractDir: "/engine" });
  python.runPython("import sys; sys.path.insert(0, '/engine')");
  // `entry` is a module whose function `answer(text) -> text` takes and gives JSON.
  engine = python.pyimport(entry);
  const heap = python._module.HEAPU8.length;
  return { ms: Math.round(performance.now() - begun), heap };
}

const work = {
  start,
  ask: ({ question }) => JSON.parse(engine.answer(JSON.stringify(question))),
};

self.addEventListener("message", async ({ data }) => {
  try {
    self.postMessage({ id: data.id, ok: true, value: await work[data.do](data) });
  } catch (error) {
    self.postMessage({ id: data.id, ok: false, error: String(error) });
  }
});

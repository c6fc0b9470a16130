// Runs tests/parity.py on Pyodide's Python: node run.mjs GAMES
import { loadPyodide } from "pyodide";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { readdirSync, readFileSync } from "node:fs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const wheels = path.join(root, "tests/pyodide/wheels");
const pyodide = await loadPyodide();
for (const name of readdirSync(wheels).filter((name) => name.endsWith(".whl"))) {
  pyodide.unpackArchive(new Uint8Array(readFileSync(path.join(wheels, name))), "wheel");
}
pyodide.FS.mkdirTree("/project");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, "/project");
const report = pyodide.runPython(`
import os, sys
os.environ["CASTING_SHADOWS_PURE"] = "1"
sys.dont_write_bytecode = True
sys.path[:0] = ["/project/src", "/project"]
from tests.parity import report
report(${Number.parseInt(process.argv[2], 10)})
`);
console.log(report);

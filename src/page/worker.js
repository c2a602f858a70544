// Runs the command lines of the page one by one, each in a new instance of the program.

/** The largest number of bytes of all files of a command. */
const MOST_BYTES = 2 ** 28;

/** @type {WebAssembly.Module} */
let program;

/**
 * A command line: the words after the program's name, its files by their paths, and `true` for coloured text.
 * @typedef {{ args: string[], files: [string, Blob][], colors: boolean }} CommandLine
 * The result of a command line: the exit code, and the written files.
 * @typedef {{ code: number, files: [string, Uint8Array][] }} Done
 */

/** @param {CommandLine} of @returns {Promise<Done>} */
async function run({ args, files, colors }) {
  const tell = (/** @type {string} */ text) => postMessage({ number: 2, bytes: new TextEncoder().encode(`reversi: ${text}\n`) });
  const root = new Folder();
  for (const [path, content] of files) {
    try {
      root.put(path, new Uint8Array(await content.arrayBuffer()));
    } catch {
      // A browser does not copy dropped files.
      tell(`cannot read ${path}: the file was changed or removed after it was dropped; drop it again`);
      return { code: 2, files: [] };
    }
  }
  const known = new Set([...root.files()].map(([, file]) => file));
  const env = colors ? { CLICOLOR_FORCE: "1" } : { NO_COLOR: "1" };
  const write = (/** @type {1 | 2} */ number, /** @type {Uint8Array} */ bytes) => postMessage({ number, bytes });
  const system = new Wasi({ args: ["reversi", ...args], env, root, write, most: MOST_BYTES });
  let code = 2;
  try {
    code = system.run(program);
  } catch (error) {
    // Browsers limit memory and the depth of calls.
    tell(`the browser stopped the program: ${error}`);
  }
  if (system.isFull) tell(`the files are larger than ${MOST_BYTES / 2 ** 20} MB, the limit of this page; the command-line program has no limit`);
  const made = [...root.files()].filter(([, file]) => !known.has(file));
  return { code, files: made.map(([path, file]) => [path, file.bytes.slice()]) };
}

addEventListener("message", async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    program = data;
    return;
  }
  const done = await run(data);
  postMessage(done, { transfer: done.files.map(([, bytes]) => bytes.buffer) });
});

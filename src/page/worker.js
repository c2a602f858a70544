// The worker of the page: runs one command line after the other, each in an instance of the program of its own.

/** The bytes that all files of a command may have together. */
const MOST_BYTES = 2 ** 28;

/** @type {WebAssembly.Module} */
let program;

/**
 * A command line: the words after the program's name, the files that it finds by their paths, and whether texts get colours.
 * @typedef {{ args: string[], files: [string, Blob][], colors: boolean }} CommandLine
 * Its result: the exit code, and the files that it has written.
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
      // A browser keeps no copy of what was dropped.
      tell(`cannot read ${path}: it has changed, or has gone, since it was dropped; drop it again`);
      return { code: 2, files: [] };
    }
  }
  const given = new Set([...root.files()].map(([, file]) => file));
  const env = colors ? { CLICOLOR_FORCE: "1" } : { NO_COLOR: "1" };
  const write = (/** @type {1 | 2} */ number, /** @type {Uint8Array} */ bytes) => postMessage({ number, bytes });
  const system = new Wasi({ args: ["reversi", ...args], env, root, write, most: MOST_BYTES });
  let code = 2;
  try {
    code = system.run(program);
  } catch (error) {
    // What a browser does not allow: too much memory, or calls too deep.
    tell(`the browser has ended the program: ${error}`);
  }
  if (system.isFull) tell(`this page has room for ${MOST_BYTES / 2 ** 20} MB of files; the program on a computer writes files of any length`);
  const made = [...root.files()].filter(([, file]) => !given.has(file));
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

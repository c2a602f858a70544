// Answers the requests of the page one by one, each in a new instance of the module.

/** An instance of the module. */
class Instance {
  /** @param {WebAssembly.Module} module @param {(message: any) => void} event takes messages before the answer */
  constructor(module, event) {
    const take = (/** @type {number} */ place, /** @type {number} */ length) => event(JSON.parse(this.text(place, length)));
    /** @type {any} */
    this.functions = new WebAssembly.Instance(module, { page: { event: take } }).exports;
  }

  /** @param {number} place @param {number} length */
  text(place, length) {
    return new TextDecoder().decode(new Uint8Array(this.functions.memory.buffer, place, length));
  }

  /** Copies bytes into the module. @param {Uint8Array} bytes @returns {[number, number]} */
  given(bytes) {
    const place = this.functions.room(bytes.length) >>> 0;
    new Uint8Array(this.functions.memory.buffer, place, bytes.length).set(bytes);
    return [place, bytes.length];
  }

  /** Adds a file. @param {string} path @param {Uint8Array} bytes */
  put(path, bytes) {
    this.functions.put(...this.given(new TextEncoder().encode(path)), ...this.given(bytes));
  }

  /** The answer to a request, or the problem. @param {object} request */
  ask(request) {
    const answer = BigInt.asUintN(64, this.functions.answer(...this.given(new TextEncoder().encode(JSON.stringify(request)))));
    return JSON.parse(this.text(Number(answer >> 32n), Number(answer & 0xffffffffn)));
  }
}

/** The largest number of bytes of all files of a request. */
const MOST_BYTES = 2 ** 28;

/** @type {WebAssembly.Module} */
let module;

/** @param {{ request: object, files: [string, Blob][] }} of */
async function answered({ request, files }) {
  let bytes = 0;
  try {
    const instance = new Instance(module, (event) => postMessage({ event }));
    for (const [path, content] of files) {
      bytes += content.size;
      if (bytes > MOST_BYTES) return { problem: `the files have more than ${MOST_BYTES / 2 ** 20} MB, the limit of this page`, excerpt: "" };
      const read = await content.arrayBuffer().catch(() => undefined);
      // A browser does not copy dropped files.
      if (!read) return { problem: `cannot read ${path}: the file was changed or removed after it was dropped; drop it again`, excerpt: "" };
      instance.put(path, new Uint8Array(read));
    }
    return instance.ask(request);
  } catch (error) {
    // Browsers limit memory and the depth of calls.
    return { problem: `the browser stopped the program: ${error}`, excerpt: "" };
  }
}

addEventListener("message", async ({ data }) => {
  if (data instanceof WebAssembly.Module) module = data;
  else postMessage(await answered(data));
});

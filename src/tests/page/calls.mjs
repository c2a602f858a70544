// Compares the system calls of the page with those of Node.js, one after the other with the same arguments. Both must
// have the same results, memory and files. Prints the number of compared calls for each name.
//
//   node --no-warnings calls.mjs WASI.js FOLDER CALLS SEED
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WASI } from "node:wasi";

const [script, folder, calls, seed] = process.argv.slice(2);
const { Wasi, Folder, Exit } = new Function(`${readFileSync(script, "utf8")}; return { Wasi, Folder, Exit };`)();

/** A program with a memory of 4 pages, which does nothing: its system is called from here. */
const PROGRAM = Uint8Array.from(
  "0061736d01000000 010401600000 03020100 0503010004 071302066d656d6f72790200065f73746172740000 0a040102000b".replaceAll(" ", "").match(/../g),
  (byte) => Number.parseInt(byte, 16),
);
const module = new WebAssembly.Module(PROGRAM);
const args = ["reversi", "-i", "board.txt"];
const env = { NO_COLOR: "1" };

// Both systems have the same files.
const FILES = { a: "0123456789", "d/e": "in a folder\n", "d/g/h": "", empty: "" };
const root = new Folder();
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
  root.put(path, new TextEncoder().encode(text));
}

const theirs = new WASI({ version: "preview1", args, env, preopens: { "/": folder }, returnOnExit: true });
const instance = new WebAssembly.Instance(module);
theirs.start(instance);
const ours = new Wasi({ args, env, root, write: () => {}, most: 1 << 20 });
ours.memory = new WebAssembly.Memory({ initial: 4 });
const systems = [
  { call: (name, values) => theirs.wasiImport[name](...values), memory: instance.exports.memory },
  { call: (name, values) => ours.imports().wasi_snapshot_preview1[name](...values), memory: ours.memory },
];

// The places of arguments and results in memory.
const [PATH, NEW_PATH, LIST, BYTES, RESULT] = [1024, 2048, 4096, 8192, 65536];
let state = BigInt(seed);
function random(below) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(below));
}
const one = (list) => list[random(list.length)];

function put(at, text) {
  const bytes = new TextEncoder().encode(text);
  for (const { memory } of systems) new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  return [at, bytes.length];
}

/** A list of two parts of memory. */
function parts(first, second) {
  for (const { memory } of systems) new Uint32Array(memory.buffer, LIST, 4).set([BYTES, first, BYTES + 4096, second]);
  return [LIST, 2];
}

const PATHS = ["a", "b", "d", "d/e", "d/f", "d/g", "d/g/h", "./a", "d/../a", "d/./e", "empty", "x/y", "a/y", "", "d/", "a/", "b/", "..", "../a", ".", "d/g/../e", "new", "d/new"];
const READ = 0x2n | 0x4n | 0x20n | 0x200000n;
const WRITE = 0x40n | 0x4n | 0x20n | 0x200000n | 0x400000n;
const NUMBERS = [0, 3, 3, 4, 5, 6, 7, 8, 9, 77];

/** What a call leaves in memory that does not depend on the machine or the time. */
const bytes = (at, length) => (memory) => [...new Uint8Array(memory.buffer, at, length)].join(" ");
const filestat = (memory) => {
  const view = new DataView(memory.buffer, RESULT, 64);
  const kind = view.getUint8(16);
  return [kind, kind === 4 ? view.getBigUint64(32, true) : ""].join(" ");
};
// Node.js returns the flags of Linux, which have other numbers.
const fdstat = (memory) => new DataView(memory.buffer, RESULT, 24).getUint8(0);
const nothing = () => "";
const list = (memory) => {
  const used = new DataView(memory.buffer).getUint32(RESULT, true);
  const view = new DataView(memory.buffer, BYTES, used);
  const names = [];
  for (let at = 0; at < used; ) {
    const length = view.getUint32(at + 16, true);
    const name = new TextDecoder().decode(new Uint8Array(memory.buffer, BYTES + at + 24, length));
    // Node.js does not list `.` and `..` either.
    names.push(`${name} ${view.getUint8(at + 20)}`);
    at += 24 + length;
  }
  return names.sort().join(", ");
};

/** A call with arguments, and what it leaves. */
const CALLS = {
  args_sizes_get: () => [[RESULT, RESULT + 4], bytes(RESULT, 8)],
  args_get: () => [[RESULT, RESULT + 256], bytes(RESULT, 300)],
  environ_sizes_get: () => [[RESULT, RESULT + 4], bytes(RESULT, 8)],
  environ_get: () => [[RESULT, RESULT + 256], bytes(RESULT, 300)],
  clock_time_get: () => [[one([0, 1]), 0n, RESULT], nothing],
  random_get: () => [[RESULT, random(256)], nothing],
  sched_yield: () => [[], nothing],
  fd_prestat_get: () => [[one([3, 4, 5, 77]), RESULT], bytes(RESULT, 8)],
  fd_prestat_dir_name: () => [[one([3, 77]), RESULT, 1], bytes(RESULT, 1)],
  fd_close: () => [[one([4, 5, 6, 7, 8, 9, 77])], nothing],
  fd_fdstat_get: () => [[one(NUMBERS.slice(1)), RESULT], fdstat],
  fd_filestat_get: () => [[one(NUMBERS.slice(1)), RESULT], filestat],
  fd_seek: () => [[one(NUMBERS.slice(1)), BigInt(random(30) - 6), random(3), RESULT], bytes(RESULT, 8)],
  fd_read: () => [[one(NUMBERS.slice(1)), ...parts(random(8), random(20)), RESULT], (memory) => bytes(RESULT, 4)(memory) + bytes(BYTES, 32)(memory) + bytes(BYTES + 4096, 32)(memory)],
  fd_write: () => {
    put(BYTES, "abcdefgh");
    put(BYTES + 4096, "ijklmnopqrstuvwxyz\n");
    return [[one(NUMBERS.slice(1)), ...parts(random(9), random(19)), RESULT], bytes(RESULT, 4)];
  },
  // Node.js finds an open folder by its old name, which another folder may have now. The first folder keeps its name.
  fd_readdir: () => [[one([3, 77]), BYTES, 4000, 0n, RESULT], list],
  path_filestat_get: () => [[one([3, 3, 3, 4, 5, 6, 77]), 1, ...put(PATH, one(PATHS)), RESULT], filestat],
  path_open: () => {
    const [how, rights, flags] = one([[0, READ, 0], [0, READ, 0], [9, WRITE, 0], [5, WRITE, 0], [1, READ | WRITE, 0], [1, WRITE, 1], [2, 0x4000n, 0], [0, WRITE, 0], [8, WRITE, 0]]);
    return [[one([3, 3, 3, 4, 5, 6, 77]), 1, ...put(PATH, one(PATHS)), how, rights, rights, flags, RESULT], bytes(RESULT, 4)];
  },
  path_create_directory: () => [[one([3, 3, 4]), ...put(PATH, one(["b", "d", "d/n", "x/y", "a"]))], nothing],
  path_unlink_file: () => [[one([3, 3, 4]), ...put(PATH, one(PATHS.slice(0, 14)))], nothing],
  path_remove_directory: () => [[one([3, 3, 4]), ...put(PATH, one(["b", "d/n", "d/g", "d", "x/y", "a"]))], nothing],
  path_rename: () => [[3, ...put(PATH, one(["a", "b", "d/e", "d/f", "new", "d/n", "x"])), 3, ...put(NEW_PATH, one(["a", "b", "d/e", "d/f", "new", "d/n", "d/n/x", "d"]))], nothing],
  path_readlink: () => [[3, ...put(PATH, one(["a", "b", "d", "x/y"])), RESULT, 100, RESULT + 200], nothing],
};

/** The files of a folder of the machine, by their paths. */
function* files(path = "") {
  for (const name of readdirSync(join(folder, path)).sort()) {
    const below = path + name;
    if (statSync(join(folder, below)).isDirectory()) {
      yield `${below}/`;
      yield* files(`${below}/`);
    } else yield `${below} ${readFileSync(join(folder, below), "latin1")}`;
  }
}
function* stored(of = root, path = "") {
  for (const [name, entry] of [...of.entries].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (entry instanceof Folder) {
      yield `${path}${name}/`;
      yield* stored(entry, `${path}${name}/`);
    } else yield `${path}${name} ${Buffer.from(entry.bytes).toString("latin1")}`;
  }
}

const compared = {};
let different = 0;
for (let number = 0; number < Number(calls) && different < 20; number++) {
  const name = one([...Object.keys(CALLS), "path_open", "path_open", "fd_write", "fd_read", "fd_seek"]);
  const [values, left] = CALLS[name]();
  const [their, our] = systems.map(({ call, memory }) => {
    new Uint8Array(memory.buffer, RESULT, 512).fill(0);
    if (!name.includes("write")) new Uint8Array(memory.buffer, BYTES, 8192).fill(0);
    const result = call(name, values);
    return `${result} ${result === 0 ? left(memory) : ""}`;
  });
  const [onDisk, inMemory] = [[...files()].join("\n"), [...stored()].join("\n")];
  compared[name] = (compared[name] ?? 0) + 1;
  if (their !== our || onDisk !== inMemory) {
    const path = name.startsWith("path_") ? new TextDecoder().decode(new Uint8Array(ours.memory.buffer, PATH, 16)).replace(/\0.*/s, "") : "";
    console.error(`call ${number}: ${name}(${values.join(", ")}) ${path}\n  Node.js  ${their}\n  the page ${our}`);
    if (onDisk !== inMemory) console.error(`files:\n${onDisk}\nin memory:\n${inMemory}`);
    different++;
    if (onDisk !== inMemory) break;
  }
}
try {
  ours.calls.proc_exit(3);
} catch (error) {
  if (!(error instanceof Exit && error.code === 3)) throw error;
}
for (const [name, count] of Object.entries(compared).sort()) console.log(`${name} ${count}`);
process.exitCode = different > 0 ? 1 : 0;

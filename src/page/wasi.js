// Implements the system calls of WASI preview 1 for the program, with files in memory.
//
// Names, numbers and layouts follow the specification.
"use strict";

/** The numbers of the errors that the calls return. */
const ERROR = { badf: 8, exist: 20, fbig: 22, inval: 28, isdir: 31, noent: 44, nosys: 52, notdir: 54, notempty: 55, spipe: 70, notcapable: 76 };

/** The kinds of open files. */
const KIND = { stream: 2, folder: 3, file: 4 };

/** The rights of an open file. */
const RIGHT = { read: 2n, seek: 4n, write: 64n, makeFolder: 1n << 9n, makeFile: 1n << 10n, open: 1n << 13n, list: 1n << 14n, readLink: 1n << 15n, renameFrom: 1n << 16n, renameTo: 1n << 17n, describe: 1n << 18n, describeOpen: 1n << 21n, resize: 1n << 22n, removeFolder: 1n << 25n, remove: 1n << 26n };

const ALL_RIGHTS = 0x1fffffffn;
const RIGHTS_OF_FOLDER = 0xfbffe98n;
const RIGHTS_OF_STREAM = 0x820004an;

/** A call that fails, by its number. */
class Failure {
  /** @param {number} number */
  constructor(number) {
    this.number = number;
  }
}

/** The program has ended by itself. */
class Exit {
  /** @param {number} code */
  constructor(code) {
    this.code = code;
  }
}

/** A file, a folder or a stream. */
class Entry {
  static last = 0n;
  number = ++Entry.last;
  changed = BigInt(Date.now()) * 1_000_000n;
}

class StoredFile extends Entry {
  kind = KIND.file;

  /** @param {Uint8Array} bytes the file's own from now on */
  constructor(bytes = new Uint8Array()) {
    super();
    this.room = bytes;
    this.size = bytes.length;
  }

  /** The bytes of the file. */
  get bytes() {
    return this.room.subarray(0, this.size);
  }

  /** Gives the file a size; new bytes are zero. @param {number} size */
  resize(size) {
    if (size > this.room.length) {
      const room = new Uint8Array(Math.max(size, 2 * this.room.length));
      room.set(this.bytes);
      this.room = room;
    } else if (size < this.size) {
      this.room.fill(0, size, this.size);
    }
    this.size = size;
    this.changed = BigInt(Date.now()) * 1_000_000n;
  }
}

class Folder extends Entry {
  kind = KIND.folder;
  size = 0;
  /** @type {Map<string, StoredFile | Folder>} */
  entries = new Map();

  /** Puts a file at a path, with the folders that lead there. @param {string} path @param {Uint8Array} bytes */
  put(path, bytes) {
    const names = path.split("/");
    const name = /** @type {string} */ (names.pop());
    /** @type {Folder} */
    let folder = this;
    for (const step of names) {
      if (!folder.entries.has(step)) folder.entries.set(step, new Folder());
      folder = /** @type {Folder} */ (folder.entries.get(step));
    }
    folder.entries.set(name, new StoredFile(bytes));
  }

  /** True if a folder is this one or lies below it. @param {Folder} other @returns {boolean} */
  holds(other) {
    return this === other || [...this.entries.values()].some((entry) => entry instanceof Folder && entry.holds(other));
  }

  /** The files below this folder, by their paths. @returns {Generator<[string, StoredFile]>} */
  *files(path = "") {
    for (const [name, entry] of this.entries) {
      if (entry instanceof Folder) yield* entry.files(`${path}${name}/`);
      else yield [path + name, entry];
    }
  }
}

/** Standard input, output or error. */
class Stream extends Entry {
  kind = KIND.stream;
  size = 0;

  /** @param {(bytes: Uint8Array) => void} write takes the written bytes; there is nothing to read */
  constructor(write) {
    super();
    this.write = write;
  }
}

/** An open file, folder or stream. */
class Open {
  offset = 0;

  /** @param {StoredFile | Folder | Stream} entry @param {bigint} rights @param {bigint} inherited by files that are opened below @param {number} flags */
  constructor(entry, rights, inherited, flags = 0) {
    this.entry = entry;
    this.rights = rights;
    this.inherited = inherited;
    this.flags = flags;
  }
}

/** The names of a path, without those that `..` removes. The first folder has no parent. @param {string} path */
function namesOf(path) {
  /** @type {string[]} */
  const names = [];
  for (const name of path.split("/").filter((name) => name !== "" && name !== ".")) {
    if (name === "..") names.pop();
    else names.push(name);
  }
  return names;
}

class Wasi {
  /** The program's memory, once there is an instance. @type {WebAssembly.Memory} */
  memory;

  /**
   * @param {{ args: string[], env: Record<string, string>, root: Folder, write: (number: 1 | 2, bytes: Uint8Array) => void, most: number }} of
   *   the program's name and arguments, its environment, its files, a function that takes its standard output (1) and error
   *   (2), and the most bytes of all files together
   */
  constructor({ args, env, root, write, most }) {
    const text = (/** @type {string} */ string) => new TextEncoder().encode(`${string}\0`);
    this.args = args.map(text);
    this.environment = Object.entries(env).map(([name, value]) => text(`${name}=${value}`));
    this.root = root;
    const stream = (/** @type {(bytes: Uint8Array) => void} */ write) => new Open(new Stream(write), RIGHTS_OF_STREAM, 0n);
    this.open = new Map([
      [0, stream(() => {})],
      [1, stream((bytes) => write(1, bytes))],
      [2, stream((bytes) => write(2, bytes))],
      [3, new Open(root, RIGHTS_OF_FOLDER, ALL_RIGHTS)],
    ]);
    this.most = most;
    /** True if a file was refused more room. */
    this.isFull = false;
  }

  /** The calls as an instance imports them. A thrown number becomes the returned number. */
  imports() {
    const calls = Object.entries(this.calls).map(([name, call]) => [
      name,
      (/** @type {any[]} */ ...values) => {
        try {
          call(...values);
          return 0;
        } catch (error) {
          if (error instanceof Failure) return error.number;
          throw error;
        }
      },
    ]);
    return { wasi_snapshot_preview1: Object.fromEntries(calls) };
  }

  /** Runs a program to its end and returns its exit code. @param {WebAssembly.Module} module */
  run(module) {
    const instance = new WebAssembly.Instance(module, this.imports());
    this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    try {
      /** @type {() => void} */ (instance.exports._start)();
      return 0;
    } catch (error) {
      if (error instanceof Exit) return error.code;
      throw error;
    }
  }

  /** The current memory, which may have grown. */
  get view() {
    return new DataView(this.memory.buffer);
  }

  /** @param {number} at @param {number} length */
  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  /** @param {number} at @param {number} length */
  text(at, length) {
    return new TextDecoder().decode(this.bytes(at, length));
  }

  /** The open file of a number; fails without these rights. @param {number} number @param {bigint} rights */
  opened(number, rights = 0n) {
    const open = this.open.get(number);
    if (!open) throw new Failure(ERROR.badf);
    if ((open.rights & rights) !== rights) throw new Failure(ERROR.notcapable);
    return open;
  }

  /** An open file that has a position. @param {number} number @param {bigint} rights */
  file(number, rights) {
    const open = this.opened(number, rights);
    if (open.entry instanceof Stream) throw new Failure(ERROR.spipe);
    if (open.entry instanceof Folder) throw new Failure(ERROR.isdir);
    return /** @type {Open & { entry: StoredFile }} */ (open);
  }

  /**
   * The folder of the last name of a path, the name, and the entry of this name, if there is one.
   * @param {number} number of an open folder @param {bigint} right @param {number} at @param {number} length
   * @returns {{ folder: Folder, name: string, entry: StoredFile | Folder | undefined, endsInSlash: boolean }}
   */
  found(number, right, at, length) {
    const { entry: start } = this.opened(number, right);
    if (!(start instanceof Folder)) throw new Failure(ERROR.notdir);
    const path = this.text(at, length);
    if (path === "") throw new Failure(ERROR.inval);
    let [folder, name] = [start, "."];
    /** @type {StoredFile | Folder | undefined} */
    let entry = start;
    for (const step of namesOf(path)) {
      if (entry === undefined) throw new Failure(ERROR.noent);
      if (!(entry instanceof Folder)) throw new Failure(ERROR.notdir);
      [folder, name, entry] = [entry, step, entry.entries.get(step)];
    }
    return { folder, name, entry, endsInSlash: path.endsWith("/") };
  }

  /** Gives a file a size, if there is room for it. @param {StoredFile} file @param {number} size */
  resize(file, size) {
    const stored = [...this.root.files()].reduce((sum, [, stored]) => sum + stored.size, 0);
    if (stored + size - file.size > this.most) {
      this.isFull = true;
      throw new Failure(ERROR.fbig);
    }
    file.resize(size);
  }

  /** Writes the properties of an entry. @param {number} at @param {StoredFile | Folder | Stream} entry */
  describe(at, { kind, number, size, changed }) {
    const { view } = this;
    this.bytes(at, 64).fill(0);
    view.setBigUint64(at + 8, number, true);
    view.setUint8(at + 16, kind);
    view.setBigUint64(at + 24, 1n, true);
    view.setBigUint64(at + 32, BigInt(size), true);
    for (const time of [40, 48, 56]) view.setBigUint64(at + time, changed, true);
  }

  /** Writes texts one after the other, and the place of each. @param {Uint8Array[]} texts @param {number} places @param {number} at */
  write(texts, places, at) {
    for (const text of texts) {
      this.view.setUint32(places, at, true);
      this.bytes(at, text.length).set(text);
      places += 4;
      at += text.length;
    }
  }

  /** Writes the number of texts, and their length. @param {Uint8Array[]} texts @param {number} count @param {number} length */
  measure(texts, count, length) {
    this.view.setUint32(count, texts.length, true);
    this.view.setUint32(length, texts.reduce((sum, text) => sum + text.length, 0), true);
  }

  /** The parts of memory in a list. @param {number} list @param {number} count */
  parts(list, count) {
    const { view } = this;
    return Array.from({ length: count }, (_, index) => this.bytes(view.getUint32(list + 8 * index, true), view.getUint32(list + 8 * index + 4, true)));
  }

  /** Reads a file from a place on, and returns the number of bytes. @param {StoredFile} file @param {number} offset @param {Uint8Array[]} parts */
  readAt(file, offset, parts) {
    const start = offset;
    for (const part of parts) {
      const bytes = file.bytes.subarray(offset, offset + part.length);
      part.set(bytes);
      offset += bytes.length;
    }
    return offset - start;
  }

  /** Writes into a file from a place on, and returns the number of bytes. @param {StoredFile} file @param {number} offset @param {Uint8Array[]} parts */
  writeAt(file, offset, parts) {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (length === 0) return 0;
    if (offset + length > file.size) this.resize(file, offset + length);
    for (const part of parts) {
      file.room.set(part, offset);
      offset += part.length;
    }
    return length;
  }

  /** The calls. Numbers of 64 bits come as `BigInt`. @type {Record<string, (...values: any[]) => void>} */
  calls = {
    args_sizes_get: (count, length) => this.measure(this.args, count, length),
    args_get: (places, at) => this.write(this.args, places, at),
    environ_sizes_get: (count, length) => this.measure(this.environment, count, length),
    environ_get: (places, at) => this.write(this.environment, places, at),

    clock_time_get: (clock, _precision, at) => {
      if (clock > 3) throw new Failure(ERROR.inval);
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      this.view.setBigUint64(at, BigInt(Math.round(milliseconds * 1000)) * 1000n, true);
    },
    random_get: (at, length) => {
      for (let done = 0; done < length; done += 65536) crypto.getRandomValues(this.bytes(at + done, Math.min(65536, length - done)));
    },
    sched_yield: () => {},
    poll_oneoff: () => {
      throw new Failure(ERROR.nosys);
    },
    proc_exit: (code) => {
      throw new Exit(code);
    },

    fd_prestat_get: (number, at) => {
      if (number !== 3) throw new Failure(this.open.has(number) ? ERROR.inval : ERROR.badf);
      this.view.setUint32(at, 0, true);
      this.view.setUint32(at + 4, 1, true);
    },
    fd_prestat_dir_name: (number, at) => {
      if (number !== 3) throw new Failure(this.open.has(number) ? ERROR.inval : ERROR.badf);
      this.bytes(at, 1)[0] = "/".charCodeAt(0);
    },
    fd_close: (number) => {
      this.opened(number);
      this.open.delete(number);
    },
    fd_fdstat_get: (number, at) => {
      const { entry, flags, rights, inherited } = this.opened(number);
      const { view } = this;
      this.bytes(at, 24).fill(0);
      view.setUint8(at, entry.kind);
      view.setUint16(at + 2, flags, true);
      view.setBigUint64(at + 8, rights, true);
      view.setBigUint64(at + 16, inherited, true);
    },
    fd_filestat_get: (number, at) => this.describe(at, this.opened(number, RIGHT.describeOpen).entry),
    fd_seek: (number, offset, from, at) => {
      const open = this.file(number, RIGHT.seek);
      if (from > 2) throw new Failure(ERROR.inval);
      const place = [0, open.offset, open.entry.size][from] + Number(offset);
      if (place < 0) throw new Failure(ERROR.inval);
      open.offset = place;
      this.view.setBigUint64(at, BigInt(place), true);
    },
    fd_read: (number, list, count, at) => {
      const open = this.opened(number, RIGHT.read);
      const read = open.entry instanceof Stream ? 0 : this.readAt(this.file(number, 0n).entry, open.offset, this.parts(list, count));
      open.offset += read;
      this.view.setUint32(at, read, true);
    },
    fd_write: (number, list, count, at) => {
      const open = this.opened(number, RIGHT.write);
      const parts = this.parts(list, count);
      if (open.entry instanceof Stream) {
        const { entry } = open;
        for (const part of parts) entry.write(part.slice());
        this.view.setUint32(at, parts.reduce((sum, part) => sum + part.length, 0), true);
        return;
      }
      const { entry } = this.file(number, 0n);
      const place = open.flags & 1 ? entry.size : open.offset;
      const written = this.writeAt(entry, place, parts);
      open.offset = place + written;
      this.view.setUint32(at, written, true);
    },
    fd_readdir: (number, at, length, cookie, used) => {
      const { entry } = this.opened(number, RIGHT.list);
      if (!(entry instanceof Folder)) throw new Failure(ERROR.notdir);
      let done = 0;
      for (const [index, [name, below]] of [...entry.entries].entries()) {
        if (index < Number(cookie) || done === length) continue;
        const text = new TextEncoder().encode(name);
        const record = new Uint8Array(24 + text.length);
        const view = new DataView(record.buffer);
        view.setBigUint64(0, BigInt(index + 1), true);
        view.setBigUint64(8, below.number, true);
        view.setUint32(16, text.length, true);
        view.setUint8(20, below.kind);
        record.set(text, 24);
        // If the last record does not fit, it is cut. The caller then asks for it again with more room.
        const kept = record.subarray(0, length - done);
        this.bytes(at + done, kept.length).set(kept);
        done += kept.length;
      }
      this.view.setUint32(used, done, true);
    },

    path_filestat_get: (number, _follow, path, length, at) => {
      const { entry, endsInSlash } = this.found(number, RIGHT.describe, path, length);
      if (!entry) throw new Failure(ERROR.noent);
      if (endsInSlash && !(entry instanceof Folder)) throw new Failure(ERROR.notdir);
      this.describe(at, entry);
    },
    path_open: (number, _follow, path, length, how, rights, inherited, flags, at) => {
      const [creates, wantsFolder, isNew, empties] = [1, 2, 4, 8].map((bit) => (how & bit) !== 0);
      const above = this.opened(number);
      const { folder, name, entry: there, endsInSlash } = this.found(number, RIGHT.open | (creates ? RIGHT.makeFile : 0n), path, length);
      let entry = there;
      if (creates && endsInSlash) throw new Failure(entry instanceof StoredFile ? ERROR.notdir : ERROR.isdir);
      if (entry && creates && isNew) throw new Failure(ERROR.exist);
      if (!entry && !creates) throw new Failure(ERROR.noent);
      const writes = (rights & (RIGHT.write | RIGHT.resize)) !== 0n;
      if (entry instanceof Folder && (writes || empties || creates) && !wantsFolder) throw new Failure(ERROR.isdir);
      if (entry instanceof StoredFile && (wantsFolder || endsInSlash)) throw new Failure(ERROR.notdir);
      if (!entry) {
        entry = new StoredFile();
        folder.entries.set(name, entry);
      }
      if (empties && entry instanceof StoredFile) this.resize(entry, 0);
      let free = 4;
      while (this.open.has(free)) free++;
      const possible = entry instanceof Folder ? rights & RIGHTS_OF_FOLDER : rights;
      this.open.set(free, new Open(entry, possible & above.inherited, inherited & above.inherited, flags));
      this.view.setUint32(at, free, true);
    },
    path_create_directory: (number, path, length) => {
      const { folder, name, entry } = this.found(number, RIGHT.makeFolder, path, length);
      if (entry) throw new Failure(ERROR.exist);
      folder.entries.set(name, new Folder());
    },
    path_unlink_file: (number, path, length) => {
      const { folder, name, entry } = this.found(number, RIGHT.remove, path, length);
      if (!entry) throw new Failure(ERROR.noent);
      if (entry instanceof Folder) throw new Failure(ERROR.isdir);
      folder.entries.delete(name);
    },
    path_remove_directory: (number, path, length) => {
      const { folder, name, entry } = this.found(number, RIGHT.removeFolder, path, length);
      if (!entry) throw new Failure(ERROR.noent);
      if (!(entry instanceof Folder)) throw new Failure(ERROR.notdir);
      if (entry.entries.size > 0) throw new Failure(ERROR.notempty);
      folder.entries.delete(name);
    },
    path_rename: (number, path, length, newNumber, newPath, newLength) => {
      const from = this.found(number, RIGHT.renameFrom, path, length);
      const to = this.found(newNumber, RIGHT.renameTo, newPath, newLength);
      if (!from.entry) throw new Failure(ERROR.noent);
      if (to.entry === from.entry) return;
      if (from.entry instanceof Folder && from.entry.holds(to.folder)) throw new Failure(ERROR.inval);
      if (to.entry instanceof Folder && to.entry.holds(from.folder)) throw new Failure(ERROR.notempty);
      if (to.entry instanceof Folder && !(from.entry instanceof Folder)) throw new Failure(ERROR.isdir);
      if (to.entry instanceof StoredFile && from.entry instanceof Folder) throw new Failure(ERROR.notdir);
      if (to.entry instanceof Folder && to.entry.entries.size > 0) throw new Failure(ERROR.notempty);
      from.folder.entries.delete(from.name);
      to.folder.entries.set(to.name, from.entry);
    },
    path_readlink: (number, path, length) => {
      const { entry } = this.found(number, RIGHT.readLink, path, length);
      // This system has no links.
      throw new Failure(entry ? ERROR.inval : ERROR.noent);
    },
  };
}

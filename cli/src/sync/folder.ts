import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { messageOf, usage } from "../failure";
import { type Entry, type Fields, fileText, type Kind, type LocalEntry, type RemoteEntry } from "./entry";

/** Which state of each row the files were last made from, or pushed to. Belongs into the repository. */
const lockName = ".fieldkit.json";
const filesMax = 50_000;
const fileBytesMax = 5 * 1024 * 1024;

type Lock = { project: string; known: Record<string, string> };

/** A folder of a repository with a file for each entry. */
export class Folder {
  constructor(readonly path: string) {}

  /**
   * Every entry that has a file.
   * @throws {Failure} `usage` that names the file that cannot be read
   */
  read(kind: Kind): LocalEntry[] {
    const byKey = new Map<string, LocalEntry>();
    for (const file of this.#files()) {
      const shown = relative(this.path, file);
      const entry = { ...kind.fromFile(parsed(file), shown), file };
      const other = byKey.get(entry.key);
      if (other) throw usage(`${relative(this.path, other.file)} and ${shown} are both ${entry.key}.`);
      byKey.set(entry.key, entry);
    }
    return [...byKey.values()];
  }

  #files(): string[] {
    if (!existsSync(this.path)) return [];
    const found = readdirSync(this.path, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && each.name.endsWith(".json") && each.name !== lockName)
      .map((each) => join(each.parentPath, each.name))
      .sort();
    if (found.length > filesMax) throw usage(`${this.path} has more than ${filesMax} files.`);
    return found;
  }

  write(kind: Kind, entry: Entry, file: string): void {
    replace(file, fileText(kind.toFile(entry)));
  }

  remove({ file }: LocalEntry): void {
    rmSync(file, { force: true });
  }

  /** Where the file of something new goes. Names that differ in letter case only are one on some machines. */
  newFile({ name, key }: RemoteEntry, taken: ReadonlySet<string>): string {
    for (let at = 1; ; at += 1) {
      const file = join(this.path, `${name || encodeURIComponent(key)}${at === 1 ? "" : `-${at}`}.json`);
      if (!taken.has(file.toLowerCase()) && !existsSync(file)) return file;
    }
  }

  /** The states that are known of this project's rows. */
  known(project: string): Map<string, string> {
    const file = join(this.path, lockName);
    if (!existsSync(file)) return new Map();
    const lock = parsed(file) as Partial<Lock>;
    return new Map(lock.project === project ? Object.entries(lock.known ?? {}) : []);
  }

  keep(project: string, known: ReadonlyMap<string, string>): void {
    const lock: Lock = {
      project,
      known: Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1))),
    };
    replace(join(this.path, lockName), fileText(lock));
  }
}

function parsed(file: string): Fields {
  try {
    if (statSync(file).size > fileBytesMax) throw new Error("it is too large");
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  } catch (error) {
    throw usage(`${file} cannot be read: ${messageOf(error)}`);
  }
  throw usage(`${file} cannot be read: it must be an object.`);
}

function replace(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

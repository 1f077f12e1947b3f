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
import type { Issue } from "@/lib/operations/operation";
import { Failure, messageOf } from "../failure";
import {
  type Entry,
  type Fields,
  type FileProblem,
  fileText,
  isFields,
  type Kind,
  type LocalEntry,
  type RemoteEntry,
} from "./entry";
import { isComplete, type Known } from "./plan";

/** The state of each row that the files were last in step with. Belongs in the repository. */
const lockName = ".fieldkit.json";
const filesMax = 50_000;
const fileBytesMax = 5 * 1024 * 1024;

/** Some editors on Windows write it. */
const byteOrderMark = /^\uFEFF/;

type Lock = {
  project: string;
  /** A string if the file has all fields of the row, so that both digests are the same. */
  known: Record<string, string | Known>;
};

/** A folder of a repository with a file for each entry. */
export class Folder {
  constructor(readonly path: string) {}

  /** Every entry that has a file, and the problems of all files. */
  read(kind: Kind): { entries: LocalEntry[]; problems: FileProblem[] } {
    const byKey = new Map<string, LocalEntry>();
    const problems: FileProblem[] = [];
    for (const file of this.#files()) {
      const issues: Issue[] = [];
      const content = parsed(file, issues);
      const entry = content && kind.fromFile(content, issues);
      problems.push(...issues.map((issue) => ({ file, ...issue })));
      if (!entry) continue;
      const other = byKey.get(entry.key);
      if (!other) byKey.set(entry.key, { ...entry, file });
      else {
        const message = `describes ${entry.key}, as ${relative(this.path, other.file)} does. Remove one of them.`;
        problems.push({ file, path: "", message });
      }
    }
    return { entries: [...byKey.values()], problems };
  }

  #files(): string[] {
    if (!existsSync(this.path)) return [];
    const all = readdirSync(this.path, { recursive: true, withFileTypes: true });
    const link = all.find((each) => each.isSymbolicLink());
    // Its target may be outside of the repository, and without it a push would delete what the file describes.
    if (link) {
      throw new Failure(
        "failed",
        `${join(link.parentPath, link.name)} is a symbolic link. Replace it with a file.`,
      );
    }
    const found = all
      .filter((each) => each.isFile() && each.name.endsWith(".json") && each.name !== lockName)
      .map((each) => join(each.parentPath, each.name))
      .sort();
    if (found.length > filesMax) throw new Failure("failed", `${this.path} has more than ${filesMax} files.`);
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
  known(project: string): Map<string, Known> {
    const file = join(this.path, lockName);
    if (!existsSync(file)) return new Map();
    const issues: Issue[] = [];
    const { project: of, known } = (parsed(file, issues) ?? {}) as Partial<Lock>;
    const isSound = issues.length === 0 && isFields(known ?? {}) && Object.values(known ?? {}).every(isState);
    if (!isSound) {
      throw new Failure(
        "failed",
        `Couldn't read ${file}. Restore it from your repository, or delete it and pull again.`,
      );
    }
    const entries = of === project ? Object.entries(known ?? {}) : [];
    return new Map(
      entries.map(([key, state]) => [key, typeof state === "string" ? { row: state, file: state } : state]),
    );
  }

  keep(project: string, known: ReadonlyMap<string, Known>): void {
    const entries = [...known].sort(([a], [b]) => (a < b ? -1 : 1));
    const lock: Lock = {
      project,
      known: Object.fromEntries(entries.map(([key, state]) => [key, isComplete(state) ? state.row : state])),
    };
    replace(join(this.path, lockName), fileText(lock));
  }
}

const isState = (state: unknown): boolean =>
  typeof state === "string" ||
  (isFields(state) && typeof state.row === "string" && typeof state.file === "string");

function parsed(file: string, issues: Issue[]): Fields | undefined {
  try {
    if (statSync(file).size > fileBytesMax) throw new Error(`must have at most ${fileBytesMax} bytes`);
    const value: unknown = JSON.parse(readFileSync(file, "utf8").replace(byteOrderMark, ""));
    if (isFields(value)) return value;
    issues.push({ path: "", message: "must be a JSON object" });
  } catch (error) {
    const message = error instanceof SyntaxError ? `isn't valid JSON: ${messageOf(error)}` : messageOf(error);
    issues.push({ path: "", message });
  }
  return undefined;
}

function replace(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

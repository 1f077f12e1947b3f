import { createHash } from "node:crypto";
import type { Issue } from "@/lib/operations/operation";
import type { Api } from "../api";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Fields = { [key: string]: Json };

/** One thing that is a file here and a row there. */
export type Entry = {
  /** What tells it from others on both sides, such as `GET /orders`. */
  key: string;
  /** As the API has it, without what calls and changes make of it. */
  fields: Fields;
};
export type LocalEntry = Entry & { file: string };
export type RemoteEntry = Entry & {
  /** The name of its file, without the ending, where there is none yet. */
  name: string;
};

/** A problem at one place of a file. */
export type FileProblem = Issue & { file: string };
export type Change<Remote extends RemoteEntry = RemoteEntry> = {
  local: LocalEntry;
  /** Undefined if it is to be created. */
  remote: Remote | undefined;
};
export type Sides<Remote extends RemoteEntry = RemoteEntry> = {
  local: readonly LocalEntry[];
  remote: readonly Remote[];
};

/** What is kept in a repository, and how it gets from there to the project. */
export type Kind<Remote extends RemoteEntry = RemoteEntry> = {
  /** In the plural. */
  noun: "mocks" | "flags";
  folder: string;
  covers: readonly string[];
  read(api: Api): Promise<Remote[]>;
  /**
   * The entry that a file describes, with the fields as the API stores them.
   * @param issues receives the file's problems
   * @returns undefined if the file names no mock or flag
   */
  fromFile(content: Fields, issues: Issue[]): Entry | undefined;
  /** Problems of changes that show before the first one is made. */
  check(api: Api, changes: readonly Change<Remote>[], all: Sides<Remote>): Promise<FileProblem[]>;
  /** The keys of the protected environments that changes affect. */
  protected(api: Api, changes: readonly Partial<Change<Remote>>[]): Promise<string[]>;
  toFile(entry: Entry): Fields;
  /** The fields of the row that the file has, which may be a few of them. */
  covered(local: Entry, remote: Remote): Fields;
  /** What a push would change of the row: the part of `local` that `remote` has otherwise, by the names of files. */
  changed(local: Entry, remote: Remote): Fields;
  create(api: Api, entry: Entry, headers: Headers): Promise<void>;
  /** Only while the row is as it was read. */
  update(api: Api, entry: Entry, remote: Remote, headers: Headers): Promise<void>;
  remove(api: Api, remote: Remote, headers: Headers): Promise<void>;
  /** Not what holds more than is in its file. */
  canRemove(remote: Remote): boolean;
};
export type Headers = Record<string, string>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The objects of a list that no schema has checked. Anything else in it counts as an object without fields. */
export const objectsIn = (list: Json | undefined): Fields[] =>
  Array.isArray(list) ? list.map((each) => (isFields(each) ? each : {})) : [];

/** The same for equal values, in whatever order their keys are. */
export function stableText(value: Json): string {
  return JSON.stringify(value, (_, each: Json) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

export const digestOf = ({ fields }: Pick<Entry, "fields">): string =>
  createHash("sha256").update(stableText(fields)).digest("base64url").slice(0, 22);

export const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined ? a === b : stableText(a) === stableText(b);

/** The fields that are given and differ. What a file leaves out stays as it is. */
export const differing = (local: Fields, remote: Fields): Fields =>
  Object.fromEntries(Object.entries(local).filter(([name, value]) => !isSame(value, remote[name])));

/** The fields of `row` that `local` has. */
export const shared = (local: Fields, row: Fields): Fields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(local, name)));

export const without = (row: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** First what people look for, then the rest by name, so that two files differ in what differs only. */
export function ordered(fields: Fields, first: readonly string[]): Fields {
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)));
}

/** The text of a file. */
export const fileText = (fields: Fields): string => `${JSON.stringify(fields, null, 2)}\n`;

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);

import { CommitParser } from "conventional-commits-parser";
import {
  isInternalScope,
  isInternalWork,
  type Kind,
  kindOfChore,
  kindOfType,
  kindOfWording,
  kinds,
} from "./kinds";
import { beginningOf } from "./message-text";

/** What one message says. */
export type Statement = {
  kind: Kind;
  /** Whether the author followed a convention; otherwise the kind is guessed from the wording. */
  isConventional: boolean;
  scope: string | null;
  /** The type of a conventional commit, in small letters. */
  type: string | null;
  /** The subject without type, scope and the number of a pull request. */
  title: string;
  /** Whether it breaks something for users; `breaking` then says how, if the author did. */
  isBreaking: boolean;
  breaking: string[];
  /** Numbers of pull requests and issues in the same repository: `12` for `#12`, `!12` for a merge request. */
  references: string[];
  /** What else the change consists of, in a line each. */
  details: string[];
};

/** The time that the parser's patterns take grows with the square of a line's length. */
const lineLengthMax = 500;
const titleLengthMax = 300;
/** How many items of a squashed message are read. */
const itemsMax = 200;
/** How many of them are shown. */
export const detailsMax = 8;

const parser = new CommitParser({
  headerPattern: /^(\w[\w-]*)(?:\(([^()\n]{0,100})\))?!?:\s+(.*)$/,
  breakingHeaderPattern: /^(\w[\w-]*)(?:\(([^()\n]{0,100})\))?!:\s+(.*)$/,
  // The parser's patterns for issues take cubic time, and ours are enough.
  issuePrefixes: undefined,
  referenceActions: undefined,
  noteKeywords: ["BREAKING CHANGE", "BREAKING-CHANGE", "BREAKING CHANGES", "BREAKING"],
});

/** What a commit's message says. The commits that a squash lists are its details. */
export function statementOf(message: string): Statement {
  const text = beginningOf(message)
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => line.slice(0, lineLengthMax))
    .join("\n");
  const [subject = "", ...rest] = text.split("\n");
  const own = ownStatement(subject, text);
  const items = squashedItems(rest);
  return items.length >= 2
    ? withParts(
        own,
        items.map((item) => ownStatement(item, item)),
      )
    : own;
}

/**
 * A statement with those of the commits that it stands for. What breaks in one of them breaks in the whole. They say
 * what kind of change it is when its own words don't.
 */
export function withParts(own: Statement, parts: readonly Statement[]): Statement {
  const told = parts.filter(({ isConventional }) => isConventional);
  const kind =
    own.isConventional || own.kind !== "change"
      ? own.kind
      : (mostNoticed(told, told.length === parts.length) ?? own.kind);
  return {
    ...own,
    kind,
    isBreaking: own.isBreaking || told.some(({ isBreaking }) => isBreaking),
    breaking: [
      ...own.breaking,
      ...told
        .filter(({ isBreaking }) => isBreaking)
        .flatMap(({ breaking, title }) => (breaking.length > 0 ? breaking : [title])),
    ],
    details: detailsFrom(told, { ...own, kind }),
  };
}

/** The parts of a change that are worth a line: what mends or tests the change itself is none of them. */
function detailsFrom(parts: readonly Statement[], own: Pick<Statement, "kind" | "title">): string[] {
  const seen = new Set([own.title.toLowerCase()]);
  const isNew = ({ title }: Statement) => !seen.has(title.toLowerCase()) && seen.add(title.toLowerCase());
  return parts
    .filter(({ kind }) => noticed.has(kind) && !(own.kind === "feature" && kind === "fix"))
    .filter(isNew)
    .slice(0, detailsMax)
    .map(({ title }) => title);
}

const noticed: ReadonlySet<Kind> = new Set(["feature", "fix", "performance", "change", "removal"]);

/** What readers notice most of some parts; if these are all parts, it may be that they notice nothing. */
function mostNoticed(told: readonly Statement[], areAll: boolean): Kind | undefined {
  const isOf = (kind: Kind) => told.some((part) => part.kind === kind);
  const found = kinds.find((kind) => noticed.has(kind) && kind !== "change" && isOf(kind));
  return found ?? (areAll && !isOf("change") ? kinds.find(isOf) : undefined);
}

/** Subjects that the body of a squashed pull request lists, one per bullet. */
function squashedItems(lines: string[]): string[] {
  const items = lines.flatMap((line) => {
    const [, item] = /^\s{0,3}[*-]\s+(\S.*)$/.exec(line) ?? [];
    return item ? [item.trim()] : [];
  });
  return items.slice(0, itemsMax);
}

function ownStatement(subject: string, whole: string): Statement {
  const parsed = parse(whole);
  const tagged = taggedWords(subject);
  const type = parsed?.type ?? tagged?.type ?? null;
  const [scope, rest] = [parsed?.scope ?? null, parsed?.subject ?? tagged?.title ?? null];
  const kind = type ? kindOfType(type, scope) : undefined;
  const worded = kind && rest ? { scope, title: rest } : scopedWords(subject);
  const notes = (parsed?.notes ?? []).map(({ text }) => oneLine(text)).filter(Boolean);
  const isBreaking = notes.length > 0 || /^\w[\w-]*(\([^()\n]{0,100}\))?!:/.test(subject);
  return {
    kind: kindFor(kind, worded),
    isConventional: kind !== undefined,
    scope: worded.scope,
    type: kind && type ? type.toLowerCase() : null,
    title: tidyTitle(worded.title),
    isBreaking,
    breaking: notes.filter((note) => note !== rest),
    references: [...new Set([...referencesIn(subject), ...closedBy(whole)])],
    details: [],
  };
}

type Worded = { scope: string | null; title: string };

function kindFor(kind: Kind | undefined, { scope, title }: Worded): Kind {
  if (kind === undefined) return scope && isInternalScope(scope) ? "maintenance" : kindOfWording(title);
  if (kind === "maintenance") return kindOfChore(title);
  // Tests and automation are nothing new to anybody, whatever type their author gave them.
  return (kind === "feature" || kind === "fix") && isInternalWork(title) ? "maintenance" : kind;
}

/** The type in brackets, as in `[Docs] How to begin` and `[Fix #12] Totals of an empty cart`. */
function taggedWords(subject: string): { type: string; title: string } | undefined {
  const [, type, title] = /^\[([A-Za-z]{2,20})(?: #\d{1,9})?\]:?\s+(\S.*)$/.exec(subject) ?? [];
  return type && title ? { type, title } : undefined;
}

/** Many projects begin a subject with the part that it is about, such as `net/http: fix timeouts`. */
function scopedWords(subject: string): Worded {
  const [, scope, inner, title] =
    /^([a-z][\w./-]{0,40})(?:\(([\w./ -]{1,40})\))?:\s+(\S.*)$/.exec(subject) ?? [];
  if (!scope || !title) {
    const [, file, change] = /^`?([\w/-]{1,60}(?:\.\w{1,4}){1,2})`? - (\S.*)$/.exec(subject) ?? [];
    return file && change ? { scope: file, title: change } : { scope: null, title: subject };
  }
  return { scope: inner && isInternalScope(inner) ? inner : scope, title };
}

function parse(text: string) {
  try {
    return parser.parse(text);
  } catch {
    // The parser refuses a message without a visible character.
    return undefined;
  }
}

function referencesIn(subject: string): string[] {
  const found = [...subject.matchAll(/(?:^|[\s([,])(#|!)(\d{1,9})\b/g)];
  return [...new Set(found.map(([, sign, number]) => (sign === "!" ? `!${number}` : `${number}`)))];
}

/** How many issues one commit closes, as far as that is told. */
const closedMax = 5;

/** Issues that a message closes in the words that forges know. */
const closedBy = (text: string): string[] =>
  [...text.matchAll(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? #(\d{1,9})\b/gi)]
    .slice(0, closedMax)
    .map(([, number]) => number ?? "");

/** One sentence with a capital first letter, without the pull request's number, full stop and control characters. */
export function tidyTitle(text: string): string {
  const plain = oneLine(text)
    .replace(/\s*\((?:[#!]\d+(?:,\s*)?)+\)\s*$/, "")
    .replace(/\s*\[(?:ci skip|skip ci)\]\s*$/i, "")
    .replace(/\s*\((?:[#!]\d+(?:,\s*)?)+\)\s*$/, "")
    .replace(/^[\s:–-]+/, "")
    .replace(/\s*\.$/, "");
  const short = plain.length > titleLengthMax ? `${plain.slice(0, titleLengthMax - 1).trimEnd()}…` : plain;
  // A name in code, such as `useState` or myFunction(), keeps its letters.
  const [word = ""] = short.split(/\s/, 1);
  return /^[a-z][a-z'-]*$/.test(word) ? short.charAt(0).toUpperCase() + short.slice(1) : short;
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, " ").trim();

import { CommitParser } from "conventional-commits-parser";
import { type Kind, kindOfType, kindOfWording } from "./kinds";
import { messageLengthMax, messageLinesMax } from "./limits";

/** What one message says, or one item of a squashed one. */
export type Statement = {
  kind: Kind;
  /** Whether the author followed a convention; otherwise the kind is guessed from the wording. */
  isConventional: boolean;
  scope: string | null;
  /** The subject without type, scope and the number of a pull request. */
  title: string;
  /** Whether it breaks something for users; `breaking` then says how, if the author did. */
  isBreaking: boolean;
  breaking: string[];
  /** Numbers of pull requests and issues in the same repository: `12` for `#12`. */
  references: string[];
};

/** The time that the parser's patterns take grows with the square of a line's length. */
const lineLengthMax = 500;
const titleLengthMax = 300;
/** How many items of a squashed message become changes. */
const itemsMax = 200;

const parser = new CommitParser({
  headerPattern: /^(\w[\w-]*)(?:\(([^()\n]{0,100})\))?!?:\s+(.*)$/,
  breakingHeaderPattern: /^(\w[\w-]*)(?:\(([^()\n]{0,100})\))?!:\s+(.*)$/,
  // The parser's patterns for issues take cubic time, and ours are enough.
  issuePrefixes: undefined,
  referenceActions: undefined,
  noteKeywords: ["BREAKING CHANGE", "BREAKING-CHANGE", "BREAKING CHANGES", "BREAKING"],
});

/** The statements of a commit message: usually one, several if a squash lists its commits. */
export function statementsOf(message: string): Statement[] {
  const text = beginningOf(message)
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => line.slice(0, lineLengthMax))
    .join("\n");
  const [subject = "", ...rest] = text.split("\n");
  const items = squashedItems(rest);
  const own = statementOf(subject, text);
  const listed = items
    .map((item) => statementOf(item, item))
    .filter((item) => item.isConventional && item.title.toLowerCase() !== own.title.toLowerCase());
  return items.length >= 2 ? [own, ...distinct(listed)] : [own];
}

/** As much of a message as is read. */
export function beginningOf(message: string): string {
  return message.slice(0, messageLengthMax).split("\n", messageLinesMax).join("\n");
}

/** Subjects that the body of a squashed pull request lists, one per bullet. */
function squashedItems(lines: string[]): string[] {
  const items = lines.flatMap((line) => {
    const [, item] = /^\s{0,3}[*-]\s+(\S.*)$/.exec(line) ?? [];
    return item ? [item.trim()] : [];
  });
  return items.slice(0, itemsMax);
}

function distinct(statements: Statement[]): Statement[] {
  const seen = new Set<string>();
  return statements.filter(({ kind, scope, title }) => {
    const key = `${kind} ${scope} ${title.toLowerCase()}`;
    return !seen.has(key) && seen.add(key);
  });
}

function statementOf(subject: string, whole: string): Statement {
  const parsed = parse(whole);
  const [type, scope, rest] = [parsed?.type ?? null, parsed?.scope ?? null, parsed?.subject ?? null];
  const kind = type ? kindOfType(type, scope) : undefined;
  const named = kind && rest ? rest : subject;
  const notes = (parsed?.notes ?? []).map(({ text }) => oneLine(text)).filter(Boolean);
  const isBreaking = notes.length > 0 || /^\w[\w-]*(\([^()\n]{0,100}\))?!:/.test(subject);
  return {
    kind: kind ?? kindOfWording(subject),
    isConventional: kind !== undefined,
    scope: kind ? scope : null,
    title: tidyTitle(named),
    isBreaking,
    breaking: notes.filter((note) => note !== rest),
    references: referencesIn(subject),
  };
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
  return [...subject.matchAll(/(?:^|[\s([])#(\d{1,9})\b/g)].map(([, number]) => number ?? "");
}

/** One sentence with a capital first letter, without the pull request's number, full stop and control characters. */
function tidyTitle(text: string): string {
  const plain = oneLine(text)
    .replace(/\s*\((?:#\d+(?:,\s*)?)+\)\s*$/, "")
    .replace(/^[\s:–-]+/, "")
    .replace(/\s*\.$/, "");
  const short = plain.length > titleLengthMax ? `${plain.slice(0, titleLengthMax - 1).trimEnd()}…` : plain;
  // A name in code, such as `useState` or myFunction(), keeps its letters.
  const [word = ""] = short.split(/\s/, 1);
  return /^[a-z][a-z'-]*$/.test(word) ? short.charAt(0).toUpperCase() + short.slice(1) : short;
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, " ").trim();

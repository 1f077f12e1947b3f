import type { Issue } from "@/lib/operations/operation";
import { type Fields, isSame, type Json } from "./entry";

/** How JSON may be written in a body so that it is known what to write back. */
const indents = [undefined, 2, 4, "\t"] as const;

/**
 * A text as a file shows it: JSON as such, several lines as lines, so that differences are read line by line. Whatever is
 * written in another way stays the text that it is, because it has to come back byte by byte.
 */
export function toReadable(name: string, text: string): Fields {
  const value = parsed(text);
  if (value !== undefined && typeof value === "object" && value !== null) {
    const indent = indents.findIndex((each) => JSON.stringify(value, null, each) === text);
    if (indent === 0) return { [`${name}Json`]: value };
    if (indent > 0) return { [`${name}Json`]: value, [`${name}Indent`]: indents[indent] ?? null };
  }
  if (/\n./s.test(text)) return { [`${name}Lines`]: text.split("\n") };
  return { [name]: text };
}

/** Why a text can't be read from these fields. */
export function readableIssues(name: string, fields: Fields): Issue[] {
  const [jsonName, linesName, indentName] = [`${name}Json`, `${name}Lines`, `${name}Indent`];
  const issues: Issue[] = [];
  const { [name]: text, [linesName]: lines, [indentName]: indent } = fields;
  if (text !== undefined && typeof text !== "string") {
    issues.push({ path: name, message: `must be a string. Use ${jsonName} for JSON.` });
  }
  if (lines !== undefined && !isTexts(lines)) {
    issues.push({ path: linesName, message: "must be an array of strings." });
  }
  if (indent !== undefined && !indents.some((each) => each === indent)) {
    issues.push({ path: indentName, message: 'must be 2, 4 or "\\t".' });
  }
  const given = [name, jsonName, linesName].filter((each) => fields[each] !== undefined);
  if (given.length > 1)
    issues.push({ path: name, message: `can't be combined: use one of ${given.join(" and ")}.` });
  return issues;
}

const isTexts = (value: Json): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** The text that `toReadable` was given; undefined if the fields say nothing of it. */
export function fromReadable(name: string, fields: Fields): string | undefined {
  const { [`${name}Json`]: json, [`${name}Lines`]: lines, [`${name}Indent`]: indent } = fields;
  if (json !== undefined) {
    const isKnown = indents.slice(1).some((each) => isSame(each ?? null, indent ?? null));
    return JSON.stringify(json, null, isKnown ? (indent as string | number) : undefined);
  }
  if (Array.isArray(lines)) return lines.map(String).join("\n");
  const text = fields[name];
  return typeof text === "string" ? text : undefined;
}

/** Names that a readable text may have in a file. */
export const readableNames = (name: string): string[] => [
  name,
  `${name}Json`,
  `${name}Lines`,
  `${name}Indent`,
];

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

import { bodies, recording } from "@/lib/platform/budgets/budgets";

/**
 * Documents come from strangers and have any shape. These look at them without believing anything: only own fields
 * are seen, so that a name such as `__proto__` is a name like any other.
 */

export type Fields = Readonly<Record<string, unknown>>;

/** What one document may have and become. The rest is left out, and said so. */
export const importLimits = {
  bytes: 5 * 1024 * 1024,
  depth: 100,
  entries: 5000,
  notes: 20,
  /**
   * Characters of all texts of one field of a mock: what a request can bring, or what recording makes of its largest body.
   * A document has more room than a request, and YAML's aliases make many times that of it.
   */
  fieldChars: Math.max(bodies.bytesMax, 4 * Math.ceil(recording.bodyBytesMax / 3)),
  /** Characters of all bodies that a document becomes. */
  documentChars: 32_000_000,
};

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field of an object; undefined for anything else. */
export function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export const entriesOf = (value: unknown): [string, unknown][] =>
  isFields(value) ? Object.entries(value) : [];

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text, or a number or truth as text, which is how YAML reads `version: 1`. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** The first of these texts that can be the name of a mock or response. */
export function nameFrom(...texts: unknown[]): string {
  for (const text of texts) {
    const name = oneLine(textOf(text) ?? "", 200);
    if (name !== "") return name;
  }
  return "";
}

/** A text without line breaks and control characters, of at most so many characters. */
export function oneLine(text: string, charsMax: number): string {
  const line = storable(text.slice(0, 4 * charsMax)).replace(/[\p{Cc}\s]+/gu, " ");
  return cut(line.trim(), charsMax).trim();
}

export function descriptionFrom(text: unknown): string | undefined {
  return cut(storable(textOf(text) ?? "").trim(), 5000) || undefined;
}

/** As the database can keep it: without NUL characters and halves of characters. */
export const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** Never through the middle of a character. */
function cut(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : text.slice(0, charsMax).replace(/[\uD800-\uDBFF]$/, "");
}

/** Notes of one mock, each once. */
export class Notes {
  readonly #notes = new Set<string>();

  add(note: string): void {
    if (this.#notes.size < importLimits.notes) this.#notes.add(oneLine(note, 300));
  }

  addAll(notes: Iterable<string>): void {
    for (const note of notes) this.add(note);
  }

  get list(): string[] {
    return [...this.#notes];
  }
}

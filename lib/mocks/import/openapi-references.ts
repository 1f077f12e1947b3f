import { fieldOf, isFields, textOf } from "./read-document-values";

export type Resolved = { value: unknown } | { problem: string };

/** How many references may lead to one another, which also ends those that lead in a circle. */
const chainMax = 20;

/** References inside of one document. What a pointer leads to is looked for once, however often it is written. */
export class References {
  readonly #document: unknown;
  readonly #found = new Map<string, Resolved>();

  constructor(document: unknown) {
    this.#document = document;
  }

  /** What a value stands for: itself, unless it is a reference. */
  resolve(value: unknown): Resolved {
    let found: Resolved = { value };
    for (let count = 0; count < chainMax; count++) {
      if ("problem" in found) return found;
      const reference = referenceIn(found.value);
      if (reference === undefined) return found;
      found = this.#at(reference);
    }
    return { problem: "A reference leads back to itself" };
  }

  /** The same where nobody wants to know why there is nothing. */
  valueOf(value: unknown): unknown {
    const resolved = this.resolve(value);
    return "value" in resolved ? resolved.value : undefined;
  }

  #at(reference: string): Resolved {
    const known = this.#found.get(reference);
    if (known) return known;
    const found = this.#search(reference);
    this.#found.set(reference, found);
    return found;
  }

  #search(reference: string): Resolved {
    const shown = reference.slice(0, 100);
    if (!reference.startsWith("#")) return { problem: `${shown} is outside of the document` };
    if (reference === "#") return { value: this.#document };
    if (!reference.startsWith("#/")) return { problem: `${shown} is no JSON pointer` };
    let value = this.#document;
    for (const token of reference.slice(2).split("/")) {
      value = childOf(value, unescaped(token));
      if (value === undefined) return { problem: `${shown} leads nowhere` };
    }
    return { value };
  }
}

export const referenceIn = (value: unknown): string | undefined =>
  isFields(value) && typeof value.$ref === "string" ? textOf(fieldOf(value, "$ref")) : undefined;

function childOf(value: unknown, name: string): unknown {
  if (!Array.isArray(value)) return fieldOf(value, name);
  return /^\d{1,7}$/.test(name) ? value[Number(name)] : undefined;
}

/** A pointer in an address is percent-encoded, and has `~1` for a slash and `~0` for a tilde. */
function unescaped(token: string): string {
  let text = token;
  if (token.includes("%")) {
    try {
      text = decodeURIComponent(token);
    } catch {
      // A percent sign that begins no code is a percent sign.
    }
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}

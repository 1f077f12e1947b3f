import type { References } from "./openapi-references";
import { fieldOf, isFields } from "./read-document-values";
import { SchemaAttempt } from "./schema-attempt";
import { Scalars } from "./schema-scalars";

/** Data that a schema allows. `value` is undefined if nothing could be made. */
export type SchemaExample = { value: unknown; notes: readonly string[] };

export const exampleLimits = {
  values: 200,
  chars: 64 * 1024,
  /** Schemas that are looked at for one attempt at an example, and for all examples of a document. */
  steps: 5000,
  stepsOfDocument: 3_000_000,
};

/** How deep an example goes: the deepest that is not too large. */
const depths = [8, 5, 3, 2, 1];

/** Makes data of a document's schemas, the same each time. A schema's data is made once, however often it is used. */
export class SchemaExamples {
  readonly #references: References;
  readonly #scalars = new Scalars();
  readonly #known = new WeakMap<object, SchemaExample>();
  #steps = exampleLimits.stepsOfDocument;

  constructor(references: References) {
    this.#references = references;
  }

  /** @param name what the value is called, where that can help */
  exampleOf(schema: unknown, name = ""): SchemaExample {
    const isSimpleReference = isFields(schema) && Object.keys(schema).length === 1 && "$ref" in schema;
    const resolved = isSimpleReference ? (this.#references.valueOf(schema) ?? schema) : schema;
    const known = isFields(resolved) && name === "" ? this.#known.get(resolved) : undefined;
    if (known) return known;
    const made = this.#make(resolved, name);
    if (isFields(resolved) && name === "") this.#known.set(resolved, made);
    return made;
  }

  #make(schema: unknown, name: string): SchemaExample {
    for (const depth of depths) {
      if (this.#steps <= 0)
        return { value: undefined, notes: ["The document is too large for more examples"] };
      const attempt = new SchemaAttempt({
        references: this.#references,
        scalars: this.#scalars,
        limits: { ...exampleLimits, steps: Math.min(exampleLimits.steps, this.#steps), depth },
        isLast: depth === 1,
      });
      const value = attempt.make(schema, name);
      this.#steps -= attempt.stepsTaken;
      if (!attempt.isOver || depth === 1) return { value, notes: attempt.notes };
    }
    return { value: undefined, notes: [] };
  }
}

/** Whether a schema describes something that is no text, such as a file. */
export const isFile = (schema: unknown): boolean => fieldOf(schema, "type") === "file";

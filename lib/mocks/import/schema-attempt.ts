import type { References } from "./openapi-references";
import { type Fields, fieldOf } from "./read-document-values";
import { firstOf, itemsIn, propertiesOf, sizeOf, wordsOfSchemas } from "./schema-contents";
import { givenIn, givenOfProperty } from "./schema-given";
import { textByName } from "./schema-names";
import { isNullable, type Parts, partsOf, typeOf } from "./schema-parts";
import { numberIn, type Scalars } from "./schema-scalars";

type Limits = { values: number; chars: number; steps: number; depth: number };
type Options = { references: References; scalars: Scalars; limits: Limits; isLast: boolean };

/** Where a value is wanted. */
type Place = { name: string; index: number; depth: number; isRequired: boolean };

const itemsMax = 10;

/**
 * One attempt at making data of a schema, within limits. Where they are reached the attempt is over; the last one keeps what
 * it has by then, what is required first.
 */
export class SchemaAttempt {
  isOver = false;
  stepsTaken = 0;
  readonly #options: Options;
  readonly #notes = new Set<string>();
  /** The schemas that a value is being made of just now. */
  readonly #open = new Set<Fields>();
  #values = 0;
  #chars = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get notes(): string[] {
    return [...this.#notes];
  }

  make(schema: unknown, name: string): unknown {
    return this.#valueOf([schema], { name, index: 0, depth: 0, isRequired: true });
  }

  /** @returns undefined for what has to be left out */
  #valueOf(schemas: readonly unknown[], place: Place): unknown {
    if (this.isOver) return undefined;
    const parts = this.#partsOf(schemas);
    if (place.depth > 0 && parts.schemas.some((schema) => fieldOf(schema, "writeOnly") === true))
      return undefined;
    if (parts.schemas.some((schema) => this.#open.has(schema))) return this.#instead(parts, place);
    const type = typeOf(parts.schemas);
    const given = givenIn(parts, type, place.index);
    if ("value" in given) return this.#counted(given.value);
    if (type !== "object" && type !== "array") return this.#scalar(type, parts, place);
    if (place.depth >= this.#options.limits.depth) return this.#instead(parts, place);
    const added = parts.own.filter((schema) => !this.#open.has(schema));
    for (const schema of added) this.#open.add(schema);
    const value = type === "object" ? this.#object(parts, place) : this.#array(parts, place);
    for (const schema of added) this.#open.delete(schema);
    return value;
  }

  /** For what would go on inside of itself, or too deep. */
  #instead(parts: Parts, { isRequired }: Place): unknown {
    if (typeOf(parts.schemas) === "array") return this.#counted([]);
    if (!isRequired) return undefined;
    return this.#counted(isNullable(parts.schemas) ? null : {});
  }

  #scalar(type: string | undefined, { schemas }: Parts, { name, index }: Place): unknown {
    const wanted = { parts: schemas, name, index };
    switch (type) {
      case "string":
        return this.#counted(this.#options.scalars.text(wanted, (text) => this.#note(text)));
      case "integer":
      case "number":
        return this.#counted(this.#options.scalars.number(wanted, type));
      case "boolean":
        return this.#counted(true);
      case "null":
        return this.#counted(null);
      case "file":
        return this.#counted("");
      default:
        // A schema that says nothing allows anything.
        return this.#counted(textByName(name) ?? {});
    }
  }

  #object(parts: Parts, { depth }: Place): unknown {
    if (!this.#count(2)) return this.#options.isLast && depth === 0 ? {} : undefined;
    const required = new Set<unknown>(
      parts.schemas.flatMap((schema) => firstOf(fieldOf(schema, "required"))),
    );
    const entries: [string, unknown][] = [];
    for (const [name, schemas] of this.#propertiesIn(parts, required)) {
      const place = { name, index: 0, depth: depth + 1, isRequired: required.has(name) };
      const value = this.#property(parts, schemas, place);
      if (this.isOver) break;
      if (value !== undefined && this.#count(name.length + 4, 0)) entries.push([name, value]);
    }
    if (entries.length === 0) {
      const additional = this.#additional(parts, depth);
      if (additional !== undefined) entries.push(["key", additional]);
    }
    return Object.fromEntries(entries);
  }

  #property(parts: Parts, schemas: readonly unknown[], place: Place): unknown {
    const given = givenOfProperty(parts, place.name);
    if ("value" in given) return this.#counted(given.value);
    const told = parts.told.get(place.name);
    if (told !== undefined) {
      const own = this.#partsOf(schemas);
      if (!("value" in givenIn(own, "string", 0))) return this.#counted(told);
    }
    return this.#valueOf(schemas, place);
  }

  /** By name, each with all schemas that say something of it. */
  #propertiesIn(parts: Parts, required: ReadonlySet<unknown>): [string, unknown[]][] {
    const found = new Map<string, unknown[]>();
    for (const schema of parts.schemas) {
      const properties = propertiesOf(schema);
      this.stepsTaken += properties.length;
      for (const [name, property] of properties) {
        const known = found.get(name);
        if (known) known.push(property);
        else found.set(name, [property]);
      }
    }
    const entries = [...found];
    if (!this.#options.isLast) return entries;
    const isRequired = ([name]: [string, unknown[]]) => required.has(name);
    return [...entries.filter(isRequired), ...entries.filter((entry) => !isRequired(entry))];
  }

  #additional(parts: Parts, depth: number): unknown {
    for (const schema of parts.schemas) {
      const additional = fieldOf(schema, "additionalProperties");
      if (!wordsOfSchemas.some((word) => fieldOf(additional, word) !== undefined)) continue;
      return this.#valueOf([additional], { name: "key", index: 0, depth: depth + 1, isRequired: false });
    }
    return undefined;
  }

  #array(parts: Parts, { name, depth }: Place): unknown {
    if (!this.#count(2)) return this.#options.isLast && depth === 0 ? [] : undefined;
    const most = numberIn(parts.schemas, "maxItems", Math.min) ?? itemsMax;
    const least = numberIn(parts.schemas, "minItems", Math.max) ?? 1;
    const { items, tuple } = itemsIn(parts);
    const wanted = Math.min(itemsMax, Math.max(1, least, tuple.length), most);
    const values: unknown[] = [];
    for (let index = 0; index < wanted; index++) {
      const schema = tuple[index] ?? items;
      if (schema === undefined) break;
      const value = this.#valueOf([schema], { name, index, depth: depth + 1, isRequired: false });
      if (value === undefined) break;
      values.push(value);
    }
    return values;
  }

  #partsOf(schemas: readonly unknown[]): Parts {
    return partsOf(schemas, {
      references: this.#options.references,
      note: (text) => this.#note(text),
      spend: () => {
        this.stepsTaken += 1;
        if (this.stepsTaken >= this.#options.limits.steps) this.isOver = true;
        return !this.isOver;
      },
    });
  }

  #counted(value: unknown): unknown {
    const size = sizeOf(value, this.#options.limits.values - this.#values);
    return this.#count(size.chars, size.values) ? value : undefined;
  }

  #count(chars: number, values = 1): boolean {
    this.#values += values;
    this.#chars += chars;
    if (this.#values > this.#options.limits.values || this.#chars > this.#options.limits.chars)
      this.isOver = true;
    return !this.isOver;
  }

  #note(text: string): void {
    if (this.#notes.size < 10) this.#notes.add(text);
  }
}

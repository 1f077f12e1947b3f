import { format as formats } from "@cfworker/json-schema";
import { type Draft, draftOf, type Kind, kindOf, unsupported } from "./keywords";
import { bareObject, isObject, patternProblem, problemOf, type ReadSchema } from "./schema-values";

export type Mistake = { at: string; message: string };

/** A schema in the words of its draft alone, whose references are all known. */
export type WholeSchema = {
  draft: Draft;
  root: ReadSchema;
  /** Schemas by how references name them. */
  named: Record<string, ReadSchema>;
  /** Where each was read. */
  places: ReadonlyMap<ReadSchema, string>;
};

/** Levels of nesting, as JSON. */
export const depthMax = 32;

/** Reads a schema as people write it. `mistakes` are all that make it unusable, each with its place as a JSON pointer. */
export function readSchema(schema: Record<string, unknown>): WholeSchema | { mistakes: Mistake[] } {
  if (depthOf(schema) > depthMax) {
    return { mistakes: [{ at: "", message: `is nested more than ${depthMax} levels deep` }] };
  }
  const draft = draftOf(schema.$schema);
  if (!draft) {
    const message = "must be draft 2020-12, 2019-09, draft-07 or draft-04 of json-schema.org, or be left out";
    return { mistakes: [{ at: "/$schema", message }] };
  }
  const reader = new Reader(schema, draft);
  const root = reader.read(schema, "");
  reader.resolveReferences();
  const { mistakes, named, places } = reader;
  return mistakes.length > 0 ? { mistakes } : { draft, root, named, places };
}

class Reader {
  readonly mistakes: Mistake[] = [];
  readonly named: Record<string, ReadSchema> = bareObject<ReadSchema>([]);
  readonly places = new Map<ReadSchema, string>();
  readonly #known = new Map<unknown, ReadSchema>();
  readonly #anchors = new Map<string, ReadSchema>();
  readonly #references: { reference: string; at: string }[] = [];

  constructor(
    readonly document: Record<string, unknown>,
    readonly draft: Draft,
  ) {}

  /** A part of the document. It is read once, however many refer to it. */
  read(given: unknown, at: string): ReadSchema {
    if (typeof given === "boolean" && this.draft !== "4") return given;
    if (!isObject(given)) {
      const or = this.draft === "4" ? "" : ", true or false";
      this.#note(at, `must be a schema: an object${or}`);
      return true;
    }
    const known = this.#known.get(given);
    if (known) return known;
    const schema = bareObject<unknown>([]);
    this.#known.set(given, schema);
    this.places.set(schema, at);
    this.#requireOneBase(given, at);
    for (const [keyword, value] of Object.entries(given)) {
      if (unsupported.has(keyword)) this.#note(`${at}/${keyword}`, "is not supported here: use $ref");
      const kind = kindOf(keyword, this.draft);
      if (kind) schema[keyword] = this.#readValue(kind, value, `${at}/${keyword}`, schema);
    }
    return this.#alone(schema);
  }

  /** Up to 2017 what stands beside a reference counts for nothing. */
  #alone(schema: Record<string, unknown>): ReadSchema {
    const isAlone = this.draft === "4" || this.draft === "7";
    if (isAlone && "$ref" in schema) for (const key in schema) if (key !== "$ref") delete schema[key];
    // A name that is none of the checker's own means nothing to it.
    const { format } = schema;
    if (typeof format === "string" && !Object.hasOwn(formats, format)) delete schema.format;
    return schema;
  }

  /** References would mean other places within a part that has an address of its own. */
  #requireOneBase(given: Record<string, unknown>, at: string): void {
    const name = this.draft === "4" ? "id" : "$id";
    if (at !== "" && Object.hasOwn(given, name) && typeof given[name] === "string") {
      this.#note(
        `${at}/${name}`,
        "is for the whole schema only: name a part by its place, such as #/$defs/a",
      );
    }
  }

  #readValue(kind: Kind, value: unknown, at: string, owner: ReadSchema): unknown {
    switch (kind) {
      case "schema":
        return this.read(value, at);
      case "schemaOrTruth":
        return typeof value === "boolean" ? value : this.read(value, at);
      case "schemas":
        return this.#readList(value, at);
      case "schemaOrSchemas":
        return Array.isArray(value) ? this.#readList(value, at) : this.read(value, at);
      case "namedSchemas":
        return this.#readNamed(value, at, (each, place) => this.read(each, place));
      case "patternedSchemas":
        return this.#readNamed(value, at, (each, place, pattern) => {
          this.#note(place, patternProblem(pattern));
          return this.read(each, place);
        });
      case "dependencies":
        return this.#readNamed(value, at, (each, place) => {
          if (!Array.isArray(each)) return this.read(each, place);
          this.#note(place, problemOf("names", each));
          return each;
        });
      case "reference":
        return this.#readReference(value, at);
      default:
        this.#note(at, problemOf(kind, value));
        if (kind === "anchor" && typeof value === "string") this.#anchors.set(value, owner);
        return value;
    }
  }

  #readList(value: unknown, at: string): unknown {
    if (Array.isArray(value) && value.length > 0) {
      return value.map((each, index) => this.read(each, `${at}/${index}`));
    }
    this.#note(at, "must be a list of schemas");
    return [];
  }

  #readNamed(
    value: unknown,
    at: string,
    read: (each: unknown, at: string, name: string) => unknown,
  ): Record<string, unknown> {
    if (!isObject(value)) {
      this.#note(at, "must be an object of schemas");
      return bareObject([]);
    }
    return bareObject(
      Object.entries(value).map(([name, each]) => [name, read(each, `${at}/${inPointer(name)}`, name)]),
    );
  }

  #readReference(value: unknown, at: string): unknown {
    if (typeof value !== "string") this.#note(at, "must be a text");
    else if (value.startsWith("#")) this.#references.push({ reference: value, at });
    else this.#note(at, "must begin with #: only references within this schema are followed");
    return value;
  }

  /** Afterwards, because they may name what comes later. What they name may have further ones. */
  resolveReferences(): void {
    for (let next = this.#references.pop(); next; next = this.#references.pop()) {
      const { reference, at } = next;
      if (reference in this.named) continue;
      const found = this.#find(reference.slice(1));
      if (found) this.named[reference] = "schema" in found ? found.schema : this.read(found.part, found.at);
      else this.#note(at, "refers to nothing in this schema");
    }
  }

  #find(fragment: string): { schema: ReadSchema } | { part: unknown; at: string } | undefined {
    if (fragment !== "" && !fragment.startsWith("/")) {
      const schema = this.#anchors.get(fragment);
      return schema === undefined ? undefined : { schema };
    }
    const pointer = decoded(fragment);
    if (pointer === undefined) return undefined;
    let part: unknown = this.document;
    for (const step of pointer.split("/").slice(1)) {
      const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
      if (typeof part !== "object" || part === null || !Object.hasOwn(part, name)) return undefined;
      part = (part as Record<string, unknown>)[name];
    }
    return { part, at: pointer };
  }

  #note(at: string, message: string | undefined): void {
    if (message) this.mistakes.push({ at, message });
  }
}

const inPointer = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

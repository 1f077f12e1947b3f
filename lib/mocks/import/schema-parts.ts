import { type References, referenceIn } from "./openapi-references";
import { type Fields, fieldOf, isFields, listOf } from "./read-document-values";

/** The schemas that hold for one value at once: its own, and what `$ref`, `allOf`, `oneOf` and `anyOf` add to it. */
export type Parts = {
  schemas: readonly Fields[];
  /** Those of them that are the value's own, and not merged in by `allOf`: one that comes again inside of itself is a cycle. */
  own: readonly Fields[];
  /** Values of properties that tell apart the alternatives of `oneOf`. */
  told: ReadonlyMap<string, string>;
};

export type PartsContext = {
  references: References;
  note: (text: string) => void;
  /** @returns false when no more may be looked at */
  spend: () => boolean;
};

/** How many alternatives are looked at for one that is more than null. */
const alternativesMax = 20;

export function partsOf(schemas: readonly unknown[], context: PartsContext): Parts {
  const found = new Set<Fields>();
  const own: Fields[] = [];
  const told = new Map<string, string>();
  for (const schema of schemas) add(schema, { found, own, told, context, depth: 0, isMerged: false });
  return { schemas: [...found], own, told };
}

type Collecting = {
  found: Set<Fields>;
  own: Fields[];
  told: Map<string, string>;
  context: PartsContext;
  depth: number;
  isMerged: boolean;
};

function add(schema: unknown, into: Collecting): void {
  const { found, told, context } = into;
  if (!isFields(schema) || found.has(schema) || into.depth > 100 || !context.spend()) return;
  found.add(schema);
  if (!into.isMerged) into.own.push(schema);
  const deeper = { ...into, depth: into.depth + 1 };
  if (referenceIn(schema) !== undefined) {
    const resolved = context.references.resolve(schema);
    if ("problem" in resolved) context.note(resolved.problem);
    else add(resolved.value, deeper);
  }
  for (const part of listOf(fieldOf(schema, "allOf"))) {
    if (!context.spend()) return;
    add(part, { ...deeper, isMerged: true });
  }
  for (const name of ["oneOf", "anyOf"]) {
    const chosen = chosenOf(listOf(fieldOf(schema, name)));
    if (chosen === undefined) continue;
    const teller = tellerOf(schema, chosen);
    if (teller && !told.has(teller.name)) told.set(teller.name, teller.value);
    add(chosen, deeper);
  }
}

const chosenOf = (alternatives: readonly unknown[]): unknown =>
  alternatives.slice(0, alternativesMax).find((schema) => !isNull(schema));

const isNull = (schema: unknown): boolean =>
  fieldOf(schema, "type") === "null" ||
  (isFields(schema) && Object.hasOwn(schema, "const") && schema.const === null);

/** What the discriminator says of an alternative: its key in the mapping, or else the name that it is referred to by. */
function tellerOf(schema: Fields, chosen: unknown): { name: string; value: string } | undefined {
  const discriminator = fieldOf(schema, "discriminator");
  const name = fieldOf(discriminator, "propertyName");
  const reference = referenceIn(chosen);
  if (typeof name !== "string" || reference === undefined) return undefined;
  const own = reference.slice(reference.lastIndexOf("/") + 1);
  const keys = keysOf(fieldOf(discriminator, "mapping"));
  return { name, value: keys?.get(reference) ?? keys?.get(own) ?? own };
}

const invertedMappings = new WeakMap<object, ReadonlyMap<unknown, string>>();

/** A mapping the other way round, made once: a schema is looked at many times. */
function keysOf(mapping: unknown): ReadonlyMap<unknown, string> | undefined {
  if (!isFields(mapping)) return undefined;
  const known = invertedMappings.get(mapping);
  if (known) return known;
  const inverted = new Map(Object.entries(mapping).map(([key, target]) => [target, key]));
  invertedMappings.set(mapping, inverted);
  return inverted;
}

/** The type that all of them agree on: what one says, or what the words of another are about. */
export function typeOf(schemas: readonly Fields[]): string | undefined {
  for (const schema of schemas) {
    const type = fieldOf(schema, "type");
    const names = Array.isArray(type) ? type.slice(0, 10) : [type];
    const name = names.find((each) => typeof each === "string" && each !== "null") ?? names[0];
    if (typeof name === "string") return name;
  }
  for (const [type, words] of wordsOfTypes) {
    if (schemas.some((schema) => words.some((word) => fieldOf(schema, word) !== undefined))) return type;
  }
  return undefined;
}

const wordsOfTypes: [string, string[]][] = [
  ["object", ["properties", "additionalProperties", "required", "minProperties"]],
  ["array", ["items", "prefixItems", "minItems", "uniqueItems"]],
  ["string", ["format", "pattern", "minLength", "maxLength"]],
  ["number", ["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"]],
];

export const isNullable = (schemas: readonly Fields[]): boolean =>
  schemas.some((schema) => {
    const type = fieldOf(schema, "type");
    return (
      fieldOf(schema, "nullable") === true ||
      fieldOf(schema, "x-nullable") === true ||
      type === "null" ||
      (Array.isArray(type) && type.includes("null")) ||
      ["oneOf", "anyOf"].some((name) => listOf(fieldOf(schema, name)).slice(0, alternativesMax).some(isNull))
    );
  });

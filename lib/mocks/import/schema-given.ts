import { type Fields, fieldOf, isFields, listOf } from "./read-document-values";
import type { Parts } from "./schema-parts";

/** What a schema itself says its value may be: `value` is missing if it says nothing. */
export type Given = { value?: unknown };

/** @param index which of several values is wanted, where a schema lists them */
export function givenIn(parts: Parts, type: string | undefined, index: number): Given {
  const shaped = parts.schemas.filter((schema) => fieldOf(schema, "properties") !== undefined);
  // The example of one among merged schemas is not the whole value.
  const whole = shaped.length > 1 ? parts.own : parts.schemas;
  for (const read of [example, firstExample]) {
    for (const schema of whole) {
      const given = read(schema);
      if ("value" in given) return { value: fitting(given.value, type) };
    }
  }
  for (const schema of parts.schemas) {
    const given = defaultValue(schema);
    if ("value" in given) return given;
  }
  return allowed(parts.schemas, index);
}

/** What examples of merged objects say of one property. */
export function givenOfProperty(parts: Parts, name: string): Given {
  for (const schema of parts.schemas) {
    const whole = fieldOf(schema, "example");
    if (isFields(whole) && Object.hasOwn(whole, name)) return { value: whole[name] };
  }
  return {};
}

const example = (schema: Fields): Given =>
  Object.hasOwn(schema, "example") ? { value: schema.example } : {};

function firstExample(schema: Fields): Given {
  const examples = fieldOf(schema, "examples");
  return Array.isArray(examples) && examples.length > 0 ? { value: examples[0] } : {};
}

/** `default: null` mostly means that there is none. */
function defaultValue(schema: Fields): Given {
  const value = fieldOf(schema, "default");
  return value === undefined || value === null ? {} : { value };
}

/** What `const` and `enum` allow. Where several schemas list values, the first one's that the others list, too. */
function allowed(schemas: readonly Fields[], index: number): Given {
  const [first, ...others] = schemas.map(listed).filter((values) => values.length > 0);
  if (!first) return {};
  const common = first.filter((value) => others.every((values) => values.includes(value)));
  const values = common.length > 0 ? common : first;
  const value = values[index % values.length];
  return { value: value === null ? (values.find((each) => each !== null) ?? null) : value };
}

function listed(schema: Fields): readonly unknown[] {
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return listOf(fieldOf(schema, "enum")).slice(0, 50);
}

/** YAML reads `example: 2026` as a number, also where a text is meant; and others write `"2026"` where a number is. */
function fitting(value: unknown, type: string | undefined): unknown {
  if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value);
  const isNumber = type === "integer" || type === "number";
  if (isNumber && typeof value === "string" && /^-?\d{1,15}(?:\.\d{1,6})?$/.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  const isContainer = type === "object" || type === "array";
  return isContainer && typeof value === "string" ? (parsed(value) ?? value) : value;
}

/** Some write an example of an object as the text that is sent. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || text.length > 10_000) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

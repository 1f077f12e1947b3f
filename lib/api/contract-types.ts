import type { Json } from "./openapi-schema";

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
  items?: Json;
  prefixItems?: Json[];
  properties?: Record<string, Json>;
  required?: string[];
  additionalProperties?: boolean | Json;
  propertyNames?: Json;
  format?: string;
  pattern?: string;
  contentEncoding?: string;
};

/** A field, or the item of a list, that has fields of its own or is one. */
type Field = { suffix: string; schema: Json };

/** A schema in one line, in the notation of TypeScript with its limits in parentheses. */
export function typeOf(json: Json): string {
  const schema = json as Schema;
  const value = "default" in json ? json.default : json["x-default"];
  const preset = value === undefined ? "" : ` = ${JSON.stringify(value)}`;
  return `${baseOf(schema)}${limitsOf(json)}${preset}`;
}

/** The fields within a schema, by what their names add to its name. References are described elsewhere. */
export function fieldsOf(json: Json): Field[] {
  const {
    properties = {},
    required = [],
    additionalProperties,
    items,
    prefixItems = [],
    ...schema
  } = json as Schema;
  const parts = partsOf(schema);
  // Of `Row | null` the fields need no number.
  const withFields = parts.filter((part) => fieldsOf(part).length > 0);
  return [
    ...Object.entries(properties)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => ({ suffix: `.${name}${required.includes(name) ? "" : "?"}`, schema: field })),
    ...within(".*", isSchema(additionalProperties) ? additionalProperties : undefined),
    ...within("[]", items),
    ...prefixItems.flatMap((item, at) => within(`[${at}]`, item)),
    ...parts.flatMap((part, at) => within(withFields.length > 1 ? `(${at + 1})` : "", part)),
  ];
}

/** The line of what holds it names its type already, so that only its fields need lines. */
const within = (suffix: string, schema: Json | undefined): Field[] =>
  schema ? fieldsOf(schema).map((field) => ({ ...field, suffix: `${suffix}${field.suffix}` })) : [];

const partsOf = ({ anyOf = [], oneOf = [], allOf = [] }: Schema): Json[] => [...anyOf, ...oneOf, ...allOf];
const isSchema = (value: unknown): value is Json => typeof value === "object" && value !== null;

function baseOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.allOf) return schema.allOf.map(typeOf).join(" & ");
  const parts = partsOf(schema);
  if (parts.length > 0) return parts.map(typeOf).join(" | ");
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
  if (schema.type === "array") return listOf(schema.items);
  if (schema.type === "object") return objectOf(schema);
  return [schema.type ?? "any"].flat().join(" | ");
}

function listOf(items: Json = {}): string {
  const type = typeOf(items);
  return /[ |]/.test(type) ? `(${type})[]` : `${type}[]`;
}

function objectOf({ properties, additionalProperties, propertyNames }: Schema): string {
  const other = isSchema(additionalProperties) ? typeOf(additionalProperties) : "any";
  if (!properties) return `{ [${propertyNames ? typeOf(propertyNames) : "string"}]: ${other} }`;
  if (additionalProperties === undefined) return "object";
  return `object (others: ${additionalProperties === false ? "none" : other})`;
}

function limitsOf(json: Json): string {
  const { format, pattern, contentEncoding } = json as Schema;
  const limits = [
    format,
    contentEncoding,
    rangeOf("", json.minimum ?? json.exclusiveMinimum, json.maximum ?? json.exclusiveMaximum),
    rangeOf("length ", json.minLength, json.maxLength),
    rangeOf("items ", json.minItems, json.maxItems),
    // The pattern of a format follows from it.
    format ? undefined : pattern && `/${pattern}/`,
  ].filter((limit) => limit !== undefined);
  return limits.length > 0 ? ` (${limits.join(", ")})` : "";
}

function rangeOf(name: string, least: unknown, most: unknown): string | undefined {
  const bound = (value: unknown) =>
    Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER ? "" : String(value ?? "");
  const range = `${bound(least)}..${bound(most)}`;
  return range === ".." ? undefined : `${name}${range}`;
}

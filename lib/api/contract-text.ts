import type { Operation } from "@/lib/operations/operation";
import { scopesFor } from "@/lib/operations/scope";
import { fieldsOf, typeOf } from "./contract-types";
import type { openapiDocument } from "./openapi";
import type { Json } from "./openapi-schema";

type Document = ReturnType<typeof openapiDocument>;
type Parameter = { name: string; in: string; required?: boolean; schema: Json };
type Response = {
  $ref?: string;
  headers?: Record<string, { $ref?: string; required?: boolean }>;
  content?: Record<string, { schema?: Json }>;
};
type Described = {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, Response>;
};

/**
 * What clients rely on, one line per operation, parameter, field and response: a review shows what an API change adds,
 * removes or alters. Descriptions and examples are left out.
 */
export function contractText(operations: readonly Operation[], document: Document): string {
  const { schemas, responses } = document.components as {
    schemas: Record<string, Json>;
    responses: Record<string, Response>;
  };
  const lines = [
    "# What clients of the API rely on. `npm run openapi` writes this file.",
    ...byName(operations, ({ id }) => id).flatMap((each) =>
      operationLines(each, describedIn(document, each)),
    ),
    ...Object.entries(document.webhooks).flatMap(([name, { post }]) =>
      webhookLines(`webhooks ${name}`, post as Described),
    ),
    ...Object.entries(responses).flatMap(([name, response]) => responseLines(`responses ${name}`, response)),
    ...Object.entries(schemas).flatMap(([name, schema]) => schemaLines(name, schema)),
  ];
  return `${lines.join("\n")}\n`;
}

function describedIn({ paths }: Document, { path, method }: Operation): Described {
  return paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] as Described;
}

function operationLines(op: Operation, { parameters, requestBody, responses }: Described): string[] {
  const takesKeys = op.access === "project" || op.access === "key";
  const access = takesKeys ? `${op.access}/${scopesFor(op).join(",")}` : op.access;
  const inputs = parameters
    .filter((each) => each.in !== "path")
    .flatMap(({ name, in: place, required, schema }) =>
      schemaLines(`${op.id} ${place}.${name}${required ? "" : "?"}`, schema),
    );
  const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
    schemaLines(type === "application/json" ? `${op.id} body` : `${op.id} body (${type})`, schema),
  );
  const own = Object.entries(responses).filter(([, { $ref }]) => !$ref);
  return [
    `${op.id} ${op.method} ${op.path} ${access} ${Object.keys(responses).join(" ")}`,
    ...byName(inputs, String),
    ...bodies,
    ...own.flatMap(([status, response]) => responseLines(`${op.id} ${status}`, response)),
  ];
}

function webhookLines(name: string, { parameters, requestBody }: Described): string[] {
  return [
    `${name} headers: ${parameters.map((each) => each.name).join(" ")}`,
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => schemaLines(name, schema)),
  ];
}

function responseLines(name: string, { headers = {}, content = {} }: Response): string[] {
  const named = Object.entries(headers)
    .map(([header, { $ref, required }]) => ($ref || required ? header : `${header}?`))
    .sort()
    .join(" ");
  return [
    // Every response has this one, so that only its absence is worth a line.
    ...(named === "X-Request-Id" ? [] : [`${name} headers: ${named || "none"}`]),
    ...Object.entries(content).flatMap(([type, { schema }]) =>
      schemaLines(type === "application/json" ? name : `${name} (${type})`, schema ?? {}),
    ),
  ];
}

function schemaLines(name: string, schema: Json): string[] {
  return [
    `${name}: ${typeOf(schema)}`,
    ...fieldsOf(schema).flatMap(({ suffix, schema: field }) => schemaLines(`${name}${suffix}`, field)),
  ];
}

function byName<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return [...items].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

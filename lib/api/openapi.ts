import { z } from "zod";
import { statusOf } from "@/lib/operations/errors";
import { honoursIfMatch } from "@/lib/operations/if-match";
import type { DeclaredError, Operation } from "@/lib/operations/operation";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of these operations, without servers: the same in every installation. */
export function openapiDocument(operations: readonly Operation[]) {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const op of operations) {
    const path = op.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [op.method.toLowerCase()]: descriptionOf(op, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Fieldkit",
      version: "1",
      description: "Mock endpoints, webhook inboxes, feature flags and release notes for a team's projects.",
    },
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...sorted(schemas), Error: errorSchema },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "fieldkit.session_token" },
        bearerKey: { type: "http", scheme: "bearer", description: "an API key of the project" },
        headerKey: { type: "apiKey", in: "header", name: "x-api-key" },
      },
    },
  };
}

const errorSchema = {
  type: "object",
  required: ["error", "code", "requestId"],
  properties: {
    error: { type: "string", description: "what went wrong and what to do" },
    code: { type: "string", description: "stable name of the problem" },
    requestId: { type: "string", description: "finds the request in the service's log" },
    issues: {
      type: "array",
      description: "every problem of an invalid request",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};

const security: Record<Operation["access"], Json[]> = {
  public: [],
  session: [{ session: [] }],
  project: [{ session: [] }, { bearerKey: [] }, { headerKey: [] }],
  key: [{ bearerKey: [] }, { headerKey: [] }],
};

function descriptionOf(op: Operation, schemas: Json): Json {
  return {
    operationId: op.id,
    tags: [op.tag],
    summary: op.summary,
    ...(op.description && { description: op.description }),
    security: security[op.access],
    parameters: [...pathParameters(op), ...queryParameters(op), ...headerParameters(op)],
    ...(op.body && {
      requestBody: {
        required: true,
        content: {
          [op.upload ? "multipart/form-data" : "application/json"]: {
            schema: schemaOf(op.body, "input", schemas),
          },
        },
      },
    }),
    responses: responsesOf(op, schemas),
  };
}

function pathParameters(op: Operation): Json[] {
  return [...op.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters(op: Operation): Json[] {
  if (!op.query) return [];
  const { properties = {}, required = [] } = schemaOf(op.query, "input", {}) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    // A list of names is one value, with commas.
    ...((schema as Json).type === "array" && { style: "form", explode: false }),
    schema,
  }));
}

function headerParameters(op: Operation): Json[] {
  const header = (name: string, description: string, schema: Json = {}) => [
    { name, in: "header", required: false, description, schema: { type: "string", ...schema } },
  ];
  if (honoursIfMatch(op)) {
    return header(
      "If-Match",
      "the `ETag` of the row as you know it; should it have changed since, nothing is written and the answer is 409",
    );
  }
  if (op.method !== "POST" || op.safe || op.access === "public") return [];
  const description = "repeats of the request with the same key get the first answer for 24 hours";
  return header("Idempotency-Key", description, { maxLength: 255 });
}

function responsesOf(op: Operation, schemas: Json): Json {
  const success = {
    description: "Success",
    ...headersOf(op),
    content: { "application/json": { schema: schemaOf(op.output, "output", schemas) } },
  };
  const refusals = failuresOf(op).map((code) => [
    statusOf[code],
    {
      description: refusalOf(op, code),
      content: {
        "application/json": { schema: code === "conflict" ? conflictOf(op, schemas) : errorRef },
      },
    },
  ]);
  return { [op.status ?? 200]: success, ...Object.fromEntries(refusals) };
}

/** Headers of a success. */
function headersOf(op: Operation): Json {
  if (op.list) return { headers: listHeaders(op) };
  const etag = { schema: { type: "string" }, description: "`updatedAt` in quotes, for `If-Match`" };
  return op.versioned ? { headers: { ETag: etag } } : {};
}

const errorRef = { $ref: "#/components/schemas/Error" };

/** 409: where rows can change meanwhile, the current one comes with it. */
function conflictOf(op: Operation, schemas: Json): Json {
  if (!honoursIfMatch(op)) return errorRef;
  const current = schemaOf(op.output, "output", schemas);
  return { allOf: [errorRef, { type: "object", properties: { current } }] };
}

function refusalOf(op: Operation, code: Failure): string {
  if (op.upload && code === "unsupported_media_type") return "The body is not a form";
  if (code !== "conflict" || !honoursIfMatch(op)) return descriptions[code];
  const changed = "The row was changed since (`code` is `changed`, `current` is the row)";
  return op.errors?.includes("conflict") ? `${changed}. ${descriptions.conflict}` : changed;
}

function listHeaders(op: Operation): Json {
  const total = {
    "X-Total-Count": { schema: { type: "string" }, description: "how many rows match, where `count` asks" },
  };
  return {
    Link: { schema: { type: "string" }, description: "the next page" },
    ...(op.query?.shape.count && total),
  };
}

type Failure = DeclaredError | "invalid_request" | "payload_too_large" | "unsupported_media_type";

const descriptions: Record<Failure, string> = {
  invalid_request: "The request is not valid; every problem is listed",
  unauthorized: "Not signed in, or the API key is not valid",
  forbidden: "No access, or the admin role is needed",
  not_found: "Not found",
  conflict: "The value is taken, or the state forbids it",
  gone: "No longer available",
  payload_too_large: "The body is too large",
  unsupported_media_type: "The body is not JSON",
  bad_gateway: "The other side failed; the message says how",
  rate_limited: "Too many attempts; Retry-After says when to try again",
};

/** Declared failures and those that access and input imply. */
function failuresOf(op: Operation): Failure[] {
  const failures = new Set<Failure>(op.errors);
  if (honoursIfMatch(op)) failures.add("conflict");
  if (op.query || op.body) failures.add("invalid_request");
  if (op.body) failures.add("payload_too_large").add("unsupported_media_type");
  if (op.access !== "public") failures.add("unauthorized").add("forbidden");
  if (op.path.includes(":")) failures.add("not_found");
  return [...failures].sort((a, b) => statusOf[a] - statusOf[b]);
}

/** The JSON schema of a zod schema; named ones go to `schemas` and are referred to. */
function schemaOf(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  const generated = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  const { $schema: _, $defs = {}, id, ...own } = rehomed(generated);
  for (const [name, definition] of Object.entries($defs as Json)) {
    const { id: __, ...kept } = definition as Json;
    schemas[name] = kept;
  }
  if (typeof id !== "string") return own;
  schemas[id] = own;
  return { $ref: `#/components/schemas/${id}` };
}

function rehomed(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

function sorted(object: Json): Json {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

import type { Operation } from "@/lib/operations/operation";
import type { OperationReference } from "@/lib/operations/reference";
import { scopesFor } from "@/lib/operations/scope";
import { parametersOf } from "./openapi-parameters";
import { refusals, responsesOf } from "./openapi-responses";
import { type Json, namedSchemaOf, typeName } from "./openapi-schema";
import { webhooksOf } from "./openapi-webhooks";

/** The OpenAPI 3.1 description of these operations, without servers: the same in every installation. */
export function openapiDocument(
  operations: readonly Operation[],
  reference: Readonly<Record<string, OperationReference>>,
) {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const op of operations) {
    const path = op.path.replace(/:(\w+)/g, "{$1}");
    const about = reference[op.id];
    if (!about) throw new Error(`Nothing describes the operation ${op.id}`);
    paths[path] = { ...paths[path], [op.method.toLowerCase()]: descriptionOf(op, about, schemas) };
  }
  const responses = refusals(schemas);
  const webhooks = webhooksOf(schemas);
  return {
    openapi: "3.1.0",
    info: { title: "Fieldkit", version: "1", description: introduction },
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      schemas: sorted(schemas),
      responses,
      headers: {
        RequestId: {
          description: "the request's own `x-request-id`, or a new one; the log has it too",
          required: true,
          schema: { type: "string" },
        },
      },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "fieldkit.session_token" },
        bearerKey: { type: "http", scheme: "bearer", description: "an API key of the project" },
        headerKey: { type: "apiKey", in: "header", name: "x-api-key" },
      },
    },
  };
}

const introduction = `Mock endpoints, webhook inboxes, feature flags and release notes for a team's projects.

A path that has \`GET\` has \`HEAD\`, too. To a method that it doesn't have, each path responds with 405 and \`Allow\`, as the
response \`MethodNotAllowed\` of the components describes. Fields of a body that are not described here are ignored. Responses
may get more fields in later versions.

Lists with the parameter \`fields\` return partial rows where a call names fields. Their schemas describe full rows, so take such rows as
\`Pick<Mock, "id" | "name">\` in TypeScript. Their responses are marked with \`x-partial-rows\`.`;

const security: Record<Operation["access"], Json[]> = {
  public: [],
  session: [{ session: [] }],
  // Clients tend to use the first one, and programs have keys.
  project: [{ bearerKey: [] }, { headerKey: [] }, { session: [] }],
  key: [{ bearerKey: [] }, { headerKey: [] }],
};

const takesKeys = ({ access }: Operation) => access === "project" || access === "key";

/** OpenAPI has a field for scopes that are all required, not for alternatives. */
function scopesLine(op: Operation): string[] {
  if (!takesKeys(op)) return [];
  const names = scopesFor(op).map((scope) => `\`${scope}\``);
  return [`An API key needs the scope ${new Intl.ListFormat("en", { type: "disjunction" }).format(names)}.`];
}

function descriptionOf(op: Operation, about: OperationReference, schemas: Json): Json {
  return {
    operationId: op.id,
    tags: [op.tag],
    summary: op.summary,
    description: [about.description, ...scopesLine(op)].join("\n\n"),
    security: security[op.access],
    ...(takesKeys(op) && { "x-scopes": scopesFor(op) }),
    parameters: parametersOf(op, schemas),
    ...(op.body && {
      requestBody: {
        required: true,
        content: {
          [op.upload ? "multipart/form-data" : "application/json"]: {
            schema: namedSchemaOf(`${typeName(op.id)}Body`, op.body, "input", schemas),
            ...("body" in about && { example: about.body }),
          },
        },
      },
    }),
    responses: responsesOf(op, about, schemas),
  };
}

function sorted(object: Json): Json {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

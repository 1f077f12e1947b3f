import { type ErrorCode, statusOf } from "@/lib/operations/error-codes";
import { ErrorBody, UnconfirmedBody } from "@/lib/operations/fields";
import { changedMessage, honoursIfMatch } from "@/lib/operations/if-match";
import { type AnswerHeader, countMax, type DeclaredError, type Operation } from "@/lib/operations/operation";
import type { OperationReference } from "@/lib/operations/reference";
import { takesIdempotencyKey } from "./idempotency";
import { type Json, namedSchemaOf, schemaOf, typeName } from "./openapi-schema";

/** Every answer that the operation can give. */
export function responsesOf(op: Operation, about: OperationReference, schemas: Json): Json {
  const success = successOf(op, about, schemas);
  const responses: Json = { [op.status ?? 200]: success };
  if (op.creates) responses[201] = { ...success, description: "It did not exist, and was created" };
  if (op.conditional) {
    responses[304] = { description: "Still the same; no body", headers: { ...requestId, ETag: sameAnswer } };
  }
  for (const failure of failuresOf(op)) {
    responses[statusOf[failure]] = op.errorBody
      ? refusal(failure, schemaOf(op.errorBody, "output", schemas))
      : { $ref: `#/components/responses/${nameOf(failure)}` };
  }
  if (honoursIfMatch(op)) responses[statusOf.changed] = changed(op, about, schemas);
  return responses;
}

/** 409 for a row that somebody else changed; the current row comes with it. */
function changed(op: Operation, about: OperationReference, schemas: Json): Json {
  const current = op.output.optional().meta({ description: "the row as it is, where `code` is `changed`" });
  const conflictBody = ErrorBody.extend({ current });
  const conflict = op.errors?.includes("conflict") ? `. ${problems.conflict.description}` : "";
  return {
    description: `The row was changed since (\`code\` is \`changed\`, \`current\` is the row)${conflict}`,
    headers: requestId,
    content: {
      "application/json": {
        schema: namedSchemaOf(`${typeName(op.id)}Conflict`, conflictBody, "output", schemas),
        example: { ...errorExample("changed", changedMessage), current: about.answer },
      },
    },
  };
}

function successOf(op: Operation, about: OperationReference, schemas: Json): Json {
  const named = (op.headers ?? []).map((name) => [name, { required: true, ...answerHeaders[name] }]);
  const headers = {
    ...requestId,
    ...(op.list && { Link: nextPage }),
    ...(op.query?.shape.count && { "X-Total-Count": total }),
    ...(op.conditional && { ETag: sameAnswer }),
    ...(op.versioned && { ETag: version }),
    ...Object.fromEntries(named),
  };
  if (op.status === 302) return { description: "Sends the browser on", headers };
  const types = op.produces ?? ["application/json"];
  const content = types.map((type) => [type, contentOf(type, op, about, schemas)]);
  return { ...describeSuccess(op), headers, content: Object.fromEntries(content) };
}

/** A schema can't depend on a parameter, so words and an extension say where rows are partial. */
function describeSuccess({ query }: Operation): Json {
  if (!query?.shape.fields) return { description: "Success" };
  return {
    description:
      "Success. With `fields`, rows have only their ids and the named fields: `required` of their schema doesn't apply.",
    "x-partial-rows": "fields",
  };
}

function contentOf(type: string, op: Operation, { answer }: OperationReference, schemas: Json): Json {
  if (type === "application/json") {
    const schema = namedSchemaOf(`${typeName(op.id)}Result`, op.output, "output", schemas);
    return { schema, ...(typeof answer !== "string" && { example: answer }) };
  }
  // OpenAPI 3.1 needs no schema for bytes, but generators make a `Blob` of this one.
  if (!type.startsWith("text/")) return { schema: { type: "string", format: "binary" } };
  return { schema: { type: "string" }, ...(typeof answer === "string" && { example: answer }) };
}

const requestId = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
const entityTag = (description: string) => ({
  required: true,
  description,
  schema: { type: "string", pattern: '^(W/)?"[^"]+"$' },
});
const sameAnswer = entityTag("for `If-None-Match`");
const version = entityTag(
  "`updatedAt` in quotes, for `If-Match`; with `W/` in front where the answer is compressed",
);
const total = {
  description: `how many rows match, where \`count\` asks; beyond ${countMax} it is ${countMax}+`,
  schema: { type: "string", pattern: "^[0-9]+[+]?$" },
};
const nextPage = {
  description: "the next page, where there is one",
  schema: { type: "string", pattern: '^<[^>]+>; rel="next"$' },
};
const retryAfter = {
  "Retry-After": { required: true, description: "seconds", schema: { type: "string", pattern: "^[0-9]+$" } },
};
const answerHeaders: Record<AnswerHeader, Json> = {
  "Content-Disposition": {
    description: "a download, and its name",
    schema: { type: "string", pattern: "^attachment; filename=" },
  },
  Location: { description: "where to", schema: { type: "string" } },
  "Set-Cookie": { description: "the session", schema: { type: "string" } },
};

type Implied =
  | "invalid_request"
  | "payload_too_large"
  | "unsupported_media_type"
  | "unavailable"
  | "insufficient_storage";
type Failure = DeclaredError | Implied;
type Problem = { description: string; example: string; headers?: Json };

/** A client that calls what is described never meets this one, so no operation refers to it. */
type Unreferenced = "method_not_allowed";

const problems: Record<Failure | Unreferenced, Problem> = {
  invalid_request: {
    description: "The request is not valid; every problem is listed",
    example: "Invalid request: name must not be empty",
  },
  unauthorized: { description: "Not signed in, or the API key is not valid", example: "Unauthorized" },
  forbidden: {
    description: "No access, or the admin role is needed, or a page of another origin asks with a cookie",
    example: "Requires admin role on this project",
  },
  not_found: { description: "Something that the request names does not exist", example: "Project not found" },
  method_not_allowed: {
    description: "The path exists, but not with this method. Every path can respond with this",
    example: "This path answers GET, HEAD, POST.",
    headers: {
      Allow: {
        required: true,
        description: "the methods that the path has",
        schema: { type: "string", pattern: "^[A-Z]+(, [A-Z]+)*$" },
      },
    },
  },
  conflict: {
    description:
      "The value is taken, the state forbids it, or a quota is used up (`code` is `quota_exceeded`)",
    example: 'A project with the slug "shop" exists in this team already',
  },
  gone: {
    description: "No longer available",
    example: "This invitation was used already. Ask for a new one.",
  },
  payload_too_large: {
    description: "The body is too large, or what is asked for would be",
    example: "The body is larger than 1048576 bytes.",
  },
  unsupported_media_type: {
    description: "The body is of another media type",
    example: "Send the body as JSON in UTF-8, with Content-Type: application/json.",
  },
  unprocessable: {
    description: "The account exists already",
    example: "User already exists. Use another email.",
  },
  confirmation_required: {
    description: "What is changed is protected, and has to be named (`confirm` says what)",
    example:
      "This changes Production, which is protected. Send X-Confirm-Environment: production to confirm it.",
  },
  rate_limited: {
    description: "Too many attempts",
    example: "Too many attempts. Try again in 42 seconds.",
    headers: retryAfter,
  },
  bad_gateway: {
    description: "The other side failed; the message says how",
    example: "Slack was not reached: the connection was refused",
  },
  unavailable: {
    description: "The database is not reachable",
    example: "The database is not reachable right now. Try again in a moment.",
    headers: retryAfter,
  },
  insufficient_storage: {
    description: "The server's disk is full: nothing was stored or deleted, and reading goes on",
    example:
      "The server's disk is full. Nothing was stored or deleted, and reading goes on. Try again once its operator has made room.",
    headers: retryAfter,
  },
};

/** Failures that are declared, and those that follow from access and input. */
function failuresOf(op: Operation): Failure[] {
  const repeatable = takesIdempotencyKey(op);
  const failures = new Set<Failure>(op.errors);
  if (op.query || op.body || repeatable) failures.add("invalid_request");
  if (op.body) failures.add("unsupported_media_type");
  if (op.method !== "GET") failures.add("payload_too_large");
  if (op.access !== "public") failures.add("unauthorized");
  // A stranger's team looks as if it did not exist. A cookie sent by another site is refused where something changes.
  const byMembership = op.access === "session" && op.method === "GET";
  if (op.access !== "public" && !byMembership) failures.add("forbidden");
  if (op.path.includes(":")) failures.add("not_found");
  if (repeatable) failures.add("conflict");
  failures.add("unavailable");
  if (op.method !== "GET") failures.add("insufficient_storage");
  return [...failures].sort((a, b) => statusOf[a] - statusOf[b]);
}

const nameOf = (failure: Failure | Unreferenced) =>
  failure.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Our own refusals by name, so that operations can refer to them. */
export function refusals(schemas: Json): Json {
  const plain = schemaOf(ErrorBody, "output", schemas);
  const unconfirmed = schemaOf(UnconfirmedBody, "output", schemas);
  const bodyOf = (failure: keyof typeof problems) =>
    failure === "confirmation_required" ? unconfirmed : plain;
  const names = Object.keys(problems) as (keyof typeof problems)[];
  return Object.fromEntries(
    names.map((failure) => [
      nameOf(failure),
      refusal(failure, bodyOf(failure), errorExample(failure, problems[failure].example)),
    ]),
  );
}

const errorExample = (code: ErrorCode, error: string) => ({
  error,
  code,
  requestId: "0197f3b4-b8f0-7d16-8a3c-5e9b2d7f4c01",
  ...(code === "confirmation_required" && { confirm: [{ name: "Production", key: "production" }] }),
});

function refusal(failure: keyof typeof problems, schema: Json, example?: Json): Json {
  const { description, headers } = problems[failure];
  const content = { "application/json": { schema, ...(example && { example }) } };
  return { description, headers: { ...requestId, ...headers }, content };
}

import type { z } from "zod";
import type { Answer } from "./answer";

/**
 * Who may call: anybody; a signed-in person; a person or API key of the project in the path; or an API key, which
 * then determines the project.
 */
export type Access = "public" | "session" | "project" | "key";
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The contract of one operation of the API. Browser-safe: the dashboard's client is made from it. */
export type Operation = {
  id: string;
  method: Method;
  /** `/api/teams/:teamId`; parameters are read by name. */
  path: string;
  tag: string;
  summary: string;
  access: Access;
  /**
   * Overrides the scopes that follow from method and tag (`scopesFor`): `evaluate` for flag evaluations, `read` for a `POST`
   * that changes nothing, `any` for every key except those in web pages.
   */
  scope?: "read" | "evaluate" | "any";
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The body is a form with files, of at most so many bytes, and parts where there may be more than usual. */
  upload?: { bytesMax: number; partsMax?: number };
  /** The body's field that is a list of thousands of items (`longList`): such a body may be larger than others. */
  longList?: string;
  /** Headers that a call must have, besides those of its access. */
  requestHeaders?: readonly { name: string; description: string }[];
  /** Status of a success, 200 by default. */
  status?: 200 | 201 | 302;
  /**
   * A `PUT` that makes what does not exist yet (`Created`), as the operation of this id does: then it answers 201, and the
   * trail says so.
   */
  creates?: string;
  output: z.ZodType;
  /** Media types of a success, JSON by default; a wildcard stands for any. */
  produces?: readonly string[];
  /** Headers of every success, besides those that follow from the other fields. */
  headers?: readonly AnswerHeader[];
  /** A success has an `ETag`, and a matching `If-None-Match` is answered with 304. */
  conditional?: boolean;
  /** Failures besides those that follow from the access and the input. */
  errors?: readonly DeclaredError[];
  /** The answer is a list that is paged by `limit` and `cursor`. */
  list?: boolean;
  /**
   * The answer is a row whose `updatedAt` is its entity tag: answers carry it as `ETag`, and a `PUT` with `If-Match`
   * changes the row only if the caller knows its current state.
   */
  versioned?: boolean;
  /** The answer contains a secret, so it is never stored for a repeat. */
  secret?: boolean;
  /** A `POST` that changes nothing, so that an `Idempotency-Key` has no effect. */
  safe?: boolean;
  /**
   * Whether the audit trail has an entry of it. Left out, that follows from method and path; false for what changes
   * nothing that anybody would ask about later.
   */
  trail?: boolean;
  /** It evaluates flags for a program, and is counted as that in its project's traffic. */
  isCheck?: boolean;
  /** It waits for somebody else's server, so no transaction may be open meanwhile. */
  callsOut?: boolean;
  /** Pages of any origin may call it, without the browser's credentials. */
  cors?: boolean;
  /**
   * The answer is events without an end (`LastingAnswer`), which a client goes on with by `Last-Event-ID`. A browser's
   * `EventSource` sends no other headers, so that a key with the scope `evaluate` may be in the query, as `key`.
   */
  stream?: true;
  /** Fields that another protocol wants in an error's body, besides our own. */
  errorFields?: (error: Refusal, params: Record<string, string>) => Record<string, unknown>;
  /** The schema of an error's body, if it has more than our own fields. */
  errorBody?: z.ZodType;
};

export type AnswerHeader = "Content-Disposition" | "Location" | "Set-Cookie";

/** The entity tag of a row by the time of its last change. */
export const versionTag = (updatedAt: string) => `"${updatedAt}"`;

/**
 * Names the protected environments that a change touches, by their keys with commas between: without it the change is
 * refused (`confirmation_required`).
 */
export const confirmHeader = "X-Confirm-Environment";

export type Named = { name: string; key: string };

/** A problem at one place of a request, such as `responseHeaders.X-A`. */
export type Issue = { path: string; message: string };

/** A failure as a caller sees it. */
export type Refusal = {
  code: string;
  message: string;
  issues?: readonly Issue[] | undefined;
  /** The current row, if the caller's change was based on an older state. */
  current?: unknown;
  /** The protected environments that the caller has not named. */
  confirm?: readonly Named[];
};

export type DeclaredError =
  | "conflict"
  | "not_found"
  | "forbidden"
  | "gone"
  | "payload_too_large"
  | "rate_limited"
  | "unauthorized"
  | "unprocessable"
  | "confirmation_required"
  | "bad_gateway";

export function operation<const O extends Operation>(definition: O): O {
  return definition;
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type PathParams<O extends Operation> = { [Name in ParamNames<O["path"]>]: string };

type Parsed<S> = S extends z.ZodType ? z.output<S> : unknown;
type Given<S> = S extends z.ZodType ? z.input<S> : unknown;

/** Query and body of a call, validated. */
export type Fields<O extends Operation> = Parsed<O["query"]> & Parsed<O["body"]>;

/**
 * What a domain function gets: the path's parameters as they were sent, and query and body on demand. `fields()`
 * fails with 415 or 400, so call it after checking access and existence: callers learn of problems in that order.
 */
export type Input<O extends Operation> = PathParams<O> & { fields(): Promise<Fields<O>> };

/** What a caller passes: path parameters, query and body in one object. */
export type CallInput<O extends Operation> = PathParams<O> & Given<O["query"]> & Given<O["body"]>;

/** Rows are counted up to this number; beyond it, only that there are more is known. */
export const countMax = 10_000;

/**
 * One page of a list; `next` is the cursor of the following one. `total` is present if it was asked for; a count
 * above `countMax` is given as `countMax` plus one. If `fields` were named, the items have only these.
 */
export type Page<T> = {
  items: T[];
  next: string | undefined;
  total?: number;
  fields?: readonly string[];
};

/** One row of a list for which these fields were named, or all fields if none were. */
export type Row<O extends Operation, Field extends string = never> =
  z.output<O["output"]> extends (infer Item)[]
    ? [Field] extends [never]
      ? Item
      : Pick<Item, (Field | "id") & keyof Item>
    : never;

export type Output<O extends Operation, Field extends string = never> = [Field] extends [never]
  ? z.output<O["output"]>
  : Row<O, Field>[];

/** Names the fields of a call in its type, so that the type of the answer's rows has these. */
export type Naming<Field extends string> = { fields?: readonly Field[] };

/** What a domain function returns for a thing that was not there before, where the operation `creates` such. */
export class Created<T> {
  constructor(readonly made: T) {}
}

/** What a domain function returns. An `Answer` is sent as it is. */
export type Result<O extends Operation> = O["list"] extends true
  ? z.input<O["output"]> extends (infer T)[]
    ? Page<T>
    : never
  : z.input<O["output"]> | Answer | (O["creates"] extends string ? Created<z.input<O["output"]>> : never);

/** The thing that a domain function returns, whether it was there before or not. */
export const madeOrFound = (result: unknown): unknown => (result instanceof Created ? result.made : result);

/** The operation's URL path and query for a call; the rest of the input is the body. */
export function requestFor(op: Operation, input: Record<string, unknown>) {
  const rest = { ...input };
  const path = op.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const name of Object.keys(op.query?.shape ?? {})) {
    if (rest[name] !== undefined) query.set(name, String(rest[name]));
    delete rest[name];
  }
  return { path: query.size ? `${path}?${query}` : path, query, body: op.body ? rest : undefined };
}

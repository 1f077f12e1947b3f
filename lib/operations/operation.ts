import type { z } from "zod";
import type { Answer } from "./answer";

/**
 * Who may call: anybody, a signed-in person, a person or API key of the project in the path, or an API key,
 * which then says what the project is.
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
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The body is a form with files, at most so many bytes of it. */
  upload?: { bytesMax: number };
  /** Headers that a call has to have, beside those of its access. */
  requestHeaders?: readonly { name: string; description: string }[];
  /** Status of success, 200 unless stated. */
  status?: 200 | 201 | 302;
  output: z.ZodType;
  /** Media types of a success, JSON unless stated; a wildcard stands for any. */
  produces?: readonly string[];
  /** Headers that every success has, beside those that the other fields imply. */
  headers?: readonly AnswerHeader[];
  /** A success has an `ETag`, and a matching `If-None-Match` is answered 304. */
  conditional?: boolean;
  /** Failures beyond those that the access and the input imply. */
  errors?: readonly DeclaredError[];
  /** The answer is a list that is paged by `limit` and `cursor`. */
  list?: boolean;
  /**
   * The answer is a row whose `updatedAt` is its entity tag: answers carry it as `ETag`, and a `PUT` with `If-Match`
   * changes only the row that the caller knows.
   */
  versioned?: boolean;
  /** The answer shows a secret: it is never stored for a repeat. */
  secret?: boolean;
  /** A `POST` that changes nothing: an `Idempotency-Key` means nothing to it. */
  safe?: boolean;
  /** It waits for somebody else's server, so no transaction may be open around it. */
  callsOut?: boolean;
  /** Pages of any origin may call it, without credentials of the browser's. */
  cors?: boolean;
  /** What a protocol of others wants in an error's body, beside our own fields. */
  errorFields?: (error: Refusal, params: Record<string, string>) => Record<string, unknown>;
  /** What an error's body is, where it is more than our own. */
  errorBody?: z.ZodType;
};

export type AnswerHeader = "Content-Disposition" | "Location" | "Set-Cookie";

/** The entity tag of a row that was changed last at this time. */
export const versionTag = (updatedAt: string) => `"${updatedAt}"`;

/** What is wrong at one place of a request, such as `responseHeaders.X-A`. */
export type Issue = { path: string; message: string };

/** A failure as a caller sees it. */
export type Refusal = {
  code: string;
  message: string;
  issues?: readonly Issue[] | undefined;
  /** The row as it is now, where the caller's change was made from an older one. */
  current?: unknown;
};

export type DeclaredError =
  | "conflict"
  | "not_found"
  | "forbidden"
  | "gone"
  | "rate_limited"
  | "unauthorized"
  | "unprocessable"
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
 * What a domain function gets: the path's parameters as they were sent, and query and body on demand.
 * `fields()` fails with 415 or 400; call it after access and existence were checked, because that is
 * the order in which a caller learns of problems.
 */
export type Input<O extends Operation> = PathParams<O> & { fields(): Promise<Fields<O>> };

/** What a caller passes: path parameters, query and body in one object. */
export type CallInput<O extends Operation> = PathParams<O> & Given<O["query"]> & Given<O["body"]>;

/** Rows that a count goes up to; of more it is only known that they are more. */
export const countMax = 10_000;

/**
 * One page of a list; `next` is the cursor of the following one. `total` is there when it was asked for, and one more
 * than `countMax` for all that is more. With `fields` the items have these only.
 */
export type Page<T> = {
  items: T[];
  next: string | undefined;
  total?: number;
  fields?: readonly string[];
};

/** One row of a list that was asked for these fields, with all of them without any. */
export type Row<O extends Operation, Field extends string = never> =
  z.output<O["output"]> extends (infer Item)[]
    ? [Field] extends [never]
      ? Item
      : Pick<Item, (Field | "id") & keyof Item>
    : never;

export type Output<O extends Operation, Field extends string = never> = [Field] extends [never]
  ? z.output<O["output"]>
  : Row<O, Field>[];

/** Names the fields of a call in its type, so that the rows of the answer have these. */
export type Naming<Field extends string> = { fields?: readonly Field[] };

/** What a domain function returns. An `Answer` goes out as it is. */
export type Result<O extends Operation> = O["list"] extends true
  ? z.input<O["output"]> extends (infer T)[]
    ? Page<T>
    : never
  : z.input<O["output"]> | Answer;

/** The operation's URL path and query for a call; what is left over is the body. */
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

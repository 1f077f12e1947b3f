import type { z } from "zod";

/** Who may call: anybody, a signed-in person, or a person or API key of the project in the path. */
export type Access = "public" | "session" | "project";
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The contract of one operation of the API. Browser-safe: the dashboard's client is made from it. */
export type Operation = {
  id: string;
  method: Method;
  /** `/api/teams/:teamId`; parameters are read by name. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Status of success, 200 unless stated. */
  status?: 200 | 201;
  output: z.ZodType;
  /** Failures beyond those that the access and the input imply. */
  errors?: readonly DeclaredError[];
  /** The answer is a list that is paged by `limit` and `cursor`. */
  list?: boolean;
  /** The answer shows a secret: it is never stored for a repeat. */
  secret?: boolean;
};

export type DeclaredError = "conflict" | "not_found" | "forbidden" | "gone" | "rate_limited" | "unauthorized";

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

/** One page of a list; `next` is the cursor of the following one. */
export type Page<T> = { items: T[]; next: string | undefined };

export type Output<O extends Operation> = z.output<O["output"]>;

/** What a domain function returns. A `Response` goes out as it is. */
export type Result<O extends Operation> = O["list"] extends true
  ? z.input<O["output"]> extends (infer T)[]
    ? Page<T>
    : never
  : z.input<O["output"]> | Response;

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

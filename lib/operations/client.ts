import {
  type CallInput,
  countMax,
  type Issue,
  type Naming,
  type Operation,
  type Output,
  type Page,
  type Refusal,
  type Row,
  requestFor,
  versionTag,
} from "./operation";

/** A refusal by the API. `issues` names faulty fields by their path, such as `responseHeaders.X-A`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly issues: Issue[],
    /** From `Retry-After`, where the answer says when to try again. */
    readonly retryAfterSeconds?: number,
    /** The current row, if somebody else changed it meanwhile (`changed`). */
    readonly current?: unknown,
  ) {
    super(message);
  }
}

export type CallOptions = {
  /**
   * `updatedAt` of the row that the change is based on. If the row has changed since, the call is refused with 409
   * `changed`.
   */
  ifMatch?: string | undefined;
};

/** Starts a new session after one has ended, and tells whether there is one. */
type Renewal = (op: Operation) => Promise<boolean>;

let renewal: Renewal | undefined;

/** Calls that find the session ended wait for this, and are then sent again unchanged. */
export function onSessionEnd(renew: Renewal): () => void {
  renewal = renew;
  return () => {
    if (renewal === renew) renewal = undefined;
  };
}

/**
 * Calls one operation over HTTP from the browser.
 * @throws {ApiError} for every answer that is not a success, and when the service can't be reached
 * (`status` 0).
 */
export async function call<O extends Operation, const Field extends string = never>(
  op: O,
  input: CallInput<O> & Naming<Field>,
  options?: CallOptions,
): Promise<Output<O, Field>> {
  return (await send(op, input, options)).answer as Output<O, Field>;
}

/** The same for one page of a list. A count above `countMax` is given as `countMax` plus one. */
export async function callPage<O extends Operation & { list: true }, const Field extends string = never>(
  op: O,
  input: CallInput<O> & Naming<Field>,
): Promise<Omit<Page<Row<O, Field>>, "fields">> {
  const { answer, headers } = await send(op, input);
  const following = /<([^>]*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
  const total = headers.get("x-total-count");
  return {
    items: answer as Row<O, Field>[],
    next: following && (new URL(following, "http://localhost").searchParams.get("cursor") ?? undefined),
    ...(total && { total: total.endsWith("+") ? countMax + 1 : Number(total) }),
  };
}

async function send(
  op: Operation,
  input: object,
  { ifMatch }: CallOptions = {},
): Promise<{ answer: unknown; headers: Headers }> {
  const { path, body } = requestFor(op, { ...input });
  let response: Response;
  try {
    response = await fetch(path, {
      method: op.method,
      headers: {
        ...(body && !op.upload && { "content-type": "application/json" }),
        ...(ifMatch !== undefined && { "if-match": versionTag(ifMatch) }),
      },
      ...(body && { body: op.upload ? formOf(body) : JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(
      "Fieldkit can't be reached. Check your connection and try again.",
      0,
      "unreachable",
      [],
    );
  }
  const answer: unknown = await response.json().catch(() => null);
  const ended = response.status === 401 && op.access !== "public";
  if (ended && (await renewal?.(op))) return send(op, input, { ifMatch });
  if (!response.ok) throw refusal(response, answer);
  return { answer, headers: response.headers };
}

function formOf(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const each of [value].flat()) form.append(name, each instanceof Blob ? each : String(each));
  }
  return form;
}

function refusal({ status, headers }: Response, answer: unknown): ApiError {
  const retryAfter = Number(headers.get("retry-after"));
  const { error, code, issues, current } = (answer ?? {}) as Partial<Refusal> & { error?: string };
  return new ApiError(
    error ?? `The request failed with status ${status}.`,
    status,
    code ?? "unknown",
    [...(issues ?? [])],
    retryAfter > 0 ? retryAfter : undefined,
    current,
  );
}

import {
  type CallInput,
  type Issue,
  type Operation,
  type Output,
  type Refusal,
  requestFor,
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
    /** The row as it is now, where somebody else changed it meanwhile (`changed`). */
    readonly current?: unknown,
  ) {
    super(message);
  }
}

export type CallOptions = {
  /** `updatedAt` of the row that the change was made from: a row that changed since is refused with 409 `changed`. */
  ifMatch?: string | undefined;
};

/** Begins a session anew where one ended, and says whether there is one again. */
type Renewal = (op: Operation) => Promise<boolean>;

let renewal: Renewal | undefined;

/** Calls that find the session ended wait for this, and are then sent again as they were. */
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
export async function call<O extends Operation>(
  op: O,
  input: CallInput<O>,
  options?: CallOptions,
): Promise<Output<O>> {
  return (await send(op, input, options)).answer as Output<O>;
}

/** One page of a list: `next` is the cursor of the following one, `total` is there with `count` in the input. */
export type ListPage<O extends Operation> = {
  items: Output<O>;
  next: string | undefined;
  /** "1234", or "10000+" where nobody counted on. */
  total: string | undefined;
};

/** @throws {ApiError} like `call` */
export async function callPage<O extends Operation>(op: O, input: CallInput<O>): Promise<ListPage<O>> {
  const { answer, headers } = await send(op, input);
  const [, next] = /[?&]cursor=([^&>]+)[^>]*>; *rel="next"/.exec(headers.get("link") ?? "") ?? [];
  return { items: answer as Output<O>, next, total: headers.get("x-total-count") ?? undefined };
}

async function send<O extends Operation>(
  op: O,
  input: CallInput<O>,
  { ifMatch }: CallOptions = {},
): Promise<{ answer: unknown; headers: Headers }> {
  const { path, body } = requestFor(op, input as Record<string, unknown>);
  let response: Response;
  try {
    response = await fetch(path, {
      method: op.method,
      headers: {
        ...(body && !op.upload && { "content-type": "application/json" }),
        ...(ifMatch !== undefined && { "if-match": `"${ifMatch}"` }),
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
    form.append(name, value instanceof Blob ? value : String(value));
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

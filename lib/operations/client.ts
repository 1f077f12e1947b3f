import {
  type CallInput,
  confirmHeader,
  countMax,
  type Issue,
  type Named,
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
    /** The protected environments that the change touches, if it has to name them (`confirmation_required`). */
    readonly confirm?: readonly Named[],
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
  /** Ends the call, which then fails as one that finds nobody. */
  signal?: AbortSignal | undefined;
  /** The call outlives its page. Browsers take 64 KiB of such calls. */
  keepalive?: boolean | undefined;
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

/** Asks the person whether they mean these protected environments. */
type Confirmation = (environments: readonly Named[]) => Promise<boolean>;

let confirmation: Confirmation | undefined;

/** Changes that have to name something wait for this, and are then sent again with the names. */
export function onUnconfirmed(ask: Confirmation): () => void {
  confirmation = ask;
  return () => {
    if (confirmation === ask) confirmation = undefined;
  };
}

/** Environments as a person types them, and as the header has them. */
export const keysOf = (environments: readonly Named[]) => environments.map(({ key }) => key).join(", ");

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
  const { answer, response } = await send(op, input);
  const total = response.headers.get("x-total-count");
  return {
    items: answer as Row<O, Field>[],
    next: nextCursor(response),
    ...(total && { total: total.endsWith("+") ? countMax + 1 : Number(total) }),
  };
}

/** A file as it came: what is parsed and written anew may have other numbers and another order. */
export type CalledFile = {
  name: string;
  content: Blob;
  /** Leads to the next part, where there is one. */
  next: string | undefined;
};

/** The same for an operation that answers with a file. */
export async function callFile<O extends Operation>(
  op: O,
  input: CallInput<O>,
  options?: Pick<CallOptions, "signal">,
): Promise<CalledFile> {
  const response = await request(op, input, options);
  return {
    // These names are made of slugs, so they need no decoding.
    name: /filename="?([^";]+)"?/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? op.id,
    content: await whileReachable(() => response.blob()),
    next: nextCursor(response),
  };
}

const nextCursor = ({ headers }: Response): string | undefined => {
  const following = /<([^>]*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
  return following && (new URL(following, "http://localhost").searchParams.get("cursor") ?? undefined);
};

async function send(op: Operation, input: object, options?: CallOptions) {
  const response = await request(op, input, options);
  return { answer: await jsonOf(response), response };
}

const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => null);

type Sent = CallOptions & { confirmed?: string };

/** An answer that is a success. */
async function request(op: Operation, input: object, options: Sent = {}): Promise<Response> {
  const { ifMatch, signal, keepalive, confirmed } = options;
  const { path, body } = requestFor(op, { ...input });
  const response = await whileReachable(() =>
    fetch(path, {
      method: op.method,
      headers: {
        ...(body && !op.upload && { "content-type": "application/json" }),
        ...(ifMatch !== undefined && { "if-match": versionTag(ifMatch) }),
        ...(confirmed !== undefined && { [confirmHeader]: confirmed }),
      },
      ...(body && { body: op.upload ? formOf(body) : JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    }),
  );
  const ended = response.status === 401 && op.access !== "public";
  if (ended && (await renewal?.(op))) return request(op, input, options);
  if (response.ok) return response;
  const error = refusal(response, await jsonOf(response));
  if (!error.confirm || !confirmation) throw error;
  const names = keysOf(error.confirm);
  // Others may have been protected meanwhile; the same ones are not asked about twice.
  if (names !== confirmed && (await confirmation(error.confirm)))
    return request(op, input, { ...options, confirmed: names });
  throw unconfirmed(error);
}

/** The same, in the words of a page. */
const unconfirmed = ({ status, code, confirm = [] }: ApiError) =>
  new ApiError(
    `Nothing was changed, because you did not confirm it for ${confirm.map(({ name }) => name).join(", ")}.`,
    status,
    code,
    [],
  );

async function whileReachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw new ApiError(
      "Fieldkit can't be reached. Check your connection and try again.",
      0,
      "unreachable",
      [],
    );
  }
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
  const { error, code, issues, current, confirm } = (answer ?? {}) as Partial<Refusal> & { error?: string };
  return new ApiError(
    error ?? `The request failed with status ${status}.`,
    status,
    code ?? "unknown",
    [...(issues ?? [])],
    retryAfter > 0 ? retryAfter : undefined,
    current,
    confirm,
  );
}

import { create as contentDisposition } from "content-disposition";

/** The value of a header; a list for a name that is sent several times, such as `set-cookie`. */
export type HeaderRecord = Record<string, string | string[]>;

/**
 * An answer before a door sends it. Unlike a `Response` it is cheap to make, to change and to store. `headers` is a
 * flat list (name, value, name, value, …), which `ServerResponse.writeHead` takes with repeated names intact. `body`
 * null means that none is sent.
 */
export class Answer {
  constructor(
    readonly status: number,
    readonly headers: string[],
    readonly body: string | Uint8Array | null,
  ) {}

  get text(): string {
    return typeof this.body === "string" ? this.body : Buffer.from(this.body ?? []).toString();
  }
}

/** What a door lends to an answer without an end. None of it throws, also when the client is gone. */
export type Outlet = {
  write(bytes: Uint8Array): void;
  /** Bytes that are written and not on their way yet. */
  waiting(): number;
  /** Ends the answer in order. */
  end(): void;
  /** Breaks the connection, whatever is still to be sent. */
  cut(): void;
};

/** An answer whose body goes on until one side ends it: its head is sent at once, and no length is known. */
export class LastingAnswer extends Answer {
  constructor(
    status: number,
    headers: string[],
    /** Begins the body. @returns to be called when the client is gone */
    readonly begin: (outlet: Outlet) => () => void,
  ) {
    super(status, headers, null);
  }
}

/** The same answer, marked as made from what was known last (RFC 7234, section 5.5.1). */
export function staleAnswer(answer: Answer): Answer {
  const headers = [...answer.headers, "warning", '110 - "Response is Stale"'];
  if (answer instanceof LastingAnswer) return new LastingAnswer(answer.status, headers, answer.begin);
  return new Answer(answer.status, headers, answer.body);
}

type Extra = { status?: number; headers?: HeaderRecord };

/** @param value serialised as it is */
export function jsonAnswer(value: unknown, { status = 200, headers = {} }: Extra = {}): Answer {
  return new Answer(status, ["content-type", "application/json", ...flat(headers)], JSON.stringify(value));
}

/** A library's `Response` as an answer, read completely. */
export async function answerFrom(response: Response): Promise<Answer> {
  // Iteration gives each cookie a line of its own.
  const headers = [...response.headers].flat();
  const body = response.body ? new Uint8Array(await response.arrayBuffer()) : null;
  return new Answer(response.status, headers, body);
}

/** Tells the length of a body on the way through Next, because Next drops `Content-Length`. */
export const bodyLengthHeader = "x-body-length";

/** The body of a lasting answer, which ends too when its request is given up before anybody reads it. */
function lastingBody({ begin }: LastingAnswer, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  let leave = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        leave = begin({
          write: (bytes) => controller.enqueue(bytes),
          waiting: () => -(controller.desiredSize ?? 0),
          end: () => controller.close(),
          cut: () => controller.error(new Error("The answer was broken off.")),
        });
        if (signal?.aborted) leave();
        else signal?.addEventListener("abort", () => leave(), { once: true });
      },
      cancel: () => leave(),
    },
    // So that what is waiting is all that nobody has taken.
    { highWaterMark: 0, size: (bytes) => bytes?.byteLength ?? 0 },
  );
}

/** The same for doors that speak the Fetch standard. */
export function toResponse(answer: Answer, signal?: AbortSignal): Response {
  const { status, headers } = answer;
  const body = answer instanceof LastingAnswer ? lastingBody(answer, signal) : answer.body;
  const response = new Response(body as BodyInit | null, { status });
  // A body of text alone would be announced as plain text.
  response.headers.delete("content-type");
  for (let at = 0; at < headers.length; at += 2) {
    response.headers.append(headers[at] ?? "", headers[at + 1] ?? "");
  }
  if (answer.body !== null) response.headers.set(bodyLengthHeader, String(Buffer.byteLength(answer.body)));
  return response;
}

export function flat(headers: HeaderRecord): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [name, value] : value.flatMap((each) => [name, each]),
  );
}

/** The first header of this name in a flat list. @param name in lower case */
export function headerOf(headers: readonly string[], name: string): string | undefined {
  // The first letter in lower case: few names have to be compared whole.
  const first = name.charCodeAt(0) | 0x20;
  for (let at = 0; at < headers.length; at += 2) {
    const each = headers[at] ?? "";
    if (each.length !== name.length || (each.charCodeAt(0) | 0x20) !== first) continue;
    if (each.toLowerCase() === name) return headers[at + 1];
  }
  return undefined;
}

/**
 * Exact bytes to be saved under a name and never shown as a page, because strangers may have sent them.
 * `no-transform` keeps everything on the way from compressing them.
 */
export function download(name: string, contentType: string, body: Uint8Array): Answer {
  const headers = {
    "content-type": contentType,
    "content-length": String(body.byteLength),
    "content-disposition": contentDisposition(name),
    "content-security-policy": "sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store, no-transform",
  };
  return new Answer(200, flat(headers), body);
}

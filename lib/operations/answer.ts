/** Names in lower case; a list for a name that stands several times, such as `set-cookie`. */
export type AnswerHeaders = Record<string, string | string[]>;

/** An answer before a door sends it: cheap to make, to mark and to store, unlike a `Response`. */
export class Answer {
  constructor(
    readonly status: number,
    readonly headers: AnswerHeaders,
    readonly body: string | Uint8Array | null,
  ) {}

  get text(): string {
    return typeof this.body === "string" ? this.body : Buffer.from(this.body ?? []).toString();
  }
}

type Extra = { status?: number; headers?: AnswerHeaders };

/** @param value serialised as it is */
export function jsonAnswer(value: unknown, { status = 200, headers }: Extra = {}): Answer {
  return new Answer(status, { "content-type": "application/json", ...headers }, JSON.stringify(value));
}

/** The whole of a library's `Response`. */
export async function answerFrom(response: Response): Promise<Answer> {
  const headers: AnswerHeaders = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  const body = response.body ? new Uint8Array(await response.arrayBuffer()) : null;
  return new Answer(response.status, headers, body);
}

/** The same for doors that speak the Fetch standard. */
export function toResponse({ status, headers, body }: Answer): Response {
  const response = new Response(body as BodyInit | null, { status });
  // Text alone would be announced as plain text.
  response.headers.delete("content-type");
  for (const [name, value] of linesOf(headers)) response.headers.append(name, value);
  return response;
}

/** Name and value of every header line. */
export function linesOf(headers: AnswerHeaders): [name: string, value: string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[name, value] satisfies [string, string]]
      : value.map((each): [string, string] => [name, each]),
  );
}

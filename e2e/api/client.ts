import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { expect } from "vitest";
import type { DoorName } from "../door";
import { undescribed } from "./described";
import { isRefusedByNginx } from "./proxy";

/** @throws when it is not set: what a suite needs is told to it, never guessed or left out */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be set: the suite runs against a started service`);
  return value;
}

export const port = Number(new URL(setting("FIELDKIT_URL")).port);
export const mockDomain = `mock.localhost:${setting("FIELDKIT_MOCK_PORT")}`;
export const appHost = `localhost:${port}`;
/** What the suite is run against; doors that tests start for themselves are of the same kind. */
export const doorName = (process.env.FIELDKIT_DOOR ?? "server") as DoorName;
/** The custom server sends exactly what is configured; behind Next alone the framework adds its own. */
export const isServerDoor = doorName === "server";

// `vitest.config.ts` leaves their tests out where nothing serves them, which is Next without a relay only.
if (process.env.FIELDKIT_STREAMS === "none" && isServerDoor) {
  throw new Error("The server serves streams: FIELDKIT_STREAMS must be their address");
}

export type Call = {
  method?: string;
  path: string;
  host?: string;
  headers?: OutgoingHttpHeaders;
  /** Sent as it is, without a Content-Type of its own. */
  body?: string | Buffer;
  /** Sends the body in chunks, without Content-Length. */
  chunked?: boolean;
};

export type Answer = {
  status: number;
  rawHeaders: string[];
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether it is the answer of a proxy that can't pass on such a path. */
  byProxy: boolean;
  text(): string;
  json<T = Record<string, unknown>>(): T;
};

const serverErrors: string[] = [];
/** Each once: a difference from the description shows in many answers. */
const differences = new Map<string, string>();

/** Fails if an answer since the last call was a 5xx or doesn't match the OpenAPI document. */
export function checkAnswers(): void {
  const [errors, found] = [serverErrors.splice(0), [...differences.values()]];
  differences.clear();
  expect(errors, "no request of this file was answered with 5xx").toEqual([]);
  expect(found, "every response in this file matches /api/openapi.json").toEqual([]);
}

/** One request on a connection of its own, exactly as given. */
export function send(call: Call): Promise<Answer> {
  const { method = "GET", path, host = appHost, headers = {}, body, chunked = false } = call;
  return new Promise((resolve, reject) => {
    let answered = false;
    const length = body === undefined || chunked ? {} : { "content-length": Buffer.byteLength(body) };
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        method,
        path,
        agent: false,
        setHost: false,
        headers: { host, ...length, ...headers, ...(chunked && { "transfer-encoding": "chunked" }) },
      },
      (incoming) => {
        answered = true;
        const chunks: Buffer[] = [];
        // Events have no end: their first ones are the answer.
        const isStream = incoming.headers["content-type"] === "text/event-stream";
        incoming.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          if (isStream && String(chunk).includes("data:")) {
            incoming.emit("end");
            incoming.destroy();
          }
        });
        incoming.on("error", (error) => !isStream && reject(error));
        incoming.once("end", () => {
          const bytes = Buffer.concat(chunks);
          const status = incoming.statusCode ?? 0;
          const isOfProject = host.endsWith(mockDomain) || /^\/p\/[^/]*\/api\b/.test(path);
          // Mocks may be configured to answer 5xx, and 502 is another server's fault; our own never are.
          if (status >= 500 && status !== 502 && !isOfProject) {
            serverErrors.push(`${method} ${path} → ${status} ${bytes.toString().slice(0, 300)}`);
          }
          const answer: Answer = {
            status,
            rawHeaders: incoming.rawHeaders,
            headers: incoming.headers,
            body: bytes,
            byProxy: isRefusedByNginx(path) && incoming.headers["x-request-id"] === undefined,
            text: () => bytes.toString("utf8"),
            json: <T>() => JSON.parse(bytes.toString("utf8")) as T,
          };
          const isDescribed = !isOfProject && !answer.byProxy;
          (isDescribed ? compare(method, path, answer) : Promise.resolve()).then(
            () => resolve(answer),
            reject,
          );
        });
      },
    );
    // A server may answer and close before it read all of a body that is too large.
    outgoing.on("error", (error) => {
      if (!answered) reject(error);
    });
    if (body === undefined) outgoing.end();
    else if (chunked) sendInChunks(Buffer.from(body), outgoing);
    else outgoing.end(body);
  });
}

async function compare(method: string, path: string, answer: Answer): Promise<void> {
  const difference = await undescribed({ method, path }, answer);
  if (difference === undefined || differences.has(difference)) return;
  const body = answer.text().slice(0, 300);
  differences.set(difference, `${difference}\n  ${method} ${path.slice(0, 300)} → ${answer.status} ${body}`);
}

function sendInChunks(body: Buffer, target: NodeJS.WritableStream): void {
  for (let at = 0; at < body.length; at += 65_536) target.write(body.subarray(at, at + 65_536));
  target.end();
}

export type ErrorBody = {
  error: string;
  code: string;
  requestId: string;
  issues?: { path: string; message: string }[];
};

/** Asserts a refusal: its status, its shape and, where given, its message; of a proxy's own, that it is one. */
export function expectRefusal(answer: Answer, status: number, message?: string): ErrorBody {
  if (answer.byProxy) {
    expect(answer.status).toBe(400);
    return { error: "", code: "", requestId: "" };
  }
  expect({ status: answer.status, body: answer.text() }).toMatchObject({ status });
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  const body = answer.json<ErrorBody>();
  expect(body.error).toEqual(expect.any(String));
  expect(body.error).not.toBe("");
  expect(body.code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(body.requestId).toBe(answer.headers["x-request-id"]);
  if (message !== undefined) expect(body.error).toBe(message);
  return body;
}

/** The fields that a refusal names. */
export const issuePaths = (answer: Answer, status = 400) =>
  (expectRefusal(answer, status).issues ?? []).map(({ path }) => path);

/** The path of the page that follows in a list, from `Link: <…>; rel="next"`. */
export function nextPage({ headers: { link } }: Answer): string | undefined {
  if (link === undefined) return undefined;
  const target = /^<([^>]+)>;\s*rel="next"$/.exec(String(link))?.[1];
  expect(target, `Link: ${String(link)}`).toBeDefined();
  const url = new URL(target ?? "", `http://${appHost}`);
  return `${url.pathname}${url.search}`;
}

export function statusesOf(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

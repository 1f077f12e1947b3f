import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

export type Sending = {
  url: URL;
  method: string;
  /** In order, as they are to stand on the wire, but for `Host` and the length. */
  headers: readonly (readonly [string, string])[];
  body: Buffer;
  timeoutMs: number;
  /** Shown to the target in place of its own host. */
  host?: string | undefined;
  /** Whether any certificate is accepted, such as a self-signed one of a development server. */
  insecure?: boolean;
  /** Ends it without a response. */
  signal?: AbortSignal | undefined;
};

export type Sent = { status: number; ms: number; body: string };

/** A request that failed. `reached` says whether the target may have got it. */
export class SendError extends Error {
  constructor(
    override readonly cause: Error,
    readonly reached: boolean,
  ) {
    super(cause.message);
  }
}

/** How much of an answer is kept. The rest is read and dropped. */
const answerBytesMax = 64 * 1024;

/**
 * Sends exactly these bytes on a connection of its own, so that no earlier one that the target has just closed makes it
 * doubtful whether they arrived.
 * @throws {SendError}
 */
export function send({
  url,
  method,
  headers,
  body,
  timeoutMs,
  host,
  insecure,
  signal,
}: Sending): Promise<Sent> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    let connected = false;
    const failed = (error: Error) => reject(new SendError(error, connected));
    const lines = [["Host", host ?? url.host], ...headers, ...lengthLine(method, body)];
    try {
      const request = (url.protocol === "https:" ? requestHttps : requestHttp)(
        {
          protocol: url.protocol,
          hostname: url.hostname.replace(/^\[|\]$/g, ""),
          port: url.port,
          path: `${url.pathname}${url.search}`,
          method,
          // In pairs: Node writes such as they are, and adds none.
          headers: lines as unknown as string[],
          agent: false,
          ...(insecure && { rejectUnauthorized: false }),
        },
        (response) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          response.on("data", (chunk: Buffer) => {
            if (bytes < answerBytesMax) chunks.push(chunk);
            bytes += chunk.byteLength;
          });
          response.on("error", failed);
          response.once("end", () => {
            clearTimeout(timer);
            const text = Buffer.concat(chunks).subarray(0, answerBytesMax).toString("utf8");
            resolve({
              status: response.statusCode ?? 0,
              ms: Math.round(performance.now() - began),
              body: text,
            });
          });
        },
      );
      const timer = setTimeout(
        () => request.destroy(new Error(`no response within ${timeoutMs / 1000} seconds`)),
        timeoutMs,
      );
      const abort = () => request.destroy(new Error("interrupted before the response"));
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      request.once("close", () => signal?.removeEventListener("abort", abort));
      request.once("socket", (socket) => {
        socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
          connected = true;
        });
      });
      request.once("error", (error) => {
        clearTimeout(timer);
        failed(error);
      });
      request.end(body);
    } catch (error) {
      // What cannot be written as a request at all.
      failed(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

const withBody = new Set(["POST", "PUT", "PATCH"]);

function lengthLine(method: string, body: Buffer): [string, string][] {
  if (body.byteLength === 0 && !withBody.has(method)) return [];
  return [["Content-Length", String(body.byteLength)]];
}

import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { dirname } from "node:path";
import { Readable } from "node:stream";

const redirects = new Set([301, 302, 307, 308]);
const withoutBody = new Set([204, 205, 304]);

/** Opens a response without an end. `fetch` would keep a script running that has nothing else to do. */
export const openStream: typeof globalThis.fetch = (url, init) =>
  new Promise((resolve, reject) => {
    const target = new URL(String(url));
    const { request } = target.protocol === "https:" ? https : http;
    const { headers, signal } = init as { headers: Record<string, string>; signal: AbortSignal };
    // With an agent, the connection would be shared with calls that have to be waited for.
    const call = request(target, { headers, signal, agent: false }, (response) => {
      try {
        const { statusCode: status = 0, headers: received } = response;
        const { location } = received;
        if (location && redirects.has(status)) {
          response.destroy();
          resolve(openStream(redirectedFrom(target, location), init));
          return;
        }
        const body = Readable.toWeb(response) as ReadableStream<Uint8Array>;
        const retryAfter = received["retry-after"];
        resolve(
          new Response(withoutBody.has(status) ? null : body, {
            status,
            headers: retryAfter ? { "retry-after": retryAfter } : {},
          }),
        );
      } catch (error) {
        response.destroy();
        reject(error);
      }
    });
    call.on("upgrade", (_, socket) => socket.destroy(new Error("the server changed the protocol")));
    call.on("socket", (socket) => socket.unref());
    call.on("error", (error) => reject(signal.aborted ? signal.reason : error));
    call.on("close", () => reject(new Error("the connection was closed")));
    call.end();
  });

/** From http to https of the same host. The key must not reach any other. */
function redirectedFrom(url: URL, location: string): URL {
  const target = new URL(location, url);
  if (url.protocol === "http:" && target.protocol === "https:" && target.hostname === url.hostname)
    return target;
  throw new Error(`it redirects to ${target.origin}`);
}

export const readText = (file: string): Promise<string> => readFile(file, "utf8");

/** In one step: another process may be reading. */
export async function writeText(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}

import { readFile, rename, writeFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { Readable } from "node:stream";

/** Opens a response without an end. `fetch` would keep a script running that has nothing else to do. */
export const openStream: typeof globalThis.fetch = (url, init) =>
  new Promise((resolve, reject) => {
    const { request } = String(url).startsWith("https:") ? https : http;
    const { headers, signal } = init as { headers: Record<string, string>; signal: AbortSignal };
    // With an agent, the connection would be shared with calls that have to be waited for.
    const call = request(String(url), { headers, signal, agent: false }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      const retryAfter = received["retry-after"];
      resolve(
        new Response(Readable.toWeb(response) as ReadableStream<Uint8Array>, {
          status,
          headers: retryAfter ? { "retry-after": retryAfter } : {},
        }),
      );
    });
    call.on("socket", (socket) => socket.unref());
    call.on("error", reject);
    call.end();
  });

export const readText = (file: string): Promise<string> => readFile(file, "utf8");

/** In one step: another process may be reading. */
export async function writeText(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { BodyWatcher, Sending } from "@/lib/operations/public-request";
import { endAfterBody } from "./end-after-body";

/** How often a slow body goes on, in ms, and how long all of it may take. */
const beatMs = 100;
const slowMsMax = 60_000;

type Unsent = {
  lines: string[];
  body: string | Uint8Array | null;
  writeHead: (lines: string[]) => void;
  /** Sees what the request brings. */
  watched: BodyWatcher | undefined;
};

/** Sends an answer slowly, or breaks it, as its mock says. */
export function sendOddly(
  request: IncomingMessage,
  response: ServerResponse,
  { lines, body: given, writeHead, watched }: Unsent,
  { fault, bytesPerSecond }: Sending,
): void {
  const body = typeof given === "string" ? Buffer.from(given) : given;
  if (fault === "reset") request.socket.resetAndDestroy();
  else if (fault === "empty") request.socket.destroySoon();
  else if (fault === "malformed") sendMalformed(response, lines, writeHead);
  else {
    writeHead(lines);
    const isTruncated = fault === "truncated";
    // The head promises all of the body; half of it follows, and the end of the connection.
    const sent = isTruncated ? (body?.subarray(0, Math.floor(body.byteLength / 2)) ?? null) : body;
    const end = (last: Uint8Array | null) =>
      isTruncated ? breakOff(request, response, last) : endAfterBody(request, response, last, watched);
    if (sent && bytesPerSecond !== null) sendSlowly(response, { body: sent, end }, bytesPerSecond);
    else end(sent);
  }
}

function breakOff(request: IncomingMessage, response: ServerResponse, last: Uint8Array | null): void {
  response.flushHeaders();
  if (last?.byteLength) response.write(last);
  request.socket.destroySoon();
}

/** A chunk has its size in front, in hexadecimal digits. */
function sendMalformed(
  response: ServerResponse,
  lines: readonly string[],
  writeHead: Unsent["writeHead"],
): void {
  const socket = response.socket;
  writeHead([...withoutLength(lines), "Transfer-Encoding", "chunked"]);
  response.flushHeaders();
  socket?.write("no size of a chunk\r\n");
  socket?.destroySoon();
}

function withoutLength(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [name = "", value = ""] = [lines[at], lines[at + 1]];
    if (name.toLowerCase() !== "content-length") kept.push(name, value);
  }
  return kept;
}

/** @param end sends the last part, and ends the answer */
function sendSlowly(
  response: ServerResponse,
  { body, end }: { body: Uint8Array; end: (last: Uint8Array) => void },
  bytesPerSecond: number,
): void {
  const perBeat = Math.max(bytesPerSecond, body.byteLength / (slowMsMax / 1000)) * (beatMs / 1000);
  const begin = performance.now();
  let sent = 0;
  response.flushHeaders();
  const beat = () => {
    // By the clock, because a busy process has fewer beats.
    const due = Math.min(body.byteLength, Math.floor(perBeat * (1 + (performance.now() - begin) / beatMs)));
    const part = body.subarray(sent, due);
    sent = due;
    if (sent < body.byteLength) {
      // A client that does not read gets the rest once it does.
      if (part.byteLength > 0) response.write(part);
      return;
    }
    clearInterval(timer);
    end(part);
  };
  const timer = setInterval(beat, beatMs);
  response.once("close", () => clearInterval(timer));
  beat();
}

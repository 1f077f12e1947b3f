import {
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import {
  hasTooManyHeaders,
  limitHeaderCount,
  tooManyHeadersStatus,
} from "@/lib/platform/process/header-count";

type Handlers = {
  request: (request: IncomingMessage, response: ServerResponse) => void;
  /** Whether to accept the upgrade that a request offers. */
  takes: (request: IncomingMessage) => boolean;
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

/**
 * Lets a server accept some upgrades. Once a server listens for any, Node ends HTTP on every connection whose request
 * offers one: many clients' first request offers `Upgrade: h2c`, and a mock may be sent anything. Those are handed
 * back to the server here and answered as if nothing had been offered, with their headers unchanged.
 */
export function serveUpgrades(server: Server, { request: answer, takes, upgrade }: Handlers): void {
  limitHeaderCount(server);
  const answers = new WeakMap<Duplex, ServerResponse>();
  const originals = new WeakMap<Duplex, IncomingMessage>();

  server.on("request", (request, response) => {
    const { socket } = request;
    answers.set(socket, response);
    const original = originals.get(socket);
    if (original) {
      originals.delete(socket);
      request.headers = original.headers;
      request.rawHeaders = original.rawHeaders;
    }
    answer(request, response);
  });

  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Until somebody takes the socket over, nobody else listens for its errors.
    const onError = () => socket.destroy();
    socket.on("error", onError);
    const goOn = () => {
      if (socket.destroyed) return;
      // Without the headers that Node dropped, the body could be read as another request.
      if (hasTooManyHeaders(request)) return refuseHead(socket);
      socket.off("error", onError);
      if (takes(request)) return upgrade(request, socket, head);
      originals.set(socket, request);
      socket.unshift(Buffer.concat([headWithoutUpgrade(request), head]));
      server.emit("connection", socket);
    };
    const earlier = answers.get(socket);
    if (!earlier || earlier.destroyed) goOn();
    else earlier.once("close", goOn);
  });
}

function refuseHead(socket: Duplex): void {
  const status = `HTTP/1.1 ${tooManyHeadersStatus} ${STATUS_CODES[tooManyHeadersStatus]}`;
  socket.once("finish", () => socket.destroy());
  socket.end(`${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** For Node versions that ask before they take a request away from HTTP. */
export function upgradeOptions(takes: Handlers["takes"]): ServerOptions {
  return { shouldUpgradeCallback: takes } as ServerOptions;
}

/** The head of a request as it was sent, without the headers that offer the upgrade. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== "upgrade") lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

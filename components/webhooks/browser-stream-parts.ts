import { listedBodyBytes } from "@/components/webhooks/capture-list";
import type { CatchUp, SocketEvents, Streamed, StreamParts } from "@/components/webhooks/stream-connection";
import { ApiError, call } from "@/lib/operations/client";
import { createStreamTicket, listRequests } from "@/lib/webhooks/contract";

/** Identifies an inbox in API calls. */
export type InboxAddress = { projectId: string; webhookId: string };

/** An inbox's stream as a browser opens it. */
export const browserStreamParts = (address: InboxAddress, wsUrl: string): StreamParts =>
  liveStreamParts(wsUrl, {
    path: `/ws/webhook/${encodeURIComponent(address.webhookId)}`,
    ticket: async () => (await call(createStreamTicket, address)).ticket,
    after: (after) =>
      call(listRequests, { ...address, after: String(after), bodyBytesMax: String(listedBodyBytes) }),
  });

export type LiveSource<T extends Streamed> = {
  /** Of the WebSocket. */
  path: string;
  ticket(): Promise<string>;
  /** What came after a sequence, over HTTP. Rejects with `ApiError`. */
  after(sequence: number): Promise<readonly T[]>;
};

/** A stream as a browser opens it. */
export function liveStreamParts<T extends Streamed>(wsUrl: string, source: LiveSource<T>): StreamParts<T> {
  return {
    open: (after, events) => openSocket(source, wsUrl, after, events),
    catchUp: (after) => catchUp(source, after),
    now: () => Date.now(),
    timer,
    frame,
    random: () => Math.random(),
  };
}

/** Opens the stream with a ticket, because it may be on another host, to which no cookie would be sent. */
function openSocket<T extends Streamed>(
  { path, ticket: newTicket }: LiveSource<T>,
  wsUrl: string,
  after: number,
  events: SocketEvents,
) {
  let socket: WebSocket | undefined;
  let closed = false;
  const heard = (run: () => void) => (closed ? undefined : run());
  const connect = async () => {
    const ticket = await newTicket();
    if (closed) return;
    const url = streamAddress(wsUrl + path, window.location.hostname, after);
    socket = new WebSocket(url, ["fieldkit.v1", `ticket.${ticket}`]);
    socket.onopen = () => heard(events.opened);
    socket.onmessage = ({ data }) => heard(() => events.message(String(data)));
    socket.onclose = ({ code }) => heard(() => events.closed(code));
  };
  connect().catch(() => heard(() => events.closed(1006)));
  return {
    close: () => {
      closed = true;
      socket?.close();
    },
  };
}

async function catchUp<T extends Streamed>(source: LiveSource<T>, after: number): Promise<CatchUp<T>> {
  try {
    return { kind: "captures", requests: await source.after(after) };
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 401 || status === 403) return { kind: "ended", why: "no-access" };
    return status === 404 ? { kind: "ended", why: "deleted" } : { kind: "unreachable" };
  }
}

function timer(run: () => void, ms: number): () => void {
  const id = setTimeout(run, ms);
  return () => clearTimeout(id);
}

/** Hidden pages get no frames. */
function frame(run: () => void): () => void {
  if (document.hidden) return timer(run, 50);
  const id = requestAnimationFrame(run);
  return () => cancelAnimationFrame(id);
}

const loopback = new Set(["localhost", "127.0.0.1"]);

/**
 * The address of a stream. `localhost` and `127.0.0.1` are the same machine but not the same host to a
 * browser, which sends the session's cookie only to the one that the page came from.
 */
export function streamAddress(address: string, pageHostname: string, after: number): string {
  const url = new URL(address);
  if (loopback.has(url.hostname) && loopback.has(pageHostname)) url.hostname = pageHostname;
  url.searchParams.set("after", String(after));
  return url.href;
}

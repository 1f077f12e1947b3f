import { listedBodyBytes } from "@/components/webhooks/capture-list";
import type { CatchUp, SocketEvents, StreamParts } from "@/components/webhooks/stream-connection";
import { ApiError, call } from "@/lib/operations/client";
import { createStreamTicket, listRequests } from "@/lib/webhooks/contract";

/** Identifies an inbox in API calls. */
export type InboxAddress = { projectId: string; webhookId: string };

/** An inbox's stream as a browser opens it. */
export function browserStreamParts(address: InboxAddress, wsUrl: string): StreamParts {
  return {
    open: (after, events) => openSocket(address, wsUrl, after, events),
    catchUp: (after) => catchUp(address, after),
    now: () => Date.now(),
    timer,
    frame,
    random: () => Math.random(),
  };
}

/** Opens the stream with a ticket, because it may be on another host, to which no cookie would be sent. */
function openSocket(address: InboxAddress, wsUrl: string, after: number, events: SocketEvents) {
  let socket: WebSocket | undefined;
  let closed = false;
  const heard = (run: () => void) => (closed ? undefined : run());
  const connect = async () => {
    const { ticket } = await call(createStreamTicket, address);
    if (closed) return;
    const url = streamAddress(wsUrl, window.location.hostname, address.webhookId, after);
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

async function catchUp(address: InboxAddress, after: number): Promise<CatchUp> {
  try {
    const requests = await call(listRequests, {
      ...address,
      after: String(after),
      bodyBytesMax: String(listedBodyBytes),
    });
    return { kind: "captures", requests };
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
 * The address of an inbox's stream. `localhost` and `127.0.0.1` are the same machine but not the same host to a
 * browser, which sends the session's cookie only to the one that the page came from.
 */
export function streamAddress(wsUrl: string, pageHostname: string, webhookId: string, after: number): string {
  const url = new URL(`${wsUrl}/ws/webhook/${encodeURIComponent(webhookId)}`);
  if (loopback.has(url.hostname) && loopback.has(pageHostname)) url.hostname = pageHostname;
  url.searchParams.set("after", String(after));
  return url.href;
}

import { subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientNetworkOf } from "@/lib/auth/client-address";
import { connections } from "@/lib/platform/budgets/budgets";
import { firstHeader } from "@/lib/platform/headers/first-header";
import type { ProxyTrust } from "@/lib/platform/hosts/proxy-trust";
import { observedOf } from "@/lib/platform/observe/observed-request";
import { OpenConnections } from "@/lib/platform/process/open-connections";
import { within } from "@/lib/platform/trace/trace";
import { RequestTurns } from "./request-turns";

type Guarding = {
  trustProxy: ProxyTrust;
  /** Whether Next holds WebSockets to browsers of its own, as it does in development. */
  keepsUpgrades: boolean;
  /** Answers what needs no Next. @returns whether it does */
  answers?: (request: IncomingMessage, response: ServerResponse) => boolean;
};

/** What can be set on a server that listens already; new connections get it. */
const patienceOf = {
  headersTimeout: connections.headMs,
  requestTimeout: connections.requestMs,
  maxHeaderSize: connections.headBytesMax,
};

/**
 * Puts every HTTP server of this process, which is Next's own, under the limits of ours. It listens before any code of
 * ours runs, so it is taken with the next connection that it gets. @returns the same for a server that is known
 */
export function guardServers({ trustProxy, keepsUpgrades, answers }: Guarding): (server: Server) => void {
  const guarded = new WeakSet<Server>();
  const guard = (server: Server) => {
    if (guarded.has(server)) return;
    guarded.add(server);
    Object.assign(server, patienceOf);
    const open = new OpenConnections({ trustProxy });
    open.watch(server);
    // Next takes every offer to upgrade for a WebSocket and leaves it open, unanswered and without a limit of time. With
    // nobody who listens, Node goes on without the upgrade.
    if (!keepsUpgrades) server.removeAllListeners("upgrade");
    // What is answered here need not be passed on.
    passOn(server, (request, response) => open.admits(request, response) && !answers?.(request, response));
  };
  subscribe("net.server.socket", (message) => {
    const { server } = (message as { socket: Socket & { server?: unknown } }).socket;
    if (server instanceof Server) guard(server);
  });
  return guard;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Keeps requests from whoever answers so far, unless they are wanted, and lets those begin in turns. */
function passOn(server: Server, isWanted: (request: IncomingMessage, response: ServerResponse) => boolean) {
  const listeners = server.listeners("request") as Listener[];
  const turns = new RequestTurns();
  server.on("connection", () => turns.accepted());
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (!isWanted(request, response)) return;
    const begin = () => {
      within(observedOf(request)?.span, () => {
        for (const listener of listeners) listener.call(server, request, response);
      });
    };
    turns.enter({ names: namesOf(request), begin, isGone: () => request.socket.destroyed });
  });
}

/**
 * Whose turn a request takes: its client's, and of those the project's that it is for, as far as the request says which.
 * Whoever invents projects takes turns of no other client.
 */
function namesOf({ headers, socket, url = "" }: IncomingMessage): [client: string, project: string] {
  const header = (name: string) => firstHeader(headers, name) ?? null;
  const [, project] = /^\/(?:api\/projects|p)\/([^/?]+)/.exec(url) ?? [];
  const key = header("x-api-key") ?? header("authorization");
  return [clientNetworkOf(header, socket.remoteAddress), project ?? key ?? header("host") ?? ""];
}

import { requestLines } from "@/lib/platform/budgets/budgets";
import type { LogRequests } from "@/lib/platform/env/log-settings";
import { firstHeader } from "@/lib/platform/headers/first-header";
import { clientOf, type ProxyTrust } from "@/lib/platform/hosts/proxy-trust";
import type { Observer } from "./observed-request";
import { pagePattern } from "./routes";

type Settings = {
  wanted: Exclude<LogRequests, "off">;
  trustProxy: ProxyTrust;
  write: (line: string) => void;
};

/**
 * A line for each request that has ended, or that failed. Never what identifies somebody to us: no query, no header but
 * the request id, and of paths only their pattern, but for hosts of projects, whose paths are the project's own.
 */
export function createRequestLog({ wanted, trustProxy, write }: Settings): Observer {
  return {
    wantsDetails: true,
    ended(observed, { status, isAborted, ms, bytes }, request) {
      const hasFailed = isAborted || (status ?? 500) >= 400;
      if (wanted === "errors" && !hasFailed) return;
      const { method, route, label, requestId, actor, target } = observed;
      const header = (name: string) => firstHeader(request.headers, name);
      const line = {
        level: levelOfInformation,
        time: Date.now(),
        method: method.slice(0, 20),
        route: route.name,
        kind: route.kind,
        ...(label === undefined
          ? { path: route.pattern ?? (route.kind === "page" ? pagePattern(target) : undefined) }
          : { host: label, path: pathOf(target).slice(0, requestLines.pathMax) }),
        status: status ?? null,
        ...(isAborted && { aborted: true }),
        ms: Math.round(ms * 100) / 100,
        bytes,
        requestId,
        client: clientOf(trustProxy, { header, peer: request.socket.remoteAddress }),
        ...(actor && { actor: `${actor.kind}:${actor.id}` }),
        msg: "request",
      };
      // The form of the log itself, whose own way to write a line costs twice as much.
      write(JSON.stringify(line));
    },
  };
}

const levelOfInformation = 30;

function pathOf(target: string): string {
  const at = target.indexOf("?");
  return at === -1 ? target : target.slice(0, at);
}

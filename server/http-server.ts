import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { hostProblem, settleTarget } from "@/lib/api/before-next";
import { servePublic } from "@/lib/api/public-node-door";
import { refuse } from "@/lib/api/send";
import { AppError } from "@/lib/operations/errors";
import { bus } from "@/lib/platform/bus/bus";
import { env } from "@/lib/platform/env/env";
import { isPackagePath } from "@/lib/platform/env/package-files";
import { firstHeader } from "@/lib/platform/headers/first-header";
import { pathProblem } from "@/lib/platform/hosts/dot-segments";
import {
  labelOfHost,
  type ProjectTarget,
  projectTargetOf,
  requestedHost,
} from "@/lib/platform/hosts/project-host";
import { addMeasure } from "@/lib/platform/metrics/measures";
import { serveMetrics } from "@/lib/platform/metrics/serve-metrics";
import { isObserving, type ObservedRequest, observe } from "@/lib/platform/observe/observed-request";
import { listen } from "@/lib/platform/process/listen";
import { OpenConnections, patience, shareOf } from "@/lib/platform/process/open-connections";
import { orderlyClose } from "@/lib/platform/process/orderly-close";
import { beginRequestSpan } from "@/lib/platform/trace/request-spans";
import { within } from "@/lib/platform/trace/trace";
import { createBackend } from "@/sidecar/backend";
import { asksForStream, isBelowWs } from "@/sidecar/handshake";
import { Relay } from "@/sidecar/relay";
import { serveUpgrades, upgradeOptions } from "@/sidecar/upgrades";
import { createApi } from "./api";
import type { Pages } from "./pages";

/** The one listener: project hosts, the API, streams and the pages, told apart by host and path. */
export function createServer(pages: Pages) {
  const { trustProxy, mockHostname, appUrl, databaseUrl, workers } = env();
  const appHost = new URL(appUrl).host;
  const api = createApi();
  const relay = new Relay({
    bus: bus(),
    backend: createBackend({ appUrl: "http://localhost", fetch: api.fetch }),
    // A process with a database of its own is the only one that uses it.
    deaf: () => bus().status() === "degraded" || (databaseUrl !== undefined && !bus().hears),
  });

  const labelOf = (request: IncomingMessage) =>
    labelOfHost(
      requestedHost(
        { header: (name) => firstHeader(request.headers, name), peer: request.socket.remoteAddress },
        trustProxy,
      ),
      mockHostname,
    );
  const isForPages = ({ url = "" }: IncomingMessage) =>
    pages.upgrade !== undefined && url.startsWith("/_next/");
  const takes = (request: IncomingMessage) =>
    (asksForStream(request) || isForPages(request)) &&
    labelOf(request) === undefined &&
    (hostProblem(request) ?? pathProblem(request.url)) === undefined;
  const server = createHttpServer({ ...patience(), ...upgradeOptions(takes) });
  const open = new OpenConnections({ trustProxy, limits: shareOf(workers) });
  open.watch(server);
  addMeasure(() => [{ name: "fieldkit_websockets", value: relay.size }]);
  const close = orderlyClose(server);
  const observes = isObserving();
  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    project: ProjectTarget | undefined,
    observed: ObservedRequest | undefined,
  ) => {
    const { url = "/" } = request;
    if (project) servePublic(project, request, response);
    else if (isApi(url)) api.listener(request, response);
    else if (isBelowWs(url)) relay.answer(request, response);
    else if (!serveMetrics(request, response)) pages.handle(request, response, observed);
  };
  serveUpgrades(server, {
    request(request, response) {
      if (!open.admits(request, response)) return;
      const observed = observes ? observe(request, response) : undefined;
      const unclearHost = hostProblem(request);
      settleTarget(request, appHost);
      const project = projectTargetOf(labelOf(request), request.url ?? "/");
      const problem = unclearHost ?? (project ? undefined : pathProblem(request.url));
      if (problem) return refuse(new AppError("invalid_request", problem), request, response);
      beginRequestSpan(observed, request, project !== undefined);
      within(observed?.span, () => answer(request, response, project, observed));
    },
    takes,
    upgrade(request, socket, head) {
      if (isForPages(request)) pages.upgrade?.(request, socket, head);
      else relay.upgrade(request, socket, head);
    },
  });
  return {
    listen: (port: number, host: string | undefined) => listen(server, { port, host, command: "npm start" }),
    close: async () => {
      await Promise.all([close(), relay.close()]);
    },
  };
}

function isApi(target: string): boolean {
  // `OPTIONS *` and other targets that are not paths cannot be pages either.
  if (!target.startsWith("/")) return true;
  if (target.startsWith("/api/") || target.startsWith("/changelog/")) return true;
  if (target.startsWith("/-/shared/")) return true;
  const path = target.split("?", 1)[0] ?? "";
  return ["/api", "/changelog", "/livez", "/readyz"].includes(path) || isPackagePath(path);
}

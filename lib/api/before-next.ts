import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { endFlagStreams } from "@/lib/flag-stream/streams-here";
import { flushUses } from "@/lib/flag-use/uses";
import { flushCalls } from "@/lib/mocks/calls/record-call";
import { jsonAnswer } from "@/lib/operations/answer";
import { marked } from "@/lib/operations/answering";
import { requestIdFrom } from "@/lib/operations/request-id";
import { firstHeader } from "@/lib/platform/headers/first-header";
import { hasDotSegment, pathProblem } from "@/lib/platform/hosts/dot-segments";
import {
  labelOfHost,
  methodHeader,
  peerHeader,
  problemHeader,
  projectHostPath,
  projectTargetOf,
  requestedHost,
  targetHeader,
} from "@/lib/platform/hosts/project-host";
import type { ProxyTrust } from "@/lib/platform/hosts/proxy-trust";
import { measureProcess } from "@/lib/platform/metrics/process-measure";
import { serveMetrics } from "@/lib/platform/metrics/serve-metrics";
import { isObserving, observe, tellNext } from "@/lib/platform/observe/observed-request";
import { flushOnSignals } from "@/lib/platform/process/flush-on-signals";
import { singleton } from "@/lib/platform/singleton";
import { beginRequestSpan } from "@/lib/platform/trace/request-spans";
import { flushTraffic } from "@/lib/projects/traffic/traffic";
import { compress } from "./compress";
import { letEndAfterBody } from "./end-after-body";
import { guardServers } from "./guard-next";
import { measureFeatures, measureInstallation } from "./measured";
import { send } from "./send";
import { settleForNext } from "./settle-for-next";

const front = () => singleton("front", () => ({ isNext: true, tellsPeers: false }));

/** Declares, before Next starts, that in this process our own server stands in front of it. */
export function declareOwnServer(): void {
  front().isNext = false;
}

/** Whether it does, so that what goes on besides requests is its business. */
export const hasOwnServer = (): boolean => !front().isNext;

/** The peer of a request behind Next, if this process has seen the request before Next: else anybody could name one. */
export function peerBehindNext(request: Request): string | undefined {
  return front().tellsPeers ? (request.headers.get(peerHeader) ?? undefined) : undefined;
}

type Deployment = { appUrl: string; mockHostname: string; trustProxy: ProxyTrust };

type Started = { request: IncomingMessage; response: ServerResponse; server: Server };

/**
 * Where Next itself is the HTTP server: puts it under the limits of ours, compresses its answers, and rewrites every
 * request that Next would fail at, refuse or redirect before our code runs into a plain `GET` of the handler of project
 * hosts. The original method and target go along in headers that nobody else may set.
 */
export function interceptBeforeNext(deployment: Deployment, { isDev = false } = {}): void {
  if (!front().isNext) return;
  front().tellsPeers = true;
  const appHost = new URL(deployment.appUrl).host;
  measureProcess();
  measureFeatures();
  measureInstallation();
  flushOnSignals(() => {
    // Next waits for every answer to end.
    endFlagStreams();
    return Promise.all([flushTraffic(), flushUses(), flushCalls()]);
  });
  const guard = guardServers({
    trustProxy: deployment.trustProxy,
    keepsUpgrades: isDev,
    answers: (request, response) => answersProbe(request, response, deployment),
  });
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as Started;
    guard(server);
    const observed = isObserving() ? observe(request, response) : undefined;
    tellNext(request, observed);
    // HTTP/1.1 without a host is refused right after this.
    if (request.headers.host === undefined && request.httpVersion === "1.1") return;
    delete request.headers[problemHeader];
    const hostIsUnclear = hostProblem(request);
    settleTarget(request, appHost);
    const isForProject = projectTargetOf(labelOf(request, deployment), request.url ?? "/") !== undefined;
    beginRequestSpan(observed, request, isForProject);
    const isTooMuch = settleForNext(request);
    // Mocks and inboxes take any path and query, which go past Next.
    const problem = hostIsUnclear ?? (isForProject ? undefined : (pathProblem(request.url) ?? isTooMuch));
    request.headers[peerHeader] = request.socket.remoteAddress;
    delete request.headers[methodHeader];
    if (problem) {
      request.headers[problemHeader] = problem;
      request.headers.host = appHost;
      return forward(request);
    }
    if (!isForProject) {
      compress(request, response);
      letEndAfterBody(request, response);
    }
    if (isTooMuch || needsForwarding(request, isForProject)) forward(request);
  });
}

/**
 * Whether the process is alive is said without Next, as on the server, and before those that keep it busy. So are the
 * metrics, which are the process's and not those of a function.
 */
function answersProbe(request: IncomingMessage, response: ServerResponse, deployment: Deployment): boolean {
  const { method, url } = request;
  if (url?.startsWith("/metrics") && labelOf(request, deployment) === undefined) {
    return serveMetrics(request, response);
  }
  if (url !== "/livez" || (method !== "GET" && method !== "HEAD")) return false;
  if (labelOf(request, deployment) !== undefined) return false;
  const answer = jsonAnswer({ status: "ok" });
  marked(answer, requestIdFrom(firstHeader(request.headers, "x-request-id")));
  send(method === "HEAD" ? { ...answer, body: null } : answer, request, response);
  return true;
}

function forward(request: IncomingMessage): void {
  request.headers[methodHeader] = request.method;
  request.headers[targetHeader] = request.url;
  request.method = "GET";
  request.url = projectHostPath;
}

function labelOf(
  { headers, socket }: IncomingMessage,
  { mockHostname, trustProxy }: Deployment,
): string | undefined {
  return labelOfHost(
    requestedHost({ header: (name) => firstHeader(headers, name), peer: socket.remoteAddress }, trustProxy),
    mockHostname,
  );
}

function needsForwarding({ method, url = "/" }: IncomingMessage, isForProject: boolean): boolean {
  // A `Request` cannot have this method and a URL cannot have this path, so the middleware cannot be asked.
  if (method === "TRACE" || !url.startsWith("/")) return true;
  return isForProject && isRewrittenByNext(url);
}

/** Next redirects doubled slashes, and the URL standard removes dot segments and backslashes from a path. */
function isRewrittenByNext(target: string): boolean {
  return /\/\/|\\/.test(target.split("?", 1)[0] ?? "") || hasDotSegment(target);
}

type Addressed = Pick<IncomingMessage, "url" | "rawHeaders">;

/**
 * Why it is not certain which host a request is for, if so. A server in front might have decided by another one of two
 * names (RFC 9112 section 3.2).
 */
export function hostProblem({ url = "", rawHeaders }: Addressed): string | undefined {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length !== 4 || name.toLowerCase() !== "host") continue;
    if (host !== undefined) return "There is more than one Host header.";
    host = rawHeaders[at + 1] ?? "";
  }
  if (host === "") return "The Host header is empty.";
  if (host === undefined || isPath(url)) return undefined;
  const [, scheme = "", target] = absoluteTarget.exec(url) ?? [];
  if (target === undefined) return undefined;
  const plain = (name: string) => name.toLowerCase().replace(/^https/i.test(scheme) ? /:443$/ : /:80$/, "");
  return plain(host) === plain(target) ? undefined : "The target and the Host header name different hosts.";
}

/** As nearly all targets are, which spares them the pattern for the others. */
const isPath = (target: string) => target.charCodeAt(0) === 0x2f;
const absoluteTarget = /^(https?):\/\/([^/?#]+)(.*)$/is;

/**
 * Brings a request's target into the form that all doors expect: a path, with the host beside it. The host of an
 * absolute target replaces `Host` (RFC 9112 section 3.2.2). A request of HTTP/1.0 without a host, such as the probe
 * of a load balancer, is meant for the app.
 */
export function settleTarget(request: Pick<IncomingMessage, "url" | "headers">, appHost: string): void {
  const { url = "" } = request;
  const [, , host, rest = ""] = isPath(url) ? [] : (absoluteTarget.exec(url) ?? []);
  if (host !== undefined) {
    request.headers.host = host;
    request.url = isPath(rest) ? rest : `/${rest}`;
  }
  if (!request.headers.host) request.headers.host = appHost;
}

import type { NextApiRequest, NextApiResponse } from "next";
import { getRequestMeta } from "next/dist/server/request-meta";
import { startDatabase } from "@/db/database";
import { servePublic } from "@/lib/api/public-node-door";
import { unknownPath } from "@/lib/api/route";
import { refuse, refuseMethod, send } from "@/lib/api/send";
import { AppError } from "@/lib/operations/errors";
import { env } from "@/lib/platform/env/env";
import { firstHeader } from "@/lib/platform/headers/first-header";
import {
  labelOfHost,
  methodHeader,
  methodsOfNext,
  problemHeader,
  projectHostPath,
  requestedHost,
  targetHeader,
} from "@/lib/platform/hosts/project-host";

/** Bodies are not read here, and answers may be of any size. */
export const config = { api: { bodyParser: false, externalResolver: true, responseLimit: false } };

/**
 * Project hosts behind Next, where the middleware rewrites them to. A route of the pages router, because a
 * handler of the app router can send neither `Content-Length` nor a repeated header. The host decides anew
 * here, so on the app's own host there is nothing at this address.
 */
export default async function projectHost(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  const header = (name: string) => firstHeader(request.headers, name);
  const label = labelOfHost(
    requestedHost({ header, peer: request.socket.remoteAddress }, env().trustProxy),
    env().mockHostname,
  );
  const target = header(targetHeader);
  request.method = header(methodHeader) ?? request.method ?? "GET";
  // What the framework added so far is not the mock's.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const problem = header(problemHeader);
  if (problem) return refuse(new AppError("invalid_request", problem), request, response);
  if (label === undefined || target === undefined) return refuseUnknown(request, response);
  await startDatabase();
  servePublic({ label, target: withSentQuery(target, request), touched: true }, request, response);
}

/**
 * Puts the query back as it was sent: the middleware gets one that was sorted, encoded anew and robbed of
 * `__proto__`. Where Next does not know the address as sent, the middleware's stays.
 */
function withSentQuery(target: string, request: NextApiRequest): string {
  const sent = (getRequestMeta(request, "initURL") ?? "").replace(/^https?:\/\/[^/]*/, "");
  const at = sent.indexOf("?");
  const isRewritten = sent.split("?", 1)[0] === projectHostPath;
  if (at === -1 || isRewritten) return target;
  return `${target.split("?", 1)[0]}${sent.slice(at)}`;
}

async function refuseUnknown(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  if (request.method && !methodsOfNext.has(request.method)) return refuseMethod(request, response);
  const requestId = firstHeader(request.headers, "x-request-id");
  const asked = new Request(env().appUrl, { headers: requestId ? { "x-request-id": requestId } : {} });
  const refusal = await unknownPath(asked, { params: {} });
  send(request.method === "HEAD" ? { ...refusal, body: null } : refusal, request, response);
}

import type { NextApiRequest, NextApiResponse } from "next";
import { hasOwnServer } from "@/lib/api/before-next";
import { beginRequest } from "@/lib/api/begin-request";
import { peerOf, servePublic } from "@/lib/api/public-node-door";
import { unknownPath } from "@/lib/api/route";
import { refuse, refuseMethod, send } from "@/lib/api/send";
import { AppError, asAppError } from "@/lib/operations/errors";
import { logFailure } from "@/lib/operations/log-failure";
import { requestIdFrom } from "@/lib/operations/request-id";
import { env } from "@/lib/platform/env/env";
import { firstHeader } from "@/lib/platform/headers/first-header";
import {
  labelOfHost,
  methodHeader,
  methodsOfNext,
  problemHeader,
  projectTargetOf,
  requestedHost,
  targetHeader,
} from "@/lib/platform/hosts/project-host";

/** Bodies are not read here, and answers may be of any size. */
export const config = { api: { bodyParser: false, externalResolver: true, responseLimit: false } };

/**
 * Requests to projects behind Next, to which the middleware rewrites them. A route of the pages router, because a
 * handler of the app router can send neither `Content-Length` nor a repeated header. Host and target decide here
 * again, so that this path itself leads to no project.
 */
export default async function projectHost(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  const header = (name: string) => firstHeader(request.headers, name);
  const label = labelOfHost(
    requestedHost({ header, peer: peerOf(request) }, env().trustProxy),
    env().mockHostname,
  );
  const target = header(targetHeader);
  request.method = header(methodHeader) ?? request.method ?? "GET";
  // What the framework added so far is not the mock's.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const problem = header(problemHeader);
  if (problem) {
    const issues = [{ path: "", message: problem }];
    return refuse(new AppError("invalid_request", problem, { issues }), request, response);
  }
  // Fieldkit's own server answers projects itself, and the peer is that server here.
  const project = target === undefined || hasOwnServer() ? undefined : projectTargetOf(label, target);
  if (!project) return refuseUnknown(request, response);
  try {
    await beginRequest();
  } catch (error) {
    const failure = asAppError(error);
    logFailure(failure, { requestId: requestIdFrom(header("x-request-id")), method: request.method });
    return refuse(failure, request, response);
  }
  servePublic(project, request, response, true);
}

async function refuseUnknown(request: NextApiRequest, response: NextApiResponse): Promise<void> {
  if (request.method && !methodsOfNext.has(request.method)) return refuseMethod(request, response);
  const requestId = firstHeader(request.headers, "x-request-id");
  const { origin } = new URL(env().appUrl);
  const target = firstHeader(request.headers, targetHeader);
  const url = `${origin}${target?.startsWith("/") ? target : "/"}`;
  const asked = new Request(url, { headers: requestId ? { "x-request-id": requestId } : {} });
  const refusal = await unknownPath(asked, { params: {} });
  send(request.method === "HEAD" ? { ...refusal, body: null } : refusal, request, response);
}

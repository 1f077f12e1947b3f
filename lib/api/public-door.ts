import { missAnswer } from "@/lib/mocks/answers/answer";
import { answerCall } from "@/lib/mocks/calls/answer-call";
import { flat, staleAnswer } from "@/lib/operations/answer";
import { answerHereWith } from "@/lib/operations/answer-here";
import { statusOf } from "@/lib/operations/error-codes";
import { AppError, asAppError, notFound } from "@/lib/operations/errors";
import { logFailure } from "@/lib/operations/log-failure";
import type { PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import { staleReads } from "@/lib/platform/cache/stale-reads";
import { isHostLabel } from "@/lib/platform/hosts/project-host";
import { lazily } from "@/lib/platform/singleton";
import { type ProjectHost, projectHosts } from "@/lib/projects/project-hosts";
import { countTraffic } from "@/lib/projects/traffic/traffic";
import { captureRequest } from "@/lib/webhooks/capture-request";

/**
 * Answers any request to a project, for both doors. Does so without a promise if everything it needs is in memory,
 * because this is the busiest path. Never throws.
 */
export function answerPublic(request: PublicRequest): PublicAnswer | Promise<PublicAnswer> {
  const { toSent } = request;
  const made = answerWhole(request);
  if (!toSent) return made;
  const toSentAnswer = ({ answer, ...rest }: PublicAnswer) => ({ ...rest, answer: toSent(answer) });
  return made instanceof Promise ? made.then(toSentAnswer) : toSentAnswer(made);
}

function answerWhole(request: PublicRequest): PublicAnswer | Promise<PublicAnswer> {
  const reads = staleReadsHere();
  const before = reads.count;
  try {
    const known = projectHosts().peek(request.label);
    if (!known && !isHostLabel(request.label)) throw noProject();
    request.requireAllowed?.();
    const answer = known
      ? dispatch(known, request)
      : projectHosts()
          .get(request.label)
          .then((found) => dispatch(found, request));
    if (answer instanceof Promise) {
      return answer.then(
        (each) => (reads.count === before ? each : asStale(each)),
        (error) => refusal(error, request),
      );
    }
    return reads.count === before ? answer : asStale(answer);
  } catch (error) {
    return refusal(error, request);
  }
}

answerHereWith(answerPublic);

const staleReadsHere = lazily(staleReads);
const asStale = ({ answer, ...rest }: PublicAnswer) => ({ answer: staleAnswer(answer), ...rest });

const noProject = () => notFound("Project", "Copy the URL from the project's overview in the dashboard.");

const mockPrefix = "/api/mock";
const webhookPrefix = "/api/webhook";

function dispatch(
  { projectId, chaos }: ProjectHost,
  request: PublicRequest,
): PublicAnswer | Promise<PublicAnswer> {
  if (projectId === null) throw noProject();
  const path = pathOf(request.target);
  if (isBelow(path, mockPrefix)) {
    return answerCall({ projectId, chaos, rawPath: path.slice(mockPrefix.length), request });
  }
  if (isBelow(path, webhookPrefix)) {
    return captureRequest(projectId, path.slice(webhookPrefix.length + 1), request);
  }
  throw new AppError(
    "not_found",
    "Nothing is served on this path. Mocks are below /api/mock/, webhook inboxes below /api/webhook/.",
  );
}

function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === "/");
}

/** The path of a request target, even of one in absolute form (`GET http://host/path`). */
function pathOf(target: string): string {
  const query = target.indexOf("?");
  const withoutQuery = query === -1 ? target : target.slice(0, query);
  if (withoutQuery.startsWith("/")) return withoutQuery;
  return withoutQuery.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "") || "/";
}

function refusal(error: unknown, { label, origin, method, requestId }: PublicRequest): PublicAnswer {
  const known = asAppError(error);
  const projectId = projectHosts().peek(label)?.projectId;
  if (projectId) countTraffic(projectId, "errors");
  logFailure(known, { requestId, method });
  const answer = missAnswer({
    status: statusOf[known.code],
    error: known.message,
    code: known.code,
    hint: known.hint,
    requestId,
    origin,
    head: method === "HEAD",
  });
  answer.headers.push(...flat(known.headers));
  return { answer, delayMs: 0 };
}

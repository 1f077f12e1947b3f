import { requireProject } from "@/lib/auth/access";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { noteTrail } from "@/lib/operations/trail";
import { request } from "@/lib/platform/outbound/outbound";
import { OutboundError, type OutboundReason } from "@/lib/platform/outbound/outbound-error";
import { requireCapture } from "./captures";
import { replayRequest } from "./contract";
import { forwardedUrl } from "./forwarded-url";
import { requireWebhook } from "./require-webhook";

const timeoutMs = 15_000;
/** How much of the other side's answer is shown. */
const answerBytesMax = 1024 * 1024;

/** Failures of the other side; all others are faults of the given address. */
const targetFaults: ReadonlySet<OutboundReason> = new Set([
  "unreachable",
  "tls",
  "timeout",
  "protocol",
  "too_large",
  "redirect",
]);

export const handleReplayRequest = implement(replayRequest, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const capture = await requireCapture(ctx.db, webhook.id, input.requestId, ctx.now());
  const { url, keepPath } = await input.fields();
  const target = keepPath ? withPath(url, capture) : url;
  try {
    const { statusCode, headers, body, durationMs } = await request({
      url: target,
      method: capture.method,
      headers: capture.rawHeaders,
      body: capture.body,
      timeoutMs,
      maxBytes: answerBytesMax,
      redirects: "none",
    });
    const { origin, pathname } = new URL(target);
    // Queries of such addresses are often secrets.
    noteTrail(ctx, {
      after: { sentTo: `${origin}${pathname}`, statusCode },
      subject: { name: `${capture.method} ${capture.path}` },
    });
    return { statusCode, headers, body: body.toString("utf8"), durationMs };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (!targetFaults.has(error.reason)) throw invalid([{ path: "url", message: error.message }]);
    throw new AppError("bad_gateway", error.message);
  }
});

/** The address with the capture's sub-path and query. What is no address is refused when it is called. */
function withPath(url: string, capture: { path: string; rawUrl: string }): string {
  if (!URL.canParse(url)) return url;
  const target = forwardedUrl(new URL(url), capture);
  if (target) return target.href;
  const message = "cannot be sent with the captured path, which has `..` in it; set keepPath to false";
  throw invalid([{ path: "keepPath", message }]);
}

import type { Answer } from "@/lib/operations/answer";
import { answering } from "@/lib/operations/answering";
import { AppError, notFound } from "@/lib/operations/errors";
import { env } from "@/lib/platform/env/env";
import { inboxOf } from "@/lib/webhooks/stream-contract";

/** Behind Next nobody holds WebSockets: whoever asks for a stream here is told where it is (RFC 9110, 15.5.22). */
export function answerForStream(request: Request): Promise<Answer> {
  return answering(request, async () => {
    const { pathname } = new URL(request.url);
    if (inboxOf(pathname) === undefined) throw notFound("Stream");
    const error = `This address is for WebSockets. Open ${env().wsUrl}${pathname}, or list the inbox's requests over HTTP.`;
    throw new AppError("upgrade_required", error, { headers: { upgrade: "websocket" } });
  });
}

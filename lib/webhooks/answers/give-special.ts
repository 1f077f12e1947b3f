import { failureAnswer, madeAnswer, pacingOf } from "@/lib/mocks/give-answer";
import { RequestView } from "@/lib/mocks/responses/request-view";
import { AppError } from "@/lib/operations/errors";
import type { PublicAnswer, PublicRequest } from "@/lib/operations/public-request";
import { bodies } from "@/lib/platform/budgets/budgets";
import type { Capture } from "../captures";
import type { InboxAnswer } from "./inbox-answer";

type Special = NonNullable<InboxAnswer["special"]>;
type Committed = { projectId: string; capture: Capture; sequence: number };

/** The answer to a captured request that is made for it, takes its time or breaks. The capture is kept in any case. */
export async function giveSpecial(
  answer: Special,
  { projectId, capture, sequence }: Committed,
  request: PublicRequest,
): Promise<PublicAnswer> {
  const made = await makeAnswer(answer, { projectId, capture, sequence }, request);
  if ("problem" in made) return { answer: failureAnswer(request, { ...made, of: "inbox" }), delayMs: 0 };
  return { answer: made, ...pacingOf(answer) };
}

type Asking = Pick<PublicRequest, "method" | "origin" | "rawHeaders">;

/** The answer alone, or why it can't be made. */
export async function makeAnswer(answer: Special, committed: Committed, request: Asking) {
  const { projectId, capture, sequence } = committed;
  const mentionsBody = answer.special.template?.mentions.body;
  if (mentionsBody && capture.body.byteLength > bodies.bytesMax) return tooLarge;
  try {
    return await madeAnswer(answer, {
      projectId,
      request,
      view: () => viewOf(capture, request),
      counter: () => sequence,
      capture: { id: capture.id, sequence },
    });
  } catch (error) {
    // Other refusals of this door say that nothing was captured.
    if (error instanceof AppError) return { problem: error.message };
    throw error;
  }
}

/** `path` is what follows the inbox's address, as in the capture. */
function viewOf({ method, path, rawUrl, body, ip }: Capture, { rawHeaders }: Asking): RequestView {
  const query = rawUrl.indexOf("?");
  const target = path + (query === -1 ? "" : rawUrl.slice(query));
  return new RequestView({ method, target, rawHeaders, params: {}, body, ip });
}

const tooLarge = {
  problem: `The request was captured, but templates read bodies of at most ${bodies.bytesMax} bytes.`,
};

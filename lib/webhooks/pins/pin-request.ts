import { requireProject } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { noteTrail } from "@/lib/operations/trail";
import { type CaptureRow, shownPin } from "@/lib/webhooks/captures";
import type { CapturePin } from "@/lib/webhooks/contract";
import { requireWebhook } from "@/lib/webhooks/require-webhook";
import { pinRequest } from "./contract";
import { pin } from "./pin";

export const handlePinRequest = implement(pinRequest, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  await input.fields();
  const place = { projectId: project.id, webhookId: webhook.id, requestId: input.requestId };
  const { before, pin: made } = await pin(ctx, place);
  const shown = shownPin(made);
  tellPin(ctx, before, shown);
  return shown;
});

/** Tells the trail of a pin and its note. To pin what is pinned changes nothing. */
export function tellPin(ctx: Ctx, before: CaptureRow, after: CapturePin | null): void {
  noteTrail(ctx, {
    before: told(shownPin(before.pin)),
    after: told(after ?? shownPin(undefined)),
    subject: { name: `${before.method} ${before.path}` },
  });
}

const told = ({ pinned, note }: CapturePin) => ({ pinned, note: note?.text ?? null });

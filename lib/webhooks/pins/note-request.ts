import { requireProject } from "@/lib/auth/access";
import type { Actor } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { shownPin } from "@/lib/webhooks/captures";
import { requireWebhook } from "@/lib/webhooks/require-webhook";
import { noteRequest } from "./contract";
import { pin } from "./pin";
import { tellPin } from "./pin-request";

export const handleNoteRequest = implement(noteRequest, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const webhook = await requireWebhook(ctx, project.id, input.webhookId);
  const { note } = await input.fields();
  const place = { projectId: project.id, webhookId: webhook.id, requestId: input.requestId };
  const written =
    note === null ? { noteBy: null, noteAt: null } : { noteBy: nameOf(ctx.actor), noteAt: ctx.now() };
  const { before, pin: made } = await pin(ctx, place, { note, ...written });
  const shown = shownPin(made);
  tellPin(ctx, before, shown);
  return shown;
});

/** Keys have names of their own, which the trail tells. */
export const nameOf = (actor: Actor) => (actor.kind === "user" ? actor.user.name : "an API key");

import { v7 as uuidv7 } from "uuid";
import { webhooks } from "@/db/schema/webhooks";
import { requireProject } from "@/lib/auth/access";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { invalid } from "@/lib/operations/read-body";
import { randomReference } from "@/lib/teams/reference-id";
import { requireSoundAnswer } from "./answers/require-sound-answer";
import { createWebhook } from "./contract";
import { requireRetention, usualHere } from "./retention/require-retention";
import { signatureColumns } from "./signatures/stored-signature";
import { toWebhook } from "./to-webhook";

export const handleCreateWebhook = implement(createWebhook, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const fields = await input.fields();
  const { name, description = null, expiresAt = null, response = null } = fields;
  if (expiresAt !== null && Date.parse(expiresAt) <= ctx.now().getTime()) {
    throw invalid([{ path: "expiresAt", message: "must be in the future" }]);
  }
  const { count, hours } = fields.retention;
  requireRetention(fields.retention);
  const usual = usualHere();
  await requireSoundAnswer(response);
  const id = uuidv7();
  const signed = signatureColumns(fields.signature, { id, signature: null, signatureSecret: null });
  const [webhook] = await withinQuotas(ctx, [{ name: "inboxes", ownerId: project.id }], ({ db }) =>
    db
      .insert(webhooks)
      .values({
        id,
        projectId: project.id,
        referenceId: randomReference(16),
        name,
        description,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
        response,
        handshakes: fields.handshakes,
        metaVerifyToken: fields.metaVerifyToken,
        ...signed,
        ...{ retainedCount: count ?? usual.count, retainedHours: hours ?? usual.hours },
      })
      .returning(),
  );
  if (!webhook) throw notFound("Project");
  return toWebhook(webhook, project);
});

import { v7 as uuidv7 } from "uuid";
import { releaseAttachments } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { AppError } from "@/lib/operations/errors";
import { contentTypeOf, fileNameOf } from "@/lib/operations/file-name";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { invalid } from "@/lib/operations/read-body";
import { requireRelease } from "../notes/require-release";
import { attachedBytes, describedColumns, toAttachment } from "./attachments";
import { addReleaseAttachment, attachmentBytesMax, attachmentsBytesMax } from "./contract";

export const handleAddReleaseAttachment = implement(addReleaseAttachment, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId, "no key update");
  const { file } = await input.fields();
  const name = fileNameOf(file.name);
  if (name === undefined) throw invalid([{ path: "file", message: "must have a name" }]);
  if (file.size > attachmentBytesMax) {
    throw new AppError("payload_too_large", `An attachment may have ${attachmentBytesMax} bytes.`);
  }
  const content = Buffer.from(await file.arrayBuffer());
  const addition = { name: "attachmentBytes", ownerId: project.id, adding: content.byteLength } as const;
  return withinQuotas(ctx, [addition], async ({ db }) => {
    // Uploads to one release wait for each other, so that together they stay within the limit.
    const left = attachmentsBytesMax - (await attachedBytes(db, release.id));
    if (content.byteLength > left) {
      throw new AppError(
        "payload_too_large",
        `The attachments of a release may have ${attachmentsBytesMax} bytes together, ${left} are left. Delete one first.`,
      );
    }
    const [row] = await db
      .insert(releaseAttachments)
      .values({
        id: uuidv7(),
        releaseId: release.id,
        name,
        contentType: contentTypeOf(file.type),
        size: content.byteLength,
        content,
        createdAt: ctx.now(),
      })
      .returning(describedColumns);
    if (!row) throw new AppError("internal", "The attachment was not stored.");
    return toAttachment(row);
  });
});

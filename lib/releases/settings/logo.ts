import { hash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { releaseLogos } from "@/db/schema/releases";
import { requireProject } from "@/lib/auth/access";
import { download } from "@/lib/operations/answer";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { noteBefore } from "@/lib/operations/trail";
import { imageTypeOf } from "@/lib/platform/images/image-type";
import { deleteReleaseLogo, getReleaseLogo, logoBytesMax, setReleaseLogo } from "./contract";

type Logo = typeof releaseLogos.$inferSelect;

/** The picture at the top of a project's public page, if it has one. */
export async function readLogo(db: Db, projectId: string): Promise<Logo | undefined> {
  const [row] = await db.select().from(releaseLogos).where(eq(releaseLogos.projectId, projectId));
  return row;
}

export const handleGetReleaseLogo = implement(getReleaseLogo, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const logo = await readLogo(ctx.db, project.id);
  if (!logo) throw notFound("Logo");
  return download(`logo.${logo.contentType.replace("image/", "")}`, logo.contentType, logo.content);
});

export const handleSetReleaseLogo = implement(setReleaseLogo, async (ctx, input) => {
  const need = { role: "admin", lock: "no key update" } as const;
  const project = await requireProject(ctx, { id: input.projectId }, need);
  const { file } = await input.fields();
  if (file.size > logoBytesMax) {
    throw new AppError("payload_too_large", `A logo may have ${logoBytesMax} bytes.`);
  }
  const content = Buffer.from(await file.arrayBuffer());
  const contentType = imageTypeOf(content);
  if (!contentType) {
    throw invalid([{ path: "file", message: "must be a picture: PNG, JPEG, GIF, WebP or AVIF" }]);
  }
  const logo = { version: hash("sha256", content, "hex").slice(0, 12), contentType, content };
  await ctx.db
    .insert(releaseLogos)
    .values({ projectId: project.id, ...logo })
    .onConflictDoUpdate({ target: releaseLogos.projectId, set: logo });
  return { version: logo.version, contentType, size: content.byteLength };
});

export const handleDeleteReleaseLogo = implement(deleteReleaseLogo, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId }, { role: "admin" });
  const [gone] = await ctx.db
    .delete(releaseLogos)
    .where(eq(releaseLogos.projectId, project.id))
    .returning({ version: releaseLogos.version });
  if (!gone) throw notFound("Logo");
  noteBefore(ctx, { logo: gone.version });
  return { success: true as const };
});

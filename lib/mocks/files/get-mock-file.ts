import { eq } from "drizzle-orm";
import { mockFiles } from "@/db/schema/mock-files";
import { requireProject } from "@/lib/auth/access";
import { download } from "@/lib/operations/answer";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { getMockFile } from "./contract";
import { requireMockFile } from "./mock-files";

export const handleGetMockFile = implement(getMockFile, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const { id, name, contentType } = await requireMockFile(ctx.db, project.id, input.fileId);
  const [row] = await ctx.db
    .select({ content: mockFiles.content })
    .from(mockFiles)
    .where(eq(mockFiles.id, id));
  if (!row) throw notFound("File");
  return download(name, contentType, row.content);
});

import { eq } from "drizzle-orm";
import { mockFiles } from "@/db/schema/mock-files";
import { requireProject } from "@/lib/auth/access";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { withIsoTimes } from "@/lib/operations/present";
import { noteBefore } from "@/lib/operations/trail";
import { evictEverywhere } from "@/lib/platform/cache/shared-cache";
import { deleteMockFile } from "./contract";
import { requireMockFile, usersOf } from "./mock-files";

const namedMax = 3;

export const handleDeleteMockFile = implement(deleteMockFile, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  // A mock that is about to have it waits for this lock, and then finds it gone.
  const file = await requireMockFile(ctx.db, project.id, input.fileId, "update");
  const { names, count } = await usersOf(ctx.db, file, namedMax);
  if (count > 0) throw inUse(names, count);
  noteBefore(ctx, { ...withIsoTimes(file), mocks: 0 });
  await ctx.db.delete(mockFiles).where(eq(mockFiles.id, file.id));
  ctx.after(() => evictEverywhere("mock files", [file.id]));
  return { success: true as const };
});

function inUse(names: readonly string[], count: number): AppError {
  const named = names.map((name) => `“${name}”`).join(", ");
  const more = count > names.length ? ` and ${count - names.length} more` : "";
  const whom = count === 1 ? "A mock answers" : `${count} mocks answer`;
  return new AppError(
    "conflict",
    `${whom} with this file: ${named}${more}. Give ${count === 1 ? "it" : "them"} another body first.`,
  );
}

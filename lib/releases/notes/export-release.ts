import { requireProject } from "@/lib/auth/access";
import { download } from "@/lib/operations/answer";
import { implement } from "@/lib/operations/implement";
import { slugOf } from "@/lib/operations/slug";
import { exportRelease } from "./contract";
import { requireRelease } from "./require-release";
import { toRelease } from "./to-release";

export const handleExportRelease = implement(exportRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const { title, content } = toRelease(await requireRelease(ctx, project.id, input.releaseId));
  const name = slugOf(title, 80) || "release-notes";
  return download(`${name}.md`, "text/markdown; charset=utf-8", Buffer.from(content));
});

import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { requireFiles } from "../files/require-files";
import { requireSound } from "../soundness";
import { previewMock } from "./contract";
import { previewOf } from "./preview-of";

/** Writes nothing, and counts nothing: neither the project's calls nor those of a mock. */
export const handlePreviewMock = implement(previewMock, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const { request, ...mock } = await input.fields();
  await requireSound(mock, mock);
  await requireFiles(ctx, project.id, mock);
  return previewOf({ projectId: project.id, requestId: ctx.requestId, mock, request });
});

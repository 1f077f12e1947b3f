import { requireProject } from "@/lib/auth/access";
import { DeletionKind, restoreDeletion } from "@/lib/deletions/contract";
import { restoreRows } from "@/lib/deletions/restore-rows";
import { inTransaction } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { summaryOf } from "@/lib/operations/read-body";
import { roleFor, settle } from "./restored-kinds";

export const handleRestoreDeletion = implement(restoreDeletion, (ctx, input) =>
  inTransaction(ctx, async (inner) => {
    const kind = DeletionKind.safeParse(input.kind).data;
    const role = kind && roleFor[kind];
    // Until the end, nobody creates objects that share a limit with it or protects an environment.
    const need = { ...(role && { role }), lock: "no key update" } as const;
    const project = await requireProject(inner, { id: input.projectId }, need);
    // Before the deletion is looked for, because a repeat with an Idempotency-Key would not find it any more.
    await input.fields();
    if (!kind) throw notFound("Deletion");
    const place = { projectId: project.id, itemId: input.itemId };
    await restoreRows(inner, kind, place, settle[kind]).catch((error: unknown) => {
      throw asConflict(error);
    });
    return { success: true as const };
  }),
);

/** The caller sent nothing that could be invalid. The restored object names something that no longer exists. */
function asConflict(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== "invalid_request" || !error.issues) return error;
  const { issues } = error;
  return new AppError("conflict", `This can't be restored: ${summaryOf(issues)}.`, { issues });
}

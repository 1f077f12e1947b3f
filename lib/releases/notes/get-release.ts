import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { takeUpWaiting } from "../jobs/worker";
import { getRelease } from "./contract";
import { requireRelease } from "./require-release";
import { toRelease } from "./to-release";

export const handleGetRelease = implement(getRelease, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  const release = await requireRelease(ctx, project.id, input.releaseId);
  takeUpWaiting(ctx, [release]);
  return toRelease(release);
});

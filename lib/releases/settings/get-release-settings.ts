import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { getReleaseSettings } from "./contract";
import { readSettings } from "./read-settings";
import { toSettings } from "./to-settings";

export const handleGetReleaseSettings = implement(getReleaseSettings, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  return toSettings(await readSettings(ctx.db, project.id));
});

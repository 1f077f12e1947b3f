import { and, eq } from "drizzle-orm";
import { flags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { updateFlag } from "./contract";
import { requireFlag } from "./require-flag";
import { toFlag } from "./to-flag";

export const handleUpdateFlag = implement(updateFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const find = () => requireFlag(ctx, project.id, input.flagId);
  const { flag: found, environment } = await find();
  const changes = await input.fields();
  return changeRow(ctx, flags, {
    ...{ found, changes },
    find: async () => (await find()).flag,
    where: and(eq(flags.projectId, project.id), eq(flags.id, found.id)),
    besides: { rolledAt: null },
    show: (flag) => toFlag(project.referenceId, { flag, environment }),
    after: () => forgetFlags(project.id),
  });
});

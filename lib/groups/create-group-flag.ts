import KSUID from "ksuid";
import { groupFlags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { createGroupFlag } from "./contract";
import { groupFlagTaken, requireGroup } from "./require-group";
import { toGroupFlag } from "./to-group";

export const handleCreateGroupFlag = implement(createGroupFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const group = await requireGroup(ctx, project.id, input.groupId);
  const fields = await input.fields();
  const [flag] = await withinQuotas(ctx, [{ name: "groupFlags", ownerId: project.id }], ({ db }) =>
    db
      .insert(groupFlags)
      .values({ ...fields, id: KSUID.randomSync().string, groupId: group.id, salt: fields.key })
      .onConflictDoNothing({ target: [groupFlags.groupId, groupFlags.key] })
      .returning(),
  );
  if (!flag) throw groupFlagTaken(fields.key);
  ctx.after(() => forgetFlags(project.id));
  return toGroupFlag(flag);
});

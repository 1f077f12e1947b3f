import { and, eq } from "drizzle-orm";
import KSUID from "ksuid";
import { flags } from "@/db/schema/flags";
import { requireProject } from "@/lib/auth/access";
import { forgetFlags } from "@/lib/environments/forget-flags";
import { selectEnvironment } from "@/lib/environments/require-environment";
import { taken } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { keyOrDefault } from "@/lib/operations/key-or-default";
import { withinQuotas } from "@/lib/operations/quota";
import { createFlag } from "./contract";
import { toFlag } from "./to-flag";

export const handleCreateFlag = implement(createFlag, async (ctx, input) => {
  const project = await requireProject(ctx, { referenceId: input.projectId });
  const { environmentKey, id = KSUID.randomSync().string, key: givenKey, ...fields } = await input.fields();
  const key = keyOrDefault(givenKey, fields.name);
  const environment = await selectEnvironment(ctx.db, project.id, environmentKey);
  const [flag] = await withinQuotas(ctx, [{ name: "flags", ownerId: environment.id }], ({ db }) =>
    db
      .insert(flags)
      .values({ ...fields, id, key, salt: key, projectId: project.id, environmentId: environment.id })
      .onConflictDoNothing()
      .returning(),
  );
  if (!flag) {
    const [sameId] = await ctx.db
      .select({ id: flags.id })
      .from(flags)
      .where(and(eq(flags.projectId, project.id), eq(flags.id, id)));
    if (sameId) throw taken("id", `A flag with the id ${id} exists in this project already`);
    throw taken("key", `A flag with the key ${key} exists in ${environment.name} already`);
  }
  ctx.after(() => forgetFlags(project.id));
  return toFlag(project.referenceId, { flag, environment });
});

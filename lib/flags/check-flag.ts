import { requireProject } from "@/lib/auth/access";
import { findEnvironment } from "@/lib/environments/find-environment";
import { toEnvironmentName } from "@/lib/environments/to-environment";
import { isOn } from "@/lib/evaluation/rollout";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { checkFlag } from "./contract";
import { knownFlags } from "./known-flags";
import { rollFlag } from "./roll-flag";

export const handleCheckFlag = implement(checkFlag, async (ctx, input) => {
  const { id: projectId } = await requireProject(ctx, { referenceId: input.projectId });
  const { project } = await knownFlags().get(projectId);
  if (!project) throw notFound("Project");
  const { env, targetingKey } = await input.fields();
  const environment = findEnvironment(project.environments, env);
  if (!environment) throw notFound("Environment");
  const flag = project.flags.get(environment.id)?.get(input.flagKey);
  if (!flag) throw notFound("Flag");
  const shown = { rollout: flag.rollout, environment: toEnvironmentName(environment) };
  if (targetingKey !== undefined) {
    return { ...shown, enabled: isOn(flag, targetingKey), source: "global" as const };
  }
  const { on, source } = await rollFlag(ctx, projectId, flag);
  return { ...shown, enabled: flag.enabled && on, source };
});

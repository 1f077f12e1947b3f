import { requireEnvironmentOfKey } from "@/lib/environments/environment-of-key";
import { countedAnswer } from "@/lib/evaluation/counted";
import type { FlagSnapshot } from "@/lib/evaluation/decision";
import { flagsByKey } from "@/lib/evaluation/held-flags";
import type { ProjectFlags } from "@/lib/evaluation/snapshots";
import { countAnswer } from "@/lib/flag-use/uses";
import type { GlobalFlagSnapshot } from "@/lib/flags/known-flags";
import { requireSubject } from "@/lib/ofrep/subject";
import { implement } from "@/lib/operations/implement";
import { reportFlagUses } from "./contract";

export const handleReportFlagUses = implement(reportFlagUses, async (ctx, input) => {
  const { project, globals } = await requireSubject(ctx, undefined);
  const { env, uses } = await input.fields();
  const environment = requireEnvironmentOfKey(ctx.actor, project.environments, env);
  const place = { projectId: project.projectId, environmentId: environment.id };
  const flagOf = finder(project, globals.flags.get(environment.id));
  let counted = 0;
  for (const { group, flag: key, answer, count } of uses) {
    const flag = flagOf(key, group);
    // It may have been deleted, or got other variants, since the program decided.
    if (!flag || !canAnswer(flag, answer)) continue;
    countAnswer(place, countedAnswer(flag, answer), count);
    counted += 1;
  }
  return { counted };
});

function finder(
  { groups, groupFlags }: ProjectFlags,
  globals: ReadonlyMap<string, GlobalFlagSnapshot> | undefined,
) {
  const byGroup = new Map(groups.map(({ id, key }) => [key, groupFlags.get(id) ?? []]));
  return (key: string, group: string | undefined): FlagSnapshot | undefined =>
    group === undefined ? globals?.get(key) : flagsByKey(byGroup.get(group) ?? []).get(key);
}

/** Only what a flag can answer is counted, because each answer takes a place of the project's. */
const canAnswer = (flag: FlagSnapshot, answer: string): boolean =>
  answer === "on" ||
  answer === "off" ||
  (answer === "override" && !("environmentId" in flag)) ||
  (flag.variants ?? []).some(({ key }) => key === answer);

import { requireProject } from "@/lib/auth/access";
import { implement } from "@/lib/operations/implement";
import { withIsoTimes } from "@/lib/operations/present";
import { addTo, type Hour, noCounts, readTraffic } from "@/lib/projects/traffic/read-traffic";
import { getProjectActivity } from "./contract";
import { firstSteps } from "./first-steps";
import { recentCaptures, recentChanges, recentReleases } from "./recent";

export const handleGetProjectActivity = implement(getProjectActivity, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  await input.fields();
  const [{ db }, { id }] = [ctx, project];
  const now = ctx.now();
  // One after the other, so that who looks at many projects holds one connection at a time.
  const hours = (await readTraffic(db, [id], now)).get(id) ?? [];
  return {
    hours: hours.map(withIsoTimes),
    totals: totalsOf(hours),
    steps: await firstSteps(db, id),
    captures: await recentCaptures(db, id, now),
    releases: await recentReleases(db, id),
    changes: await recentChanges(ctx, project),
  };
});

/** The sums of all hours. */
export function totalsOf(hours: readonly Hour[]) {
  const totals = noCounts();
  for (const hour of hours) addTo(totals, hour);
  return totals;
}

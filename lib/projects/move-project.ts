import { and, eq, not } from "drizzle-orm";
import { apiKeys } from "@/db/schema/keys";
import { projects } from "@/db/schema/projects";
import { isUniqueViolation } from "@/db/unique-violation";
import { requireProject, requireProjectNow, requireTeam } from "@/lib/auth/access";
import { holdTeam } from "@/lib/auth/hold-team";
import { isLive } from "@/lib/auth/key-rows";
import { revokeKeys } from "@/lib/auth/revoke-keys";
import { type Ctx, transaction } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { withinQuotas } from "@/lib/operations/quota";
import { noteBefore, noteTrail } from "@/lib/operations/trail";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { evictEverywhere } from "@/lib/platform/cache/shared-cache";
import { hostLabel } from "@/lib/platform/hosts/project-host";
import { rememberedOf } from "@/lib/teams/forget-projects";
import { moveProject, Project } from "./contract";
import { slugTaken } from "./slug-taken";
import { toProject } from "./to-project";

const admin = { role: "admin" } as const;

export const handleMoveProject = implement(moveProject, async (ctx, input) => {
  const { id: fromId } = await requireTeam(ctx, input.teamId);
  const { id } = await requireProjectNow(ctx, { id: input.projectId, teamId: fromId }, admin);
  const { toTeamId } = await input.fields();
  await requireTeam(ctx, toTeamId, admin);
  return transaction(ctx, async (inner) => {
    // Always in this order, so that two who move in opposite directions do not wait for each other.
    for (const each of [...new Set([fromId, toTeamId.toLowerCase()])].sort()) {
      await holdTeam(inner, each, "alone");
    }
    const from = await requireTeam(inner, fromId);
    const to = await requireTeam(inner, toTeamId, admin);
    const place = { id, teamId: fromId };
    const project = await requireProject(inner, place, { ...admin, lock: "update" });
    noteBefore(inner, Project.parse(toProject(project, from.referenceId)));
    if (from.id === to.id) return toProject(project, from.referenceId);
    const forget = await rememberedOf(inner.db, from.referenceId, [project]);
    const moved = await withinQuotas(inner, [{ name: "projects", ownerId: to.id }], (within) =>
      give(within, project, to.id),
    );
    await revokeKeys(inner, and(eq(apiKeys.projectId, id), apiKeys.personal, not(isLive())));
    noteTrail(inner, { alsoIn: [to.id] });
    ctx.after(forget);
    // The cache may remember that nobody has the new host.
    ctx.after(() => evictEverywhere("project hosts", [hostLabel(to.referenceId, moved.slug)]));
    ctx.after(announceAccessChange);
    return toProject(moved, to.referenceId);
  });
});

/** @throws {AppError} `conflict` */
async function give({ db }: Ctx, { id, slug }: { id: string; slug: string }, teamId: string) {
  try {
    // A transaction of its own, because a violation ends the one that it happens in.
    const [moved] = await db.transaction((tx) =>
      tx.update(projects).set({ teamId }).where(eq(projects.id, id)).returning(),
    );
    if (!moved) throw notFound("Project");
    return moved;
  } catch (error) {
    if (isUniqueViolation(error)) throw slugTaken(slug);
    throw error;
  }
}

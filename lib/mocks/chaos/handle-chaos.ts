import { eq } from "drizzle-orm";
import { mockChaos } from "@/db/schema/mocks";
import { requireProject } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { noteBefore } from "@/lib/operations/trail";
import { forgetProjectHost } from "@/lib/projects/project-hosts";
import { endMockChaos, getMockChaos, setMockChaos } from "./contract";

type ChaosRow = typeof mockChaos.$inferSelect;

export const handleGetMockChaos = implement(getMockChaos, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  return { chaos: shown(await readChaos(ctx, project.id)) };
});

/** It has no row of its own before it first begins. */
const alone = { lock: "no key update" } as const;

export const handleSetMockChaos = implement(setMockChaos, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId }, alone);
  const { minutes, ...fields } = await input.fields();
  const before = await readChaos(ctx, project.id);
  if (before) noteBefore(ctx, { chaos: shown(before) });
  const chaos = { ...fields, endsAt: new Date(ctx.now().getTime() + minutes * 60_000) };
  const [row] = await ctx.db
    .insert(mockChaos)
    .values({ projectId: project.id, ...chaos })
    .onConflictDoUpdate({ target: mockChaos.projectId, set: chaos })
    .returning();
  ctx.after(() => forgetProjectHost(project.id));
  return { chaos: shown(row) };
});

export const handleEndMockChaos = implement(endMockChaos, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId }, alone);
  await input.fields();
  const before = await readChaos(ctx, project.id);
  if (before) noteBefore(ctx, { chaos: shown(before) });
  await ctx.db.delete(mockChaos).where(eq(mockChaos.projectId, project.id));
  ctx.after(() => forgetProjectHost(project.id));
  return { success: true as const };
});

/** What still goes on: rows of what is over are left until the next one. */
async function readChaos(ctx: Ctx, projectId: string): Promise<ChaosRow | undefined> {
  const [row] = await ctx.db.select().from(mockChaos).where(eq(mockChaos.projectId, projectId));
  return row && row.endsAt > ctx.now() ? row : undefined;
}

const shown = (row: ChaosRow | undefined) =>
  row
    ? {
        percent: row.percent,
        statusCode: row.statusCode,
        fault: row.fault,
        endsAt: row.endsAt.toISOString(),
      }
    : null;

import { eq } from "drizzle-orm";
import { mockProxies } from "@/db/schema/mock-calls";
import { requireProject } from "@/lib/auth/access";
import type { Ctx } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { noteBefore } from "@/lib/operations/trail";
import { forgetProjectHost } from "@/lib/projects/project-hosts";
import { getMockProxy, proxyDefaults, removeMockProxy, setMockProxy } from "./contract";
import { baseUrlFrom } from "./proxy-target";

type ProxyRow = typeof mockProxies.$inferSelect;

export const handleGetMockProxy = implement(getMockProxy, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId });
  return { proxy: shown(await readProxy(ctx, project.id)) };
});

/** It has no row of its own before it is first set. */
const alone = { lock: "no key update" } as const;

export const handleSetMockProxy = implement(setMockProxy, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId }, alone);
  const { baseUrl, ...fields } = await input.fields();
  const before = await readProxy(ctx, project.id);
  const changes = { ...fields, ...(baseUrl !== undefined && { baseUrl: checked(baseUrl) }) };
  const proxy = { ...proxyDefaults, ...before, ...changes };
  if (proxy.baseUrl === undefined) throw invalid([{ path: "baseUrl", message: "is required" }]);
  if (before) noteBefore(ctx, { proxy: shown(before) });
  const row = { ...proxy, projectId: project.id, baseUrl: proxy.baseUrl };
  const [stored] = await ctx.db
    .insert(mockProxies)
    .values(row)
    .onConflictDoUpdate({ target: mockProxies.projectId, set: row })
    .returning();
  ctx.after(() => forgetProjectHost(project.id));
  return { proxy: shown(stored) };
});

export const handleRemoveMockProxy = implement(removeMockProxy, async (ctx, input) => {
  const project = await requireProject(ctx, { id: input.projectId }, alone);
  await input.fields();
  const before = await readProxy(ctx, project.id);
  if (before) noteBefore(ctx, { proxy: shown(before) });
  await ctx.db.delete(mockProxies).where(eq(mockProxies.projectId, project.id));
  ctx.after(() => forgetProjectHost(project.id));
  return { success: true as const };
});

function checked(given: string): string {
  const found = baseUrlFrom(given);
  if ("problem" in found) throw invalid([{ path: "baseUrl", message: found.problem }]);
  return found.baseUrl;
}

async function readProxy(ctx: Ctx, projectId: string): Promise<ProxyRow | undefined> {
  const [row] = await ctx.db.select().from(mockProxies).where(eq(mockProxies.projectId, projectId));
  return row;
}

function shown(row: ProxyRow | undefined) {
  if (!row) return null;
  const { projectId: _, ...proxy } = row;
  return proxy;
}

import { and, eq } from "drizzle-orm";
import { mocks } from "@/db/schema/mocks";
import type { Ctx } from "@/lib/operations/context";
import { notFound, taken } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import type { MockRow } from "./to-mock";

/**
 * The mock, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireMock(ctx: Ctx, projectId: string, mockId: string): Promise<MockRow> {
  const [mock] = isGuid(mockId)
    ? await ctx.db
        .select()
        .from(mocks)
        .where(and(eq(mocks.id, mockId), eq(mocks.projectId, projectId)))
    : [];
  if (!mock) throw notFound("Mock");
  return mock;
}

/** 409 for a method and endpoint that another mock of the project has. */
export const endpointTaken = (method: string, endpoint: string) =>
  taken("endpoint", `A mock for ${method} ${endpoint} exists in this project already`);

import { and, eq } from "drizzle-orm";
import { mocks } from "@/db/schema/mocks";
import type { Ctx } from "@/lib/operations/context";
import { notFound, taken } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { type Lock, locking } from "@/lib/operations/lock";
import type { MockRow } from "./to-mock";

/**
 * The mock, when it is the project's.
 * @throws {AppError} `not_found`
 */
export async function requireMock(
  { db }: Ctx,
  projectId: string,
  mockId: string,
  lock?: Lock,
): Promise<MockRow> {
  const isIt = and(eq(mocks.id, mockId), eq(mocks.projectId, projectId));
  const [mock] = isGuid(mockId) ? await locking(db.select().from(mocks).where(isIt), lock) : [];
  if (!mock) throw notFound("Mock");
  return mock;
}

/** 409 for a method and endpoint that another mock of the project has. */
export const endpointTaken = (method: string, endpoint: string) =>
  taken("endpoint", `A mock for ${method} ${endpoint} exists in this project already`);

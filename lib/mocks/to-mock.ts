import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { mockHits } from "@/db/schema/mock-calls";
import type { mocks } from "@/db/schema/mocks";
import { withIsoTimes } from "@/lib/operations/present";
import { wholeResponse } from "./responses/whole-response";

export type MockRow = typeof mocks.$inferSelect;

/** What calls have made of a mock. */
type Calls = { hits: number; lastCalledAt: Date | null };

/** A mock as the API shows it. Lists read no responses where nobody asked for them. */
export const toMock = <Row extends MockRow>(row: Row) =>
  withIsoTimes({
    ...row,
    responses: (row.responses as MockRow["responses"] | undefined)?.map(wholeResponse) ?? [],
    callbacks: (row.callbacks as MockRow["callbacks"] | undefined) ?? [],
  });

export const neverCalled = { hits: 0, lastCalledAt: null };

/** Read apart from the mock, because nothing of that changes with a call. */
export async function callsOf(db: Db, mockId: string): Promise<Calls> {
  const [calls] = await db
    .select({ hits: mockHits.hits, lastCalledAt: mockHits.lastCalledAt })
    .from(mockHits)
    .where(eq(mockHits.mockId, mockId));
  return calls ?? neverCalled;
}

import type { mocks } from "@/db/schema/mocks";
import { withIsoTimes } from "@/lib/operations/present";

export type MockRow = typeof mocks.$inferSelect;

/** A mock as the API shows it. */
export const toMock = (row: MockRow) => withIsoTimes(row);

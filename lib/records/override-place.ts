import { and, eq } from "drizzle-orm";
import { overrides } from "@/db/schema/flags";

export type Place = { recordId: string; groupFlagId: string; environmentId: string };

/** The place of an override: a record, a flag of its group, an environment. */
export const isPlace = ({ recordId, groupFlagId, environmentId }: Place) =>
  and(
    eq(overrides.recordId, recordId),
    eq(overrides.groupFlagId, groupFlagId),
    eq(overrides.environmentId, environmentId),
  );

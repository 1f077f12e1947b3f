import type { TeamRow } from "@/lib/auth/access";
import { withIsoTimestamps } from "@/lib/operations/present";

/** A team as the API shows it. */
export function toTeam({ personalOwnerId, ...team }: TeamRow) {
  return { ...withIsoTimestamps(team), isPersonal: personalOwnerId !== null };
}

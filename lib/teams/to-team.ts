import type { TeamRow } from "@/lib/auth/access";
import { withIsoTimes } from "@/lib/operations/present";

/** A team as the API shows it. */
export function toTeam({ personalOwnerId, ...team }: TeamRow) {
  return { ...withIsoTimes(team), isPersonal: personalOwnerId !== null };
}

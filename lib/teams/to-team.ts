import type { TeamRow } from "@/lib/auth/access";

/** A team as the API shows it. */
export function toTeam({ createdAt, updatedAt, personalOwnerId, ...team }: TeamRow) {
  return {
    ...team,
    isPersonal: personalOwnerId !== null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

import { insertTeam } from "@/db/fixtures/rows";
import { type Caller, type Person, personOf } from "@/lib/auth/fixtures/caller";
import { handleRemoveMember } from "./remove-member";
import { handleUpdateMember } from "./update-member";

/** A team and its two admins: one who stays, and one whose role is going to end. */
export async function insertAdmins(): Promise<{ teamId: string; owner: Person; evil: Person }> {
  const { id: teamId } = await insertTeam();
  return { teamId, owner: await personOf(teamId, "admin"), evil: await personOf(teamId, "admin") };
}

/** Makes somebody a mere member. */
export const demote = (teamId: string, by: Caller, { id: userId }: Pick<Person, "id">) =>
  by.call(handleUpdateMember, { teamId, userId, role: "member" });

/** Removes somebody from the team; those who remove themselves leave it. */
export const remove = (
  teamId: string,
  by: Caller,
  { id: userId }: Pick<Person, "id">,
  options: { revokeKeys?: boolean } = {},
) => by.call(handleRemoveMember, { teamId, userId, ...options });

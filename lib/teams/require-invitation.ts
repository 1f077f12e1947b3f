import { and, eq } from "drizzle-orm";
import { users } from "@/db/schema/auth";
import { invitations } from "@/db/schema/teams";
import type { Ctx } from "@/lib/operations/context";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { toInvitation } from "./invitation";

/**
 * The invitation as the API shows it. The team is locked by a caller who goes on to change it: whoever takes roles
 * away locks the team first, too.
 * @throws {AppError} `not_found`
 */
export async function requireInvitation({ db, now }: Ctx, teamId: string, invitationId: string) {
  const [found] = isGuid(invitationId)
    ? await db
        .select({ row: invitations, createdBy: users.name })
        .from(invitations)
        .leftJoin(users, eq(users.id, invitations.createdBy))
        .where(and(eq(invitations.id, invitationId), eq(invitations.teamId, teamId)))
    : [];
  if (!found) throw notFound("Invitation");
  return toInvitation(found.row, { by: found.createdBy, email: null }, now());
}

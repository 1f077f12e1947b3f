import { and, eq, gt, isNull } from "drizzle-orm";
import { invitations, teamMembers } from "@/db/schema/teams";
import { requireTeam, requireUser } from "@/lib/auth/access";
import { type Ctx, transaction } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { acceptInvitation } from "./contract";
import { tokenHash } from "./invitation";
import { toTeam } from "./to-team";

export const handleAcceptInvitation = implement(acceptInvitation, async (ctx, input) => {
  const user = requireUser(ctx);
  await input.fields();
  const hash = tokenHash(input.token);
  return transaction(ctx, async (inner) => {
    const [invitation] = await inner.db
      .update(invitations)
      .set({ acceptedAt: ctx.now() })
      .where(
        and(
          eq(invitations.tokenHash, hash),
          isNull(invitations.acceptedAt),
          gt(invitations.expiresAt, ctx.now()),
        ),
      )
      .returning();
    if (!invitation) throw await refusalOf(inner, hash);
    const { teamId, role } = invitation;
    // Somebody who is a member already keeps their role.
    await inner.db.insert(teamMembers).values({ teamId, userId: user.id, role }).onConflictDoNothing();
    return toTeam(await requireTeam(inner, teamId));
  });
});

async function refusalOf({ db }: Ctx, hash: string): Promise<AppError> {
  const [known] = await db
    .select({ acceptedAt: invitations.acceptedAt })
    .from(invitations)
    .where(eq(invitations.tokenHash, hash));
  if (!known) return notFound("Invitation");
  return new AppError(
    "gone",
    known.acceptedAt
      ? "This invitation was used already. Ask for a new one."
      : "This invitation has expired. Ask for a new one.",
  );
}

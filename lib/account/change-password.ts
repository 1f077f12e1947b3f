import { and, eq, ne } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { accounts, sessions } from "@/db/schema/auth";
import { requireUser } from "@/lib/auth/access";
import { auth } from "@/lib/auth/auth";
import { endOpenLinks } from "@/lib/auth/end-open-links";
import { endSelectedSessions } from "@/lib/auth/end-sessions";
import { hashing } from "@/lib/auth/hashing";
import { mailNotice } from "@/lib/auth/notice-mail";
import { requireGoodPassword } from "@/lib/auth/password-policy";
import { isPassword, requireProof } from "@/lib/auth/require-proof";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { invalid } from "@/lib/operations/read-body";
import { changePassword } from "./contract";

/** Sets it, too, for an account that had none, whose owner signed in through a provider. */
export const handleChangePassword = implement(changePassword, async (ctx, input) => {
  const user = requireUser(ctx);
  const { currentPassword, newPassword } = await input.fields();
  await requireProof(ctx, currentPassword, "currentPassword");
  if (currentPassword === newPassword) {
    throw invalid([{ path: "newPassword", message: "must differ from the current one" }]);
  }
  await requireGoodPassword(newPassword, user, "newPassword");
  const { password: passwords } = await auth().$context;
  const password = await hashing(() => passwords.hash(newPassword));
  await transaction(ctx, async (inner) => {
    const changed = await inner.db
      .update(accounts)
      .set({ password })
      .where(isPassword(user.id))
      .returning({ id: accounts.id });
    if (changed.length === 0) {
      const account = { id: uuidv7(), userId: user.id, providerId: "credential", accountId: user.id };
      await inner.db.insert(accounts).values({ ...account, password });
    }
    await endOpenLinks(inner, user.id);
    await endSelectedSessions(inner, others(ctx, user.id));
  });
  mailNotice(ctx, user.email, "password");
  return { success: true as const };
});

/** The person's sessions but the one of this request. */
export const others = (ctx: Parameters<typeof requireUser>[0], userId: string) =>
  and(
    eq(sessions.userId, userId),
    ctx.actor.kind === "user" ? ne(sessions.id, ctx.actor.sessionId) : undefined,
  );

import { requireUser } from "@/lib/auth/access";
import { auth } from "@/lib/auth/auth";
import { endAccess } from "@/lib/auth/end-access";
import { hashing } from "@/lib/auth/hashing";
import { lockAccount, ownSession } from "@/lib/auth/lock-account";
import { mailNotice } from "@/lib/auth/notice-mail";
import { requireGoodPassword } from "@/lib/auth/password-policy";
import { setPassword } from "@/lib/auth/password-reset";
import { requireProof } from "@/lib/auth/require-proof";
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
    await lockAccount(inner);
    await setPassword(inner, user.id, password);
    ctx.after(await endAccess(inner.db, user.id, "password changed", { keep: ownSession(ctx) }));
  });
  mailNotice(ctx, user.email, "password");
  return { success: true as const };
});

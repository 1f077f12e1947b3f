import { doerOf } from "@/lib/audit/record-change";
import { requireUser } from "@/lib/auth/access";
import { lockAccount } from "@/lib/auth/lock-account";
import { mailNotice } from "@/lib/auth/notice-mail";
import { requireProof } from "@/lib/auth/require-proof";
import { transaction } from "@/lib/operations/context";
import { implement } from "@/lib/operations/implement";
import { deleteAccount } from "./contract";
import { removeAccount } from "./remove-account";

export const handleDeleteAccount = implement(deleteAccount, async (ctx, input) => {
  const user = requireUser(ctx);
  const { password } = await input.fields();
  await requireProof(ctx, password);
  ctx.after(
    await transaction(ctx, async (inner) => {
      await lockAccount(inner);
      return removeAccount(inner.db, user.id, "nobody", doerOf(ctx));
    }),
  );
  mailNotice(ctx, user.email, "deleted");
  return { success: true as const };
});

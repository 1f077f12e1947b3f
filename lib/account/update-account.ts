import { eq } from "drizzle-orm";
import { users } from "@/db/schema/auth";
import { rememberedSessions } from "@/lib/auth/end-sessions";
import { changeRow } from "@/lib/operations/if-match";
import { implement } from "@/lib/operations/implement";
import { updateAccount } from "./contract";
import { readAccount, toAccount, waysIn } from "./get-account";

export const handleUpdateAccount = implement(updateAccount, async (ctx, input) => {
  const find = () => readAccount(ctx);
  const found = await find();
  const changes = await input.fields();
  const ways = await waysIn(ctx);
  const forget = await rememberedSessions(ctx.db, found.id);
  return changeRow(ctx, users, {
    ...{ found, find, changes },
    where: eq(users.id, found.id),
    show: (row) => toAccount(row, ways),
    after: forget,
  });
});

import { users } from "@/db/schema/auth";
import { rememberedSessions } from "@/lib/auth/end-sessions";
import { changeRow } from "@/lib/operations/change-row";
import { implement } from "@/lib/operations/implement";
import { updateAccount } from "./contract";
import { readAccount, toAccount, waysIn } from "./get-account";

export const handleUpdateAccount = implement(updateAccount, (ctx, { fields }) =>
  changeRow(ctx, users, {
    fields,
    find: async (inner) => {
      const account = await readAccount(inner, "no key update");
      const forget = await rememberedSessions(inner.db, account.id);
      return { ...account, ways: await waysIn(inner), forget };
    },
    change: (_, changes) => changes,
    show: (account) => toAccount(account, account.ways),
    after: ({ forget }) => forget(),
  }),
);

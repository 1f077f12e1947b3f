import type { Db } from "@/db/client";
import { singleton } from "@/lib/platform/singleton";

/** Creates what every account has. Called at sign-up and with every new session, so it may run twice at once. */
export type SetUpAccount = (db: Db, account: { id: string; name: string }) => Promise<void>;

const holder = () => singleton("equip account", () => ({ equip: undefined as SetUpAccount | undefined }));

/** Registers how accounts are set up, which is the task of features above this one, so it cannot be imported. */
export function setUpAccountsWith(equip: SetUpAccount): void {
  holder().equip = equip;
}

export const setUpAccount: SetUpAccount = (db, account) => {
  const { equip } = holder();
  if (!equip) throw new Error("Nothing says what a new account has: call setUpAccountsWith first.");
  return equip(db, account);
};

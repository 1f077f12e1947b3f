import type { Db } from "@/db/client";
import { singleton } from "@/lib/platform/singleton";

/** Gives an account what each one has. Called at sign-up and with every new session, so it may run twice at once. */
export type EquipAccount = (db: Db, account: { id: string; name: string }) => Promise<void>;

const holder = () => singleton("equip account", () => ({ equip: undefined as EquipAccount | undefined }));

/** Says how accounts are equipped: by features above this one, which it cannot import. */
export function equipAccountsWith(equip: EquipAccount): void {
  holder().equip = equip;
}

export const equipAccount: EquipAccount = (db, account) => {
  const { equip } = holder();
  if (!equip) throw new Error("Nothing says what a new account has: call equipAccountsWith first.");
  return equip(db, account);
};

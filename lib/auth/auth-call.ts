import { AsyncLocalStorage } from "node:async_hooks";
import { singleton } from "@/lib/platform/singleton";

/** The rows that better-auth stored during one call and that the caller of it checks or reports. */
export type AuthWrites = {
  sessions: { id: string; userId: string }[];
  /** IDs of unfinished steps, such as a sign-in that waits for its two-factor code. */
  verifications: string[];
  accounts: { id: string; userId: string; providerId: string }[];
  /** IDs of accounts of providers that were signed in with, new ones included. */
  usedAccounts: string[];
  /** Email addresses of people who get an account. */
  newEmails: string[];
};

export const noWrites = (): AuthWrites => ({
  sessions: [],
  verifications: [],
  accounts: [],
  usedAccounts: [],
  newEmails: [],
});

/** Errors that better-auth reported during a call, and what it stored. */
type AuthCall = { errors: Error[]; writes: AuthWrites };

export const authCalls = () => singleton("auth calls", () => new AsyncLocalStorage<AuthCall>());

export const currentAuthCall = (): AuthCall | undefined => authCalls().getStore();

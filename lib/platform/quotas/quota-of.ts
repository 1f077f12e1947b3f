import { env } from "../env/env";
import { lazily } from "../singleton";
import { type QuotaName, quotas, type RateName } from "./quotas";

/** How many attempts a window takes, and how long it is. */
export type Rate = {
  max: number;
  windowMs: number;
  /** Counted also where rates are switched off. */
  always?: boolean;
};

const configured = lazily(() => env().quotas);

/** The bound of a quota in this installation: a number, or bytes. */
export const quotaOf = (name: QuotaName): number => configured()[name];

/** A rate as attempts in a window. */
export function rateOf(name: RateName): Rate {
  const quota = quotas[name];
  return { max: quotaOf(name), windowMs: quota.windowMs, always: "always" in quota };
}

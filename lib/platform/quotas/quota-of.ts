import { env } from "../env/env";
import { lazily } from "../singleton";
import { type QuotaName, quotas, type RateName } from "./quotas";

/** How many attempts a window takes, and how long it is. */
export type Rate = { max: number; windowMs: number };

const configured = lazily(() => env().quotas);

/** The bound of a quota in this installation: a number, or bytes. */
export const quotaOf = (name: QuotaName): number => configured()[name];

/** A rate as attempts in a window. */
export const rateOf = (name: RateName): Rate => ({ max: quotaOf(name), windowMs: quotas[name].windowMs });

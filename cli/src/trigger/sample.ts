import type { SchemeName } from "@/lib/webhooks/signatures/contract";
import type { HmacForm } from "@/lib/webhooks/signatures/sign";

/** A webhook as its sender sends it. Names and numbers are invented. */
export type Sample = {
  name: string;
  what: string;
  /** How the sender signs. Null if it doesn't sign with a shared secret. */
  scheme: SchemeName | null;
  /** Of the scheme `hmac`, where the sender has its own header. */
  hmac?: HmacForm;
  /** The header in which the sender repeats the secret. */
  token?: string;
  headers: Record<string, string>;
  /** An object is sent as JSON, a map of texts as a form where the headers say so. */
  body: (at: Made) => object;
};
/** Values that differ in each request. */
export type Made = { id: string; seconds: number; iso: string };

export const json = { "Content-Type": "application/json" };
export const form = { "Content-Type": "application/x-www-form-urlencoded" };

export const hmacIn = (header: string, more: Partial<HmacForm> = {}): HmacForm => ({
  ...{ header, algorithm: "sha256", encoding: "hex", prefix: "" },
  ...more,
});

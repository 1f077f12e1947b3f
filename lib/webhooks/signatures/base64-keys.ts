import type { SchemeName } from "./contract";

/** Schemes whose secrets are bytes written as base64. */
const base64Secrets: ReadonlySet<SchemeName> = new Set<SchemeName>(["standard-webhooks", "svix"]);
export const hasBase64Secret = (scheme: SchemeName): boolean => base64Secrets.has(scheme);
export const base64Prefix = "whsec_";
export const withoutPrefix = (secret: string): string =>
  secret.startsWith(base64Prefix) ? secret.slice(base64Prefix.length) : secret;

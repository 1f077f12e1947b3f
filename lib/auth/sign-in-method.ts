import type { GenericEndpointContext } from "better-auth";

/** What a session was started with. A passkey is named by its WebAuthn credential ID, a provider as in its path. */
export type SignInMethod = "password" | "two-factor" | `passkey:${string}` | `provider:${string}`;

export const passkeyMethod = (credentialId: string): SignInMethod => `passkey:${credentialId}`;
export const providerMethod = (provider: string): SignInMethod => `provider:${provider}`;

/** Longer than any credential ID in base64url that WebAuthn permits (1,023 bytes). */
const credentialCharsMax = 1400;

/** The method of a session that better-auth is about to store, by the endpoint that stores it. */
export function signInMethodOf(context: GenericEndpointContext | null): SignInMethod | undefined {
  if (!context) return undefined;
  const { path, params, body } = context as { path?: string; params?: { id?: string }; body?: unknown };
  if (path === "/sign-in/email" || path === "/sign-up/email") return "password";
  if (path?.startsWith("/two-factor/")) return "two-factor";
  if (path === "/callback/:id") return providerMethod(String(params?.id));
  if (path !== "/passkey/verify-authentication") return undefined;
  const { response } = (body ?? {}) as { response?: { id?: unknown } };
  return passkeyMethod(String(response?.id).slice(0, credentialCharsMax));
}

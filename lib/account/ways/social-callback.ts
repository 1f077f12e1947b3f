import { signInError } from "@/lib/auth/account-operations";
import { noWrites } from "@/lib/auth/auth-call";
import { confirmProviderSignIn } from "@/lib/auth/confirm-sign-in";
import { socialCallback } from "@/lib/auth/contract";
import { forward } from "@/lib/auth/forward";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { env } from "@/lib/platform/env/env";
import { confirmConnection, connectionOf, isStartedHere, reportConnections } from "./connections";

/** The browser comes back from a provider, to sign in or to connect the provider to an account. */
export const handleSocialCallback = implement(socialCallback, async (ctx, input) => {
  if (!(input.provider === "github" || input.provider === "google") || !env()[input.provider]) {
    throw new AppError("not_found", "Not found");
  }
  if (/%00|\0/.test(ctx.search)) return signInError("state_mismatch");
  // With several states, better-auth might use a different one than the one checked here.
  if (new URLSearchParams(ctx.search).getAll("state").length > 1) return signInError("state_mismatch");
  const connection = await connectionOf(ctx);
  if (connection && !(await isStartedHere(ctx, connection))) return signInError("connection_interrupted");
  const writes = noWrites();
  const path = `/callback/${input.provider}${ctx.search}`;
  const answer = await forward(ctx, socialCallback, { path, writes });
  if (connection && !(await confirmConnection(ctx, connection, writes))) {
    return signInError("connection_interrupted");
  }
  await confirmProviderSignIn(ctx, writes);
  await reportConnections(ctx, writes);
  return answer;
});

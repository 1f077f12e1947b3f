import { eq } from "drizzle-orm";
import { isDiskFull } from "@/db/disk-full";
import { users } from "@/db/schema/auth";
import { Answer } from "@/lib/operations/answer";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import type { Fields, Input } from "@/lib/operations/operation";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { env } from "@/lib/platform/env/env";
import { confirmSignIn } from "./confirm-sign-in";
import { getSession, showSignInError, signIn, signInAlias, signInSocial, signOut, signUp } from "./contract";
import { forward } from "./forward";
import { hashing } from "./hashing";
import { noteSignIn } from "./note-sign-in";
import { requireOwnOrigin } from "./origin";
import { requireGoodPassword } from "./password-policy";
import { forgetSession } from "./session";
import { admitSignIn, countEntrance } from "./sign-in-limits";
import { joiningByProvider, requireMayJoin } from "./sign-up-policy";

export const handleSignUp = implement(signUp, async (ctx, input) => {
  requireOwnOrigin(ctx.headers);
  await countEntrance(ctx);
  const account = await input.fields();
  await requireMayJoin(ctx, account);
  await requireGoodPassword(account.password, account);
  const { invitation: _, ...body } = account;
  const answer = await hashing(() => forward(ctx, signUp, { path: "/sign-up/email", body }));
  if (answer.status < 300) await noteSignIn(ctx, signUp.output.parse(JSON.parse(answer.text)).user);
  return answer;
});

export const handleSignIn = implement(signIn, signInWithPassword);
export const handleSignInAlias = implement(signInAlias, signInWithPassword);

async function signInWithPassword(ctx: Ctx, input: Input<typeof signIn> | Input<typeof signInAlias>) {
  requireOwnOrigin(ctx.headers);
  await countEntrance(ctx);
  const credentials: Fields<typeof signIn> = await input.fields();
  const admission = await admitSignIn(ctx, credentials.email);
  const isIt = eq(users.email, credentials.email.toLowerCase());
  const { id, accessEpoch } = users;
  const [account] = await ctx.db.select({ id, accessEpoch }).from(users).where(isIt);
  const call = { path: "/sign-in/email", body: credentials };
  const answer = await hashing(() =>
    confirmSignIn(ctx, account, (writes) => forward(ctx, signIn, { ...call, writes })),
  );
  if (answer.status >= 300) return answer;
  await admission.succeeded();
  const signedIn = signIn.output.parse(JSON.parse(answer.text));
  if ("user" in signedIn) await noteSignIn(ctx, signedIn.user);
  return answer;
}

export const handleSignOut = implement(signOut, async (ctx) => {
  requireOwnOrigin(ctx.headers);
  const answer = await forward(ctx, signOut, { path: "/sign-out", body: {} });
  ctx.after(async () => {
    await forgetSession(ctx.headers);
    await announceAccessChange();
  });
  return answer;
});

export const handleGetSession = implement(getSession, async (ctx) =>
  forward(ctx, getSession, { path: "/get-session" }).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
    // It can still be read, without being extended.
    return forward(ctx, getSession, { path: "/get-session?disableRefresh=true" });
  }),
);

export const handleSignInSocial = implement(signInSocial, async (ctx, input) => {
  requireOwnOrigin(ctx.headers);
  await countEntrance(ctx);
  const fields = await input.fields();
  if (!env()[fields.provider])
    throw new AppError("not_found", `Signing in with ${fields.provider} is not configured`);
  const { invitation, ...body } = fields;
  const joining = await joiningByProvider(ctx, invitation);
  return forward(ctx, signInSocial, { path: "/sign-in/social", body: { ...body, ...joining } });
});

/** Codes of errors are short; whatever else is asked for here means nothing to the page. */
const errorCharsMax = 100;

export const handleShowSignInError = implement(showSignInError, async (ctx) => {
  return signInError(new URLSearchParams(ctx.search).get("error") ?? "unknown");
});

/** Leads a browser to the sign-in page, which explains the code. */
export function signInError(error: string): Answer {
  const page = new URL("/sign-in", env().appUrl);
  page.searchParams.set("error", error.slice(0, errorCharsMax));
  return new Answer(302, ["location", page.href], null);
}

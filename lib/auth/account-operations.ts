import { Answer, answerFrom, jsonAnswer } from "@/lib/operations/answer";
import type { Ctx } from "@/lib/operations/context";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import type { Fields, Input, Operation } from "@/lib/operations/operation";
import { announceAccessChange } from "@/lib/platform/bus/access-changes";
import { env } from "@/lib/platform/env/env";
import { rateOf } from "@/lib/platform/quotas/quota-of";
import { auth, authBasePath } from "./auth";
import { revealOutage } from "./auth-problems";
import { getSession, signIn, signInAlias, signInSocial, signOut, signUp, socialCallback } from "./contract";
import { clearAttempts, countAttempt } from "./limits";
import { requireOwnOrigin } from "./origin";
import { forgetSession } from "./session";

export const handleSignUp = implement(signUp, async (ctx, input) => {
  requireOwnOrigin(ctx.headers);
  await countAttempt(ctx, `sign-in address ${ctx.clientAddress}`, rateOf("signInsPerMinute"));
  return forward(ctx, "POST", "/sign-up/email", await input.fields());
});

export const handleSignIn = implement(signIn, signInWithPassword);
export const handleSignInAlias = implement(signInAlias, signInWithPassword);

async function signInWithPassword(ctx: Ctx, input: Input<typeof signIn> | Input<typeof signInAlias>) {
  requireOwnOrigin(ctx.headers);
  await countAttempt(ctx, `sign-in address ${ctx.clientAddress}`, rateOf("signInsPerMinute"));
  const credentials: Fields<typeof signIn> = await input.fields();
  const key = `sign-in email ${credentials.email.toLowerCase()}`;
  await countAttempt(ctx, key, rateOf("failedSignIns"));
  const answer = await forward(ctx, "POST", "/sign-in/email", credentials);
  if (answer.status < 300) await clearAttempts(ctx, key);
  return answer;
}

export const handleSignOut = implement(signOut, async (ctx) => {
  requireOwnOrigin(ctx.headers);
  const answer = await forward(ctx, "POST", "/sign-out", {});
  ctx.after(async () => {
    await forgetSession(ctx.headers);
    await announceAccessChange();
  });
  return answer;
});

export const handleGetSession = implement(getSession, async (ctx) => forward(ctx, "GET", "/get-session"));

export const handleSignInSocial = implement(signInSocial, async (ctx, input) => {
  requireOwnOrigin(ctx.headers);
  await countAttempt(ctx, `sign-in address ${ctx.clientAddress}`, rateOf("signInsPerMinute"));
  const fields = await input.fields();
  if (!env()[fields.provider])
    throw new AppError("not_found", `Signing in with ${fields.provider} is not configured`);
  return forward(ctx, "POST", "/sign-in/social", fields);
});

export const handleSocialCallback = implement(socialCallback, async (ctx, input) => {
  if (!(input.provider === "github" || input.provider === "google") || !env()[input.provider]) {
    throw new AppError("not_found", "Not found");
  }
  return forward(ctx, "GET", `/callback/${input.provider}${ctx.search}`);
});

/** Passes a checked request on to better-auth and gives its refusals our error body beside its own fields. */
async function forward(ctx: Ctx, method: Operation["method"], path: string, body?: object): Promise<Answer> {
  const headers = new Headers({ "x-fieldkit-client-address": ctx.clientAddress });
  for (const name of ["cookie", "user-agent"]) {
    const value = ctx.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (body) headers.set("content-type", "application/json");
  const request = new Request(`${env().appUrl}${authBasePath}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await answerFrom(await revealOutage(() => auth().handler(request)));
  if (answer.status < 400) return answer;
  if (answer.status >= 500) throw new Error(`better-auth answered ${answer.status} to ${path}`);
  const own = refusalOf(answer);
  const error = own.message ?? "The request was refused.";
  const refused = jsonAnswer({ ...own, error, code: own.code ?? "refused", requestId: ctx.requestId });
  const kept = answer.headers.filter(
    (_, at) => !/^content-(type|length)$/.test(answer.headers[at - (at % 2)] ?? ""),
  );
  return new Answer(answer.status, [...refused.headers, ...kept], refused.body);
}

function refusalOf({ text }: Answer): { message?: string; code?: string } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

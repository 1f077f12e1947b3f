import { and, eq } from "drizzle-orm";
import { accounts } from "@/db/schema/auth";
import { waysIn } from "@/lib/account/get-account";
import { requireUser } from "@/lib/auth/access";
import { endAccess } from "@/lib/auth/end-access";
import { ask, passOn, withBody } from "@/lib/auth/forward";
import { lockAccount, ownSession } from "@/lib/auth/lock-account";
import { mailNotice } from "@/lib/auth/notice-mail";
import { requireProof } from "@/lib/auth/require-proof";
import { providerMethod } from "@/lib/auth/sign-in-method";
import { transaction } from "@/lib/operations/context";
import { AppError, notFound } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { noteTrail } from "@/lib/operations/trail";
import { env } from "@/lib/platform/env/env";
import { connectProvider, disconnectProvider } from "./contract";
import { requireOtherWay } from "./passkeys";

export const handleConnectProvider = implement(connectProvider, async (ctx, input) => {
  requireUser(ctx);
  const provider = providerOf(input.provider);
  if (!env()[provider]) throw new AppError("not_found", `Signing in with ${provider} is not configured`);
  const { password } = await input.fields();
  if ((await waysIn(ctx)).includes(provider)) throw new AppError("conflict", "It is connected already.");
  await requireProof(ctx, password);
  const back = { callbackURL: "/-/account", errorCallbackURL: "/-/account" };
  const [startedBy] = ownSession(ctx);
  const body = { provider, ...back, additionalData: { startedBy } };
  const answer = await ask(ctx, { method: "POST", path: "/link-social", body });
  if (answer.status >= 300) return passOn(answer);
  return withBody(answer, connectProvider.output.parse(JSON.parse(answer.text)));
});

export const handleDisconnectProvider = implement(disconnectProvider, async (ctx, input) => {
  const user = requireUser(ctx);
  const provider = providerOf(input.provider);
  const { password } = await input.fields();
  if (!(await waysIn(ctx)).includes(provider)) throw notFound("Connection");
  await requireProof(ctx, password);
  await transaction(ctx, async (inner) => {
    const isIt = and(eq(accounts.userId, user.id), eq(accounts.providerId, provider));
    await lockAccount(inner);
    const removed = await inner.db.delete(accounts).where(isIt).returning({ id: accounts.id });
    if (removed.length === 0) throw notFound("Connection");
    await requireOtherWay(inner, {});
    const made = { method: providerMethod(provider), keep: ownSession(ctx) };
    ctx.after(await endAccess(inner.db, user.id, "provider removed", made));
  });
  mailNotice(ctx, user.email, "providerRemoved");
  noteTrail(ctx, { before: { provider }, subject: { name: provider } });
  return { success: true as const };
});

/** @throws {AppError} `not_found` */
function providerOf(name: string): "github" | "google" {
  if (name === "github" || name === "google") return name;
  throw notFound("Provider");
}

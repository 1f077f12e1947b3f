import { eq } from "drizzle-orm";
import { passkeys, users } from "@/db/schema/auth";
import { confirmSignIn } from "@/lib/auth/confirm-sign-in";
import { ask, passOn, withBody } from "@/lib/auth/forward";
import { noteSignIn } from "@/lib/auth/note-sign-in";
import { requireOwnOrigin } from "@/lib/auth/origin";
import { countEntrance } from "@/lib/auth/sign-in-limits";
import { AppError } from "@/lib/operations/errors";
import { implement } from "@/lib/operations/implement";
import { preparePasskeySignIn, signInPasskey } from "./contract";
import { isMalformed } from "./passkeys";

/** Names nobody: the browser offers the passkeys that it has for this site. */
export const handlePreparePasskeySignIn = implement(preparePasskeySignIn, async (ctx, input) => {
  requireOwnOrigin(ctx.headers);
  await countEntrance(ctx);
  await input.fields();
  const path = "/passkey/generate-authenticate-options";
  const answer = await ask(ctx, { method: "GET", path, asNobody: true });
  if (answer.status >= 300) return passOn(answer);
  return withBody(answer, { ...JSON.parse(answer.text), userVerification: "required" });
});

/** A passkey is two factors by itself: something that one has, and what unlocks it. No code is asked for. */
export const handleSignInPasskey = implement(signInPasskey, async (ctx, input) => {
  requireOwnOrigin(ctx.headers);
  await countEntrance(ctx);
  const { response } = await input.fields();
  const call = { method: "POST", path: "/passkey/verify-authentication", asNobody: true } as const;
  const [owner] = await ctx.db
    .select({ id: users.id, accessEpoch: users.accessEpoch })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialID, response.id));
  if (!owner) throw unknownPasskey();
  const answer = await confirmSignIn(ctx, owner, (writes) =>
    ask(ctx, { ...call, body: { response }, writes }).catch((error: unknown) => {
      throw isMalformed(error) ? unknownPasskey() : error;
    }),
  );
  if (answer.status >= 300) throw unknownPasskey();
  const signedIn = signInPasskey.output.parse({ redirect: false, user: JSON.parse(answer.text).user });
  await noteSignIn(ctx, signedIn.user);
  return withBody(answer, signedIn);
});

const unknownPasskey = () =>
  new AppError("unauthorized", "This passkey does not sign in here. It was removed, or it took too long.");

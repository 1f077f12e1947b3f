import { createHmac, timingSafeEqual } from "node:crypto";
import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { env } from "@/lib/platform/env/env";
import { authSecret, authSecrets } from "@/lib/platform/secrets/auth-secret";

export type Subscription = { projectId: string; recipient: string };

const signatureOf = (payload: string, secret = authSecret()) =>
  createHmac("sha256", secret).update(`release subscription\0${payload}`).digest("base64url");

/**
 * The link by which a recipient ends the release e-mails of a project. Nothing is stored for it. It is the same in
 * each try of a message, so that a mail service recognises the repeat.
 */
export function subscriptionUrl({ projectId, recipient }: Subscription): string {
  const payload = Buffer.from(`${projectId} ${recipient}`).toString("base64url");
  return `${env().appUrl}/api/release-subscriptions/${payload}.${signatureOf(payload)}`;
}

/**
 * Reads whose link it is.
 * @throws {AppError} `not_found` for a link that we did not make
 */
export function requireSubscription(token: string): Subscription {
  const [payload = "", signature = ""] = token.split(".");
  const given = Buffer.from(signature);
  const isOurs = authSecrets().some((secret) => {
    const wanted = Buffer.from(signatureOf(payload, secret));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  if (!isOurs) throw notFound("Subscription");
  const [projectId = "", recipient = ""] = Buffer.from(payload, "base64url").toString("utf8").split(" ");
  if (!isGuid(projectId)) throw notFound("Subscription");
  return { projectId, recipient };
}

import { notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { env } from "@/lib/platform/env/env";
import { signed, textOfSigned } from "@/lib/platform/secrets/signed";

export type Subscription = { projectId: string; recipient: string };

const purpose = "release subscription";

/**
 * The link by which a recipient ends the release e-mails of a project. It is the same in each try of a message, so that
 * a mail service recognises the repeat.
 */
export function subscriptionUrl({ projectId, recipient }: Subscription): string {
  return `${env().appUrl}/api/release-subscriptions/${signed(purpose, `${projectId} ${recipient}`)}`;
}

/** The link by which a recipient says that they want them, at first or again. */
export const confirmationUrl = (subscription: Subscription): string =>
  `${subscriptionUrl(subscription)}/confirm`;

/**
 * Reads whose link it is.
 * @throws {AppError} `not_found` for a link that we did not make
 */
export function requireSubscription(token: string): Subscription {
  const [projectId = "", recipient = ""] = (textOfSigned(purpose, token) ?? "").split(" ");
  if (!isGuid(projectId)) throw notFound("Subscription");
  return { projectId, recipient };
}

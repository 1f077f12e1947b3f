import { AppError, notFound } from "@/lib/operations/errors";
import { isGuid } from "@/lib/operations/ids";
import { env } from "@/lib/platform/env/env";
import { signed, textOfSigned } from "@/lib/platform/secrets/signed";
import type { Subscription } from "../delivery/subscription";

const purpose = "release subscriber";
const linkMs = 7 * 24 * 60 * 60 * 1000;

/** The link by which somebody who asked for the releases of a project proves that the address is theirs. */
export function subscriberUrl({ projectId, recipient }: Subscription, now: Date): string {
  const text = `${projectId} ${now.getTime() + linkMs} ${recipient}`;
  return `${env().appUrl}/api/release-subscribers/${signed(purpose, text)}`;
}

/**
 * Reads whose link it is.
 * @throws {AppError} `not_found` for a link that we did not make, `gone` for one that is too old
 */
export function requireSubscriber(token: string, now: Date): Subscription {
  const [projectId = "", until = "", recipient = ""] = (textOfSigned(purpose, token) ?? "").split(" ");
  if (!isGuid(projectId)) throw notFound("Subscription");
  if (Number(until) <= now.getTime()) {
    throw new AppError("gone", "This link has expired. Subscribe again for a new one.");
  }
  return { projectId, recipient };
}

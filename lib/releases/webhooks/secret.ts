import type { releaseWebhooks } from "@/db/schema/release-webhooks";
import { isSealedBefore, SealError, seal, unseal } from "@/lib/platform/secrets/seal";
import { makeWebhookSecret } from "@/lib/platform/secrets/standard-webhooks";

type Row = typeof releaseWebhooks.$inferSelect;
type Secrets = Pick<Row, "id" | "secret" | "previousSecret">;
export type StoredSecrets = Secrets & Pick<Row, "previousSecretUntil">;

/** How long the secret before goes on signing. */
export const previousSecretMs = 24 * 60 * 60 * 1000;
const tailLength = 4;

/** What the sealed secrets are bound to. It stays with a webhook that is deleted and put back. */
const sealRow = (id: string) => `release_webhooks/${id}/secret`;

/** A new secret, and what to store of it. */
export function newSecret(id: string) {
  const secret = makeWebhookSecret();
  return {
    secret,
    columns: { secret: seal(secret, sealRow(id)), secretTail: secret.slice(-tailLength) },
  };
}

/** The secrets that sign now, the current one first; undefined if it can't be opened any more. */
export function secretsOf(row: StoredSecrets, now: Date): string[] | undefined {
  const isKept = row.previousSecretUntil !== null && row.previousSecretUntil > now;
  return openedSecrets({ ...row, previousSecret: isKept ? row.previousSecret : null });
}

/** The same with a previous secret that signs as well, if there is one. */
export function openedSecrets({ id, secret, previousSecret }: Secrets): string[] | undefined {
  const current = opened(secret, id);
  if (current === undefined) return undefined;
  const previous = previousSecret === null ? undefined : opened(previousSecret, id);
  return previous === undefined ? [current] : [current, previous];
}

/** For an update of anything else: the secret sealed anew, if an earlier one of the installation sealed it. */
export function resealedSecret(row: StoredSecrets): Partial<Pick<Row, "secret">> {
  if (!isSealedBefore(row.secret)) return {};
  const secret = opened(row.secret, row.id);
  return secret === undefined ? {} : { secret: seal(secret, sealRow(row.id)) };
}

function opened(sealed: string, id: string): string | undefined {
  try {
    return unseal(sealed, sealRow(id));
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return undefined;
  }
}

import type { KeyObject } from "node:crypto";
import type { webhooks } from "@/db/schema/webhooks";
import { invalid } from "@/lib/operations/read-body";
import { isSealedBefore, SealError, seal, unseal } from "@/lib/platform/secrets/seal";
import type { GivenSignature, SchemeName } from "./contract";
import type { SignatureCheck } from "./judge";
import { keyOfSecret } from "./secret-key";

/** What is stored of an inbox's signature: all that is shown, and the sealed secret. */
export type StoredSignature = Pick<typeof webhooks.$inferSelect, "id" | "signature" | "signatureSecret">;
type Columns = Partial<Omit<StoredSignature, "id">>;

/** What the sealed secret is bound to. It stays with an inbox that is deleted and put back. */
const sealRow = (id: string) => `webhooks/${id}/signature`;

/** The end of a secret, by which people know it: a quarter at most, so that short ones are not told. */
export const tailOf = (secret: string): string =>
  secret.slice(secret.length - Math.min(4, Math.floor(secret.length / 4)));

/**
 * What to store of a signature that was given; nothing of one that was not. Without a secret it keeps the one that is stored
 * for the same scheme.
 * @throws {AppError} `invalid_request` when there is no such secret
 */
export function signatureColumns(given: GivenSignature | undefined, stored: StoredSignature): Columns {
  if (given === undefined) return {};
  if (given === null) return { signature: null, signatureSecret: null };
  const { secret, secretTail, ...rest } = given;
  if (secret !== undefined) {
    return {
      signature: { ...rest, secretTail: tailOf(secret) },
      signatureSecret: seal(secret, sealRow(stored.id)),
    };
  }
  const { signature, signatureSecret } = stored;
  if (!signature || !signatureSecret || signature.scheme !== rest.scheme) {
    throw invalid([
      { path: "signature.secret", message: "must be given, as none is stored for this scheme" },
    ]);
  }
  if (secretTail !== undefined && secretTail !== signature.secretTail) {
    const message = `must be given again: the one that ended in ${secretTail.slice(-4)} is no longer stored`;
    throw invalid([{ path: "signature.secret", message }]);
  }
  return { signature: { ...rest, secretTail: signature.secretTail } };
}

/** For an update of anything else: the secret sealed anew, if an earlier secret of the installation sealed it. */
export function resealedSecret({ id, signatureSecret }: StoredSignature): Columns {
  if (!signatureSecret || !isSealedBefore(signatureSecret)) return {};
  try {
    return { signatureSecret: seal(unseal(signatureSecret, sealRow(id)), sealRow(id)) };
  } catch (error) {
    // The captures say so, and whoever changes something else need not care.
    if (!(error instanceof SealError)) throw error;
    return {};
  }
}

/** What capturing needs of an inbox's signature, if it has one. */
export function signatureCheckOf({
  id,
  signature,
  signatureSecret,
}: StoredSignature): SignatureCheck | undefined {
  return signature ? { signature, key: keyOf(signature.scheme, signatureSecret, id) } : undefined;
}

function keyOf(scheme: SchemeName, sealed: string | null, id: string): KeyObject | undefined {
  if (sealed === null) return undefined;
  try {
    const secret = unseal(sealed, sealRow(id));
    return keyOfSecret(scheme, secret);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return undefined;
  }
}

import {
  type Claim,
  type Digest,
  decoded,
  headerOf,
  missing,
  type NoClaim,
  type ReadClaim,
  type SignedRequest,
  shape,
  unreadable,
} from "./claim";
import type { Signature } from "./contract";

type Written = { header: string; algorithm: Digest; encoding: "hex" | "base64"; prefix: string };

/** A header that has the digest of the body, and nothing else. */
function readWritten(
  request: SignedRequest,
  { header, algorithm, encoding, prefix }: Written,
): Claim | NoClaim {
  const value = headerOf(request, header);
  if (typeof value !== "string") return value;
  if (!value.startsWith(prefix)) return unreadable(`${header} does not begin with ${prefix}.`);
  const signature = decoded(value.slice(prefix.length), encoding, algorithm);
  if (!signature) {
    const after = prefix === "" ? "" : ` after ${prefix}`;
    return unreadable(`${header} cannot be read: it must have ${shape(encoding, algorithm)}${after}.`);
  }
  return { algorithm, signatures: [signature], texts: (body) => [[body]] };
}

const github: Written = {
  header: "X-Hub-Signature-256",
  algorithm: "sha256",
  encoding: "hex",
  prefix: "sha256=",
};
const shopify: Written = {
  header: "X-Shopify-Hmac-Sha256",
  algorithm: "sha256",
  encoding: "base64",
  prefix: "",
};

export const readGithub: ReadClaim = (request) => {
  const claim = readWritten(request, github);
  const isOlder = request.rawHeaders.some(([name]) => name.toLowerCase() === "x-hub-signature");
  if (!("verdict" in claim) || claim.verdict !== "missing" || !isOlder) return claim;
  return missing(
    "The header X-Hub-Signature-256 is missing. X-Hub-Signature, which is there, is SHA-1 and is not checked.",
  );
};

export const readShopify: ReadClaim = (request) => readWritten(request, shopify);

export const readHmac: ReadClaim<Extract<Signature, { scheme: "hmac" }>> = readWritten;

import { type KeyObject, timingSafeEqual } from "node:crypto";
import type { Claim, NoClaim, SignedRequest } from "./claim";
import type { CaptureSignature, Signature, Verdict } from "./contract";
import { hmacOf, sha256Of } from "./digests";
import { readGithub, readHmac, readShopify } from "./plain-schemes";
import { readSlack, readStandardWebhooks, readStripe, readSvix } from "./timed-schemes";
import { readTwilio } from "./twilio";

/** What capturing knows of how an inbox is signed. Without a key the stored secret cannot be read. */
export type SignatureCheck = { signature: Signature; key: KeyObject | undefined };

type Judged = { verdict: Verdict; detail: string };

/** Whether a request is signed as it should be. Never throws, whatever the request. */
export async function judge(
  { signature, key }: SignatureCheck,
  request: SignedRequest,
): Promise<CaptureSignature> {
  const judged = key ? await judgedWith(key, signature, request) : unchecked;
  return { ...judged, refused: signature.refuse && judged.verdict !== "valid" };
}

const unchecked: Judged = {
  verdict: "unchecked",
  detail: "The stored secret can no longer be read. Enter it again in the inbox's settings.",
};

async function judgedWith(key: KeyObject, signature: Signature, request: SignedRequest): Promise<Judged> {
  const claim = read(request, signature);
  if ("verdict" in claim) return claim;
  if (!(await fits(key, claim, request.body))) {
    return { verdict: "wrong", detail: claim.misfit ?? (await bodyMisfit(key, claim, request.body)) };
  }
  if (claim.bodyDigest && !timingSafeEqual(claim.bodyDigest, await sha256Of(request.body))) {
    return {
      verdict: "wrong",
      detail:
        "The address is signed, but its bodySHA256 does not fit the body, which was changed on the way.",
    };
  }
  return timely(claim, signature, request.receivedAt);
}

function read(request: SignedRequest, signature: Signature): Claim | NoClaim {
  switch (signature.scheme) {
    case "github":
      return readGithub(request, signature);
    case "shopify":
      return readShopify(request, signature);
    case "twilio":
      return readTwilio(request, signature);
    case "stripe":
      return readStripe(request, signature);
    case "slack":
      return readSlack(request, signature);
    case "standard-webhooks":
      return readStandardWebhooks(request, signature);
    case "svix":
      return readSvix(request, signature);
    case "hmac":
      return readHmac(request, signature);
  }
}

async function fits(key: KeyObject, { algorithm, signatures, texts }: Claim, body: Buffer): Promise<boolean> {
  for (const text of texts(body)) {
    const digest = await hmacOf(algorithm, key, text);
    if (signatures.some((each) => timingSafeEqual(each, digest))) return true;
  }
  return false;
}

/** Looking for what went wrong costs as much as the check, so it is done for small bodies. */
const lookedAtBytesMax = 64 * 1024;
const lineBreak = Buffer.from("\n");

/** What is wrong with a body that is not signed. `echo` and editors add a line break, and curl's `-d` takes it away. */
async function bodyMisfit(key: KeyObject, claim: Claim, body: Buffer): Promise<string> {
  if (body.byteLength <= lookedAtBytesMax) {
    const end = body.byteLength - (body.at(-2) === 0x0d ? 2 : 1);
    if (body.at(-1) === 0x0a && (await fits(key, claim, body.subarray(0, end)))) {
      return "The signature fits the body without the line break at its end, which was added after signing.";
    }
    if (await fits(key, claim, Buffer.concat([body, lineBreak]))) {
      return "The signature fits the body with a line break at its end, which was lost after signing.";
    }
  }
  return "The signature does not fit the body: it was made with another secret, or the body was changed on the way.";
}

function timely({ signedAt }: Claim, signature: Signature, receivedAt: Date): Judged {
  if (signedAt === undefined || !("toleranceSeconds" in signature)) {
    return { verdict: "valid", detail: "The signature fits." };
  }
  const { toleranceSeconds } = signature;
  const age = Math.round(receivedAt.getTime() / 1000) - signedAt;
  if (Math.abs(age) <= toleranceSeconds) {
    return { verdict: "valid", detail: "The signature fits, and was made in time." };
  }
  const span = spanText(Math.abs(age));
  const allowed = `${spanText(toleranceSeconds)} ${toleranceSeconds === 1 ? "is" : "are"} allowed`;
  const detail =
    age > 0
      ? `The signature fits, but was made ${span} before the request came; ${allowed}.`
      : `The signature fits, but is dated ${span} after the request came; ${allowed}. A clock is wrong.`;
  return { verdict: "late", detail };
}

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A span in its largest unit that is there twice, so that it is told well enough. */
function spanText(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds >= 2 * each) ?? ["second", 1];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

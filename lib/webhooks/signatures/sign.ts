import { type Claim, digestBytes, type NoClaim, type SignedRequest } from "./claim";
import type { SchemeName, Signature } from "./contract";
import { hmacOf } from "./digests";
import { readGithub, readHmac, readShopify } from "./plain-schemes";
import { keyOfSecret } from "./secret-key";
import { readSlack, readStandardWebhooks, readStripe, readSvix } from "./timed-schemes";
import { readTwilio } from "./twilio";

type ToSign = Omit<SignedRequest, "receivedAt"> & {
  at: Date;
  /** Of the message, where the scheme signs one. */
  id: string;
};
type Written = [name: string, value: string][];
type Scheme = {
  read(request: SignedRequest): Claim | NoClaim;
  /** The headers that carry a digest. */
  write(digest: Buffer, of: { seconds: number; id: string }): Written;
};

const hex = (digest: Buffer) => digest.toString("hex");
const base64 = (digest: Buffer) => digest.toString("base64");
const of = (scheme: SchemeName) => ({ scheme }) as Signature;

const standard =
  (prefix: "webhook" | "svix"): Scheme["write"] =>
  (digest, { seconds, id }) => [
    [`${prefix}-id`, id],
    [`${prefix}-timestamp`, String(seconds)],
    [`${prefix}-signature`, `v1,${base64(digest)}`],
  ];

/** How a sender with its own header writes an HMAC of the body. */
export type HmacForm = Pick<
  Extract<Signature, { scheme: "hmac" }>,
  "header" | "algorithm" | "encoding" | "prefix"
>;

/** How such a sender is checked unless the inbox says otherwise. */
const plain: HmacForm = { header: "X-Signature", algorithm: "sha256", encoding: "hex", prefix: "" };

const hmacScheme = (form: HmacForm): Scheme => ({
  read: (request) => readHmac(request, { scheme: "hmac", ...form, secretTail: "", refuse: false }),
  write: (digest) => [[form.header, form.prefix + digest.toString(form.encoding)]],
});

const schemes: Record<Exclude<SchemeName, "hmac">, Scheme> = {
  github: {
    read: (request) => readGithub(request, of("github")),
    write: (digest) => [["X-Hub-Signature-256", `sha256=${hex(digest)}`]],
  },
  shopify: {
    read: (request) => readShopify(request, of("shopify")),
    write: (digest) => [["X-Shopify-Hmac-Sha256", base64(digest)]],
  },
  twilio: {
    read: (request) => readTwilio(request, of("twilio")),
    write: (digest) => [["X-Twilio-Signature", base64(digest)]],
  },
  stripe: {
    read: (request) => readStripe(request, of("stripe")),
    write: (digest, { seconds }) => [["Stripe-Signature", `t=${seconds},v1=${hex(digest)}`]],
  },
  slack: {
    read: (request) => readSlack(request, of("slack")),
    write: (digest, { seconds }) => [
      ["X-Slack-Request-Timestamp", String(seconds)],
      ["X-Slack-Signature", `v0=${hex(digest)}`],
    ],
  },
  "standard-webhooks": {
    read: (request) => readStandardWebhooks(request, of("standard-webhooks")),
    write: standard("webhook"),
  },
  svix: { read: (request) => readSvix(request, of("svix")), write: standard("svix") },
};

/**
 * The headers that sign a request as a sender would. What is signed is what a check would read of a request with such
 * headers, so that both sides have one rule.
 * @throws where nothing of the request can be signed in this way
 */
export async function signedHeaders(
  scheme: SchemeName,
  secret: string,
  { at, id, form = plain, ...request }: ToSign & { form?: HmacForm | undefined },
): Promise<Written> {
  const { read, write } = scheme === "hmac" ? hmacScheme(form) : schemes[scheme];
  const details = { seconds: Math.floor(at.getTime() / 1000), id };
  const draftOf = (digest: Buffer) => ({
    ...{ ...request, receivedAt: at },
    rawHeaders: [...request.rawHeaders, ...write(digest, details)],
  });
  const algorithm = scheme === "hmac" ? form.algorithm : scheme === "twilio" ? "sha1" : "sha256";
  const length = digestBytes[algorithm];
  const claim = read(draftOf(Buffer.alloc(length)));
  if ("verdict" in claim) throw new Error(claim.detail);
  const texts = claim.texts(request.body);
  // Where an address is signed, several may be meant; senders know just this one.
  const text =
    texts.find(([first]) => typeof first === "string" && first.startsWith(request.baseUrl)) ?? texts[0];
  if (!text) throw new Error("There is nothing to sign.");
  return write(await hmacOf(claim.algorithm, keyOfSecret(scheme, secret), text), details);
}

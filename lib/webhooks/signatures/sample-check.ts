import type { SignedRequest } from "./claim";
import type { Signature } from "./contract";
import { judge } from "./judge";
import { keyOfSecret } from "./secret-key";

/** All that a scheme needs besides its name. */
const details = {
  ...{ secretTail: "", refuse: false, toleranceSeconds: 300 },
  ...{ header: "X-Signature", algorithm: "sha256", encoding: "hex", prefix: "" },
} as const;

export const signatureOf = (given: Partial<Signature> & Pick<Signature, "scheme">) =>
  ({ ...details, ...given }) as Signature;

export type Given = Partial<Omit<SignedRequest, "body" | "rawHeaders">> & {
  headers?: Record<string, string>;
  rawHeaders?: SignedRequest["rawHeaders"];
  body?: string | Buffer;
  /** When it came, in seconds since 1970. */
  at?: number;
};

export function requestOf({ headers = {}, body = "", at = 1_700_000_000, ...given }: Given): SignedRequest {
  return {
    rawHeaders: Object.entries(headers),
    rawUrl: "/api/webhook/abcdefghij123456",
    baseUrl: "https://acme-shop.mock.example",
    receivedAt: new Date(at * 1000),
    ...given,
    body: Buffer.from(body),
  };
}

export const judged = (
  signature: Partial<Signature> & Pick<Signature, "scheme">,
  secret: string,
  given: Given,
) =>
  judge({ signature: signatureOf(signature), key: keyOfSecret(signature.scheme, secret) }, requestOf(given));

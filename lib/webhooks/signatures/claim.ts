import type { Signature } from "./contract";

/** What a check sees of a request: exactly what came in. */
export type SignedRequest = {
  rawHeaders: readonly (readonly [string, string])[];
  body: Buffer;
  /** Path and query as sent. */
  rawUrl: string;
  /** Scheme and host of the inbox's URL that the request used. */
  baseUrl: string;
  receivedAt: Date;
};

export type Digest = "sha1" | "sha256" | "sha512";
export const digestBytes: Record<Digest, number> = { sha1: 20, sha256: 32, sha512: 64 };

/** A text in parts. */
export type Text = readonly (string | Buffer)[];

/** What a request says of its signature, read in the way of a scheme. */
export type Claim = {
  algorithm: Digest;
  /** The signatures that it brings, any of which may fit. */
  signatures: readonly Buffer[];
  /** What may have been signed, if this is the body. */
  texts(body: Buffer): readonly Text[];
  /** What to say when nothing fits, where that is not about the body. */
  misfit?: string;
  /** When it was signed, in seconds since 1970. */
  signedAt?: number;
  /** SHA-256 of the body, where that is signed in place of the body. */
  bodyDigest?: Buffer;
};

/** Why there is no claim. */
export type NoClaim = { verdict: "wrong" | "missing"; detail: string };

export const missing = (detail: string): NoClaim => ({ verdict: "missing", detail });
export const unreadable = (detail: string): NoClaim => ({ verdict: "wrong", detail });

/** Reads a request in the way of a scheme. Must not throw, whatever the request. */
export type ReadClaim<S extends Signature = Signature> = (
  request: SignedRequest,
  signature: S,
) => Claim | NoClaim;

/** The value of a header that must be there exactly once. */
export function headerOf({ rawHeaders }: SignedRequest, name: string): string | NoClaim {
  const wanted = name.toLowerCase();
  const values = rawHeaders.filter(([each]) => each.toLowerCase() === wanted);
  const [first] = values;
  if (!first) return missing(`The header ${name} is missing.`);
  if (values.length > 1) return unreadable(`The header ${name} is there ${values.length} times.`);
  return first[1];
}

/** The bytes of a signature, if it is written as it should be. */
export function decoded(text: string, encoding: "hex" | "base64", algorithm: Digest): Buffer | undefined {
  const isWritten = encoding === "hex" ? /^([0-9a-f]{2})+$/i : /^[A-Za-z0-9+/_-]+={0,2}$/;
  if (text.length > 200 || !isWritten.test(text)) return undefined;
  const bytes = Buffer.from(text, encoding);
  return bytes.byteLength === digestBytes[algorithm] ? bytes : undefined;
}

/** How a signature has to be written. */
export const shape = (encoding: "hex" | "base64", algorithm: Digest): string =>
  encoding === "hex"
    ? `${2 * digestBytes[algorithm]} hexadecimal digits`
    : `${digestBytes[algorithm]} bytes as base64`;

/** Seconds since 1970, if that is what is written. */
export const secondsOf = (text: string): number | undefined =>
  /^\d{1,11}$/.test(text) ? Number(text) : undefined;

export const noTime = (what: string) => unreadable(`${what} is not a time in seconds since 1970.`);

/** A header's characters are its bytes. */
export const bytesOfHeader = (text: string): Buffer => Buffer.from(text, "latin1");

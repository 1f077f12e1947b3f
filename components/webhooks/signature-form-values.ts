import { numberFrom } from "@/components/mocks/answer-form-values";
import { senders } from "@/components/webhooks/signature-senders";
import {
  isTimed,
  type SchemeName,
  type Signature,
  toleranceDefault,
} from "@/lib/webhooks/signatures/contract";

export type SignatureFormValues = {
  scheme: SchemeName | "none";
  /** Empty keeps the one that is stored. */
  secret: string;
  refuse: boolean;
  /** In seconds. */
  tolerance: string;
  header: string;
  algorithm: "sha1" | "sha256" | "sha512";
  encoding: "hex" | "base64";
  prefix: string;
};

/** @param stored the signature of the inbox, if it has one */
export function signatureValues(stored: Signature | null): SignatureFormValues {
  return {
    ...{ scheme: "none", secret: "", refuse: false, tolerance: String(toleranceDefault) },
    ...{ header: "X-Signature", algorithm: "sha256", encoding: "hex", prefix: "" },
    ...(stored && { scheme: stored.scheme, refuse: stored.refuse }),
    ...(stored && "toleranceSeconds" in stored && { tolerance: String(stored.toleranceSeconds) }),
    ...(stored?.scheme === "hmac" && {
      header: stored.header,
      algorithm: stored.algorithm,
      encoding: stored.encoding,
      prefix: stored.prefix,
    }),
  };
}

/** What the API is sent; the secret only if one was entered. */
export function signatureBody(values: SignatureFormValues) {
  const { scheme, secret, refuse, tolerance, header, algorithm, encoding, prefix } = values;
  if (scheme === "none") return null;
  const given = { ...(secret.trim() !== "" && { secret }), refuse };
  if (scheme === "hmac") return { scheme, ...given, header, algorithm, encoding, prefix };
  return { scheme, ...given, ...(isTimed(scheme) && { toleranceSeconds: numberFrom(tolerance) }) };
}

/** The form's field for the path of an issue below `signature`. */
export const signatureField = (path: string): string =>
  `signature.${path === "" ? "scheme" : path === "toleranceSeconds" ? "tolerance" : path}`;

/** For a choice between two people's changes. */
export function signatureText(values: SignatureFormValues): string {
  if (values.scheme === "none") return "Not checked";
  const { secret: _, ...shown } = signatureBody(values) ?? { secret: "" };
  const details = Object.entries(shown)
    .filter(([name]) => name !== "scheme")
    .map(([name, value]) => `${name}: ${String(value)}`);
  const secret = values.secret === "" ? [] : ["another secret"];
  return [senders[values.scheme].name, ...details, ...secret].join("\n");
}

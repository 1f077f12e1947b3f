import { createHmac, timingSafeEqual } from "node:crypto";
import { authSecret, authSecrets } from "./auth-secret";

/** What a signed text is for; it counts for nothing else. */
type Purpose = "release subscription" | "release subscriber" | "e-mail address";

const signatureOf = (purpose: Purpose, payload: string, secret: string) =>
  createHmac("sha256", secret).update(`${purpose}\0${payload}`).digest("base64url");

/** A text that goes into a link and comes back unchanged. Nothing is stored for it, and nothing in it is hidden. */
export function signed(purpose: Purpose, text: string): string {
  const payload = Buffer.from(text).toString("base64url");
  return `${payload}.${signatureOf(purpose, payload, authSecret())}`;
}

/** The text, if this installation signed it for this purpose, with its secret or one before. */
export function textOfSigned(purpose: Purpose, token: string): string | undefined {
  const [payload = "", signature = ""] = token.split(".");
  const given = Buffer.from(signature);
  const isOurs = authSecrets().some((secret) => {
    const wanted = Buffer.from(signatureOf(purpose, payload, secret));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
  return isOurs ? Buffer.from(payload, "base64url").toString("utf8") : undefined;
}

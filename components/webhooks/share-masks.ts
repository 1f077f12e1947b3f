import type { CapturedRequest } from "@/lib/webhooks/contract";

/** Headers whose values are secrets, or as good as. */
const secretNames =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-csrf-token|x-xsrf-token|x-forwarded-client-cert)$|signature|hmac|secret|token|password|api[-_]?key|access[-_]?key|auth[-_]?key|credential|session/i;

/** Headers that tell who sent a request. */
const addressNames = /^(x-forwarded-for|x-real-ip|forwarded|cf-connecting-ip|true-client-ip|x-client-ip)$/i;

/** The names of a capture's headers in lower case, each once, and those that nobody else should see. */
export function maskedHeaders({ rawHeaders }: Pick<CapturedRequest, "rawHeaders">): {
  names: string[];
  suggested: string[];
} {
  const names = [...new Set(rawHeaders.map(([name]) => name.toLowerCase()))];
  return { names, suggested: names.filter((name) => secretNames.test(name) || addressNames.test(name)) };
}

/** Whether a header's value is a secret, by its name. */
export const isSecretHeader = (name: string): boolean => secretNames.test(name);

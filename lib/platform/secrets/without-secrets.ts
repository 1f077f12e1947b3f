/** A text of somebody else without these secrets, which it might repeat, also not as Base64 or as part of a URL. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, Buffer.from(secret).toString("base64"), encodeURIComponent(secret)])
    .filter((secret) => secret.length >= 4)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
}

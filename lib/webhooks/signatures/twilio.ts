import { decoded, headerOf, type ReadClaim, type SignedRequest, shape, type Text, unreadable } from "./claim";

const name = "X-Twilio-Signature";
/** Twilio's forms have some twenty fields. More is not read, because that is done for whoever sends it. */
const fieldsMax = 500;
const formBytesMax = 64 * 1024;

/** Signs the address that Twilio was given, and behind it the fields of a form, or else the SHA-256 of the body in the query. */
export const readTwilio: ReadClaim = (request) => {
  const value = headerOf(request, name);
  if (typeof value !== "string") return value;
  const signature = decoded(value, "base64", "sha1");
  if (!signature) return unreadable(`${name} cannot be read: it must have ${shape("base64", "sha1")}.`);
  const target = pathAndQuery(request.rawUrl);
  const digest = /[?&]bodySHA256=([^&]*)/.exec(target)?.[1];
  const bodyDigest = digest === undefined ? undefined : decoded(digest, "hex", "sha256");
  if (digest !== undefined && !bodyDigest) {
    return unreadable(`bodySHA256 in the address must have ${shape("hex", "sha256")}.`);
  }
  const form = bodyDigest ? "" : signedForm(request);
  if (form === undefined) {
    return unreadable(
      "Nothing signs the body: it is no form that Twilio would send, and the address has no bodySHA256.",
    );
  }
  const texts: Text[] = basesOf(request).map((base) => [`${base}${target}${form}`]);
  return {
    algorithm: "sha1",
    signatures: [signature],
    texts: () => texts,
    ...(bodyDigest && { bodyDigest }),
    misfit: `The signature does not fit the address and the form: it was made with another auth token, the form was changed, or Twilio was given another address than ${request.baseUrl} and what follows.`,
  };
};

/** Name and value of each field, by name and then by value, each pair once; undefined if that is not signed. */
function signedForm({ rawHeaders, body }: SignedRequest): string | undefined {
  if (body.byteLength === 0) return "";
  const type = rawHeaders.find(([each]) => each.toLowerCase() === "content-type")?.[1] ?? "";
  if (!/^application\/x-www-form-urlencoded\b/i.test(type) || body.byteLength > formBytesMax)
    return undefined;
  const text = body.toString("utf8");
  if (text.split("&", fieldsMax + 1).length > fieldsMax) return undefined;
  const fields = new Map<string, Set<string>>();
  for (const [field, value] of new URLSearchParams(text)) {
    fields.set(field, (fields.get(field) ?? new Set()).add(value));
  }
  return [...fields.keys()]
    .sort()
    .flatMap((field) => [...(fields.get(field) ?? [])].sort().map((value) => field + value))
    .join("");
}

/** Even of an address in absolute form. */
const pathAndQuery = (rawUrl: string): string => rawUrl.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, "");

const host = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(:\d{1,5})?$/i;

/**
 * The beginnings of addresses that may have been signed. A tunnel or proxy gives an inbox another name than its own, which
 * it tells in these headers. They need no trust: whoever lacks the token cannot sign any address.
 */
function basesOf({ baseUrl, rawHeaders }: SignedRequest): string[] {
  const own = baseUrl.replace(/^https?:\/\//, "");
  const told = ["x-forwarded-host", "host"].flatMap((wanted) => {
    const value = rawHeaders.find(([each]) => each.toLowerCase() === wanted)?.[1];
    return value?.split(",", 1)[0]?.trim() ?? [];
  });
  const bases = [own, ...told].flatMap((each) => {
    const [, bare] = host.exec(each) ?? [];
    if (bare === undefined) return [];
    const of = (scheme: string, port: string) =>
      [each, bare, `${bare}${port}`].map((at) => `${scheme}://${at}`);
    return [...of("https", ":443"), ...of("http", ":80")];
  });
  return [...new Set(bases)];
}

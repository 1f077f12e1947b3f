import {
  bytesOfHeader,
  decoded,
  headerOf,
  noTime,
  type ReadClaim,
  secondsOf,
  shape,
  unreadable,
} from "./claim";

const algorithm = "sha256";

/** `t=<seconds>,v1=<hex>,v1=<hex>`; the signed text is `<seconds>.<body>`. */
export const readStripe: ReadClaim = (request) => {
  const name = "Stripe-Signature";
  const value = headerOf(request, name);
  if (typeof value !== "string") return value;
  const pairs = value.split(",").map((part) => part.trim());
  const valuesOf = (key: string) =>
    pairs.filter((pair) => pair.startsWith(`${key}=`)).map((pair) => pair.slice(key.length + 1));
  const [time, ...more] = valuesOf("t");
  if (time === undefined) return unreadable(`${name} has no time: t= is missing.`);
  const signedAt = more.length > 0 ? undefined : secondsOf(time);
  if (signedAt === undefined) return noTime(`The t= of ${name}`);
  const written = valuesOf("v1");
  if (written.length === 0) return unreadable(`${name} has no signature: v1= is missing.`);
  const signatures = written.flatMap((text) => decoded(text, "hex", algorithm) ?? []);
  if (signatures.length === 0) {
    return unreadable(`${name} cannot be read: v1= must have ${shape("hex", algorithm)}.`);
  }
  return { algorithm, signatures, signedAt, texts: (body) => [[`${time}.`, body]] };
};

/** `v0=<hex>`; the signed text is `v0:<seconds>:<body>`, with the seconds of another header. */
export const readSlack: ReadClaim = (request) => {
  const value = headerOf(request, "X-Slack-Signature");
  if (typeof value !== "string") return value;
  const time = headerOf(request, "X-Slack-Request-Timestamp");
  if (typeof time !== "string") return time;
  const signedAt = secondsOf(time);
  if (signedAt === undefined) return noTime("X-Slack-Request-Timestamp");
  const signature = value.startsWith("v0=") ? decoded(value.slice(3), "hex", algorithm) : undefined;
  if (!signature) {
    return unreadable(`X-Slack-Signature cannot be read: it must be v0= and ${shape("hex", algorithm)}.`);
  }
  return {
    ...{ algorithm, signatures: [signature], signedAt },
    texts: (body) => [[`v0:${time}:`, body]],
  };
};

/** `v1,<base64>`, several with spaces between them; the signed text is `<id>.<seconds>.<body>`. */
const readStandard =
  (prefix: "webhook" | "svix"): ReadClaim =>
  (request) => {
    const value = headerOf(request, `${prefix}-signature`);
    if (typeof value !== "string") return value;
    const id = headerOf(request, `${prefix}-id`);
    if (typeof id !== "string") return id;
    const time = headerOf(request, `${prefix}-timestamp`);
    if (typeof time !== "string") return time;
    const signedAt = secondsOf(time);
    if (signedAt === undefined) return noTime(`${prefix}-timestamp`);
    const written = value.split(" ").filter((each) => each.startsWith("v1,"));
    if (written.length === 0) {
      return unreadable(`${prefix}-signature has no signature of the kind v1, which has a secret.`);
    }
    const signatures = written.flatMap((text) => decoded(text.slice(3), "base64", algorithm) ?? []);
    if (signatures.length === 0) {
      return unreadable(
        `${prefix}-signature cannot be read: after v1, it must have ${shape("base64", algorithm)}.`,
      );
    }
    const start = bytesOfHeader(`${id}.${time}.`);
    return { algorithm, signatures, signedAt, texts: (body) => [[start, body]] };
  };

export const readStandardWebhooks = readStandard("webhook");
export const readSvix = readStandard("svix");

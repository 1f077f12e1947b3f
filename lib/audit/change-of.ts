type Value = Record<string, unknown>;

/** What an entry keeps of a change: only fields that differ, or everything of what was created or deleted. */
export type Change = { before: Value | null; after: Value | null };

/** Follow from every change, so they say nothing of one. */
const consequences: ReadonlySet<string> = new Set(["updatedAt"]);

/** States of emails, which say nothing of the object. */
const unrelated: ReadonlySet<string> = new Set(["mailed", "emailStatus"]);

/** Fields of answers that show a secret once. */
const secrets: ReadonlySet<string> = new Set(["key", "token", "url", "recoveryCodes"]);

/** A value whose JSON is longer than this many characters is left out. */
export const valueCharsMax = 32 * 1024;

/**
 * The change from `before` to `after`, both as the API shows them; undefined if they do not differ.
 * @param hidesSecrets leaves out the fields that show a secret once
 */
export function changeOf(
  before: object | undefined,
  after: object | undefined,
  hidesSecrets = false,
): Change | undefined {
  const [old, now] = [before, after].map((each) => each && fieldsOf(each, hidesSecrets));
  if (!old || !now) return { before: old ? bounded(old) : null, after: now ? bounded(now) : null };
  const names = Object.keys({ ...old, ...now });
  const changed = names.filter((name) => !consequences.has(name) && text(old[name]) !== text(now[name]));
  if (changed.length === 0) return undefined;
  return { before: bounded(picked(old, changed)), after: bounded(picked(now, changed)) };
}

/** How much of a team's share an entry takes, in bytes. */
export const bytesOf = ({ before, after }: Change) => frameBytes + sizeOf(before) + sizeOf(after);

/** What an entry takes besides its values: columns and indexes. */
const frameBytes = 1000;
const sizeOf = (value: Value | null) => (value ? Buffer.byteLength(text(value)) : 0);

const text = (value: unknown): string => JSON.stringify(value) ?? "";

const fieldsOf = (value: object, hidesSecrets: boolean): Value =>
  Object.fromEntries(
    Object.entries(value).filter(([name]) => !unrelated.has(name) && !(hidesSecrets && secrets.has(name))),
  );

const picked = (value: Value, names: readonly string[]): Value =>
  Object.fromEntries(names.filter((name) => name in value).map((name) => [name, value[name]]));

/** A text of the same length says as much about a long value as an entry can hold. */
const bounded = (value: Value): Value =>
  Object.fromEntries(Object.entries(value).map(([name, field]) => [name, short(field)]));

function short(field: unknown): unknown {
  const { length } = typeof field === "string" ? field : text(field);
  return length > valueCharsMax ? { omitted: `${length} characters` } : field;
}

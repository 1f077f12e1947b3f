import { jsonProblem } from "@/lib/operations/json-size";

/** Names of fields whose values are secrets, in lower case and without what stands between words. */
const secretNames: ReadonlySet<string> = new Set([
  ...["password", "passwd", "secret", "clientsecret", "token", "accesstoken", "refreshtoken", "idtoken"],
  ...["authtoken", "sessiontoken", "apikey", "privatekey", "authorization"],
]);
/** Finds them, and more, in a text, so that most of them need not be read. */
const mentions = /passw(?:or)?d|secret|token|api[-_ ]?key|private[-_ ]?key|authorization/i;

const string = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"';
/** A name with its plain value; other texts are passed over, so that nothing in them is taken for one. */
const fields = new RegExp(`(${string})(\\s*:\\s*)(${string}|-?\\d[\\d.eE+-]*)|${string}`, "g");

/**
 * A JSON body with `"***"` in place of what are secrets by their names, and everything else as it was written. A text
 * that mentions none is returned as it is, whatever it is.
 * @returns undefined if it may have secrets and can't be read
 */
export function secretsLeftOut(text: string): string | undefined {
  if (!mentions.test(text)) return text;
  if (jsonProblem(Buffer.from(text)) !== undefined || !isJson(text)) return undefined;
  return text.replace(fields, (whole, name?: string, between?: string) =>
    name !== undefined && isSecret(name) ? `${name}${between}"***"` : whole,
  );
}

const isSecret = (name: string): boolean =>
  secretNames.has(String(JSON.parse(name)).toLowerCase().replace(/[-_ ]/g, ""));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

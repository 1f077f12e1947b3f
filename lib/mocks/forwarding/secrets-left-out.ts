import type { Steps } from "@/lib/platform/process/turns";
import { JsonTokens } from "./json-tokens";

/** Names of fields whose values are secrets, in lower case and without what stands between words. */
const secretNames: ReadonlySet<string> = new Set([
  ...["password", "passwd", "secret", "clientsecret", "token", "accesstoken", "refreshtoken", "idtoken"],
  ...["authtoken", "sessiontoken", "apikey", "privatekey", "authorization"],
]);
/** Finds them, and more, in a text, so that most of them need not be read. */
const mentions = /passw(?:or)?d|secret|token|api[-_ ]?key|private[-_ ]?key|authorization/i;

/**
 * A JSON body with `"***"` in place of what are secrets by their names, and everything else as it was written. A text
 * that mentions none is returned as it is, whatever it is. In steps, because strangers choose what is in it.
 * @returns undefined if it may have secrets and can't be read
 */
export function* secretsLeftOut(text: string): Steps<string | undefined> {
  if (!mentions.test(text)) return text;
  yield;
  const tokens = new JsonTokens(text);
  const parts: string[] = [];
  let copied = 0;
  let isSecret = false;
  for (;;) {
    const token = yield* tokens.next();
    if (token === "wrong") return undefined;
    if (token === "end") return parts.join("") + text.slice(copied);
    if (isSecret && (token === "string" || token === "number")) {
      parts.push(text.slice(copied, tokens.from), '"***"');
      copied = tokens.at;
    }
    if (token !== "colon") isSecret = token === "name" && (yield* isSecretName(tokens));
  }
}

function* isSecretName(tokens: JsonTokens): Steps<boolean> {
  const name = yield* tokens.plainName();
  return name !== undefined && secretNames.has(name);
}

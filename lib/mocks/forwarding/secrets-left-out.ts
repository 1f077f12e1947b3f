import type { Steps } from "@/lib/platform/process/turns";
import { isSecretName, mayHaveSecrets, nameCharsMax } from "@/lib/platform/secrets/secret-names";
import { JsonTokens } from "./json-tokens";

const hidden = '"***"';
/** JSON in a string of JSON in a string of JSON is not looked for any deeper. */
const nestingMax = 3;
/** A list of objects has the same few names over and over. */
const knownNamesMax = 1000;
/** What looking at a name costs for each of its characters, in characters that are read. */
const nameChars = 8;

/**
 * A JSON body with `"***"` in place of the texts and numbers that are secrets by their names or stand within such, and
 * everything else as it was written. What is no JSON and mentions no secret is returned as it is. In steps, because
 * strangers choose what is in it.
 * @returns undefined if it may have secrets and can't be read
 */
export function* secretsLeftOut(text: string, nesting = 0): Steps<string | undefined> {
  const doesMention = mayHaveSecrets(text);
  if (!doesMention && !isLikeJson(text)) return text;
  yield;
  const read = yield* jsonWithoutSecrets(text, nesting);
  return read ?? (doesMention ? undefined : text);
}

const isLikeJson = (text: string) => /^[ \t\r\n]*[[{"]/.test(text);

/** @returns undefined if it is no JSON, or too much */
function* jsonWithoutSecrets(text: string, nesting: number): Steps<string | undefined> {
  const tokens = new JsonTokens(text);
  const names = new Map<string, boolean>();
  const parts: string[] = [];
  let copied = 0;
  let isSecret = false;
  /** How deep is what belongs to a secret name. */
  let secretDepth = Number.POSITIVE_INFINITY;
  for (;;) {
    const { depth } = tokens;
    const token = yield* tokens.next();
    if (token === "wrong") return undefined;
    if (token === "end") return parts.join("") + text.slice(copied);
    if (isSecret && tokens.depth > depth) secretDepth = Math.min(secretDepth, tokens.depth);
    if (tokens.depth < secretDepth) secretDepth = Number.POSITIVE_INFINITY;
    const isHidden = isSecret || tokens.depth >= secretDepth;
    let instead: string | undefined;
    if (isHidden && (token === "string" || token === "number")) instead = hidden;
    else if (token === "string") instead = yield* stringInstead(tokens.written, nesting);
    if (instead !== undefined) {
      parts.push(text.slice(copied, tokens.from), instead);
      copied = tokens.at;
    }
    if (token !== "colon") isSecret = token === "name" && (yield* isSecretHere(tokens, names));
  }
}

function* isSecretHere(tokens: JsonTokens, names: Map<string, boolean>): Steps<boolean> {
  const { written } = tokens;
  // Six characters write one at most.
  if (written.length > 6 * nameCharsMax) return true;
  const known = names.get(written);
  if (known !== undefined) return known;
  yield* tokens.spend(nameChars * written.length);
  const isSecret = isSecretName(textOf(written));
  if (names.size < knownNamesMax) names.set(written, isSecret);
  return isSecret;
}

/** What a string becomes that is JSON itself, as it is written. @returns undefined if it stays as it is */
function* stringInstead(written: string, nesting: number): Steps<string | undefined> {
  if (!/^(?:[ \t]|\\[rnt])*[[{].*:/s.test(written)) return undefined;
  const text = textOf(written);
  if (nesting === nestingMax) return mayHaveSecrets(text) ? hidden : undefined;
  const left = yield* secretsLeftOut(text, nesting + 1);
  return left === undefined || left === text ? undefined : JSON.stringify(left);
}

const textOf = (written: string): string =>
  written.includes("\\") ? String(JSON.parse(`"${written}"`)) : written;

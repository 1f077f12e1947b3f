import {
  fakes,
  filters,
  keywords,
  ofCapture,
  ofInboxes,
  ofLoop,
  ofRequest,
  requestHeaders,
  tags,
  variables,
  type Word,
} from "@/lib/mocks/templates/template-words";

/** What may stand at a place, and the part of it that is there already. */
export type Offers = { word: string; words: readonly Word[]; isProperty?: boolean; isText?: boolean };

/** What a template knows besides the words of all templates. */
export type Known = { params: readonly string[]; text: string; isOfInbox?: boolean };

/** What may be typed next. @param before the text in front of the cursor @returns undefined outside of markup */
export function offersAt(before: string, known: Known): Offers | undefined {
  const [, kind, markup] = /(\{\{|\{%)-?((?:(?!\}\}|%\}|\{\{|\{%)[\s\S])*)$/.exec(before) ?? [];
  if (markup === undefined) return undefined;
  const [, textBefore = "", text] = /^((?:[^'"]|'[^']*'|"[^"]*")*)['"]([^'"]*)$/.exec(markup) ?? [];
  if (text !== undefined) return inText(textBefore, text);
  const [tag, tagWord = ""] = kind === "{%" ? (/^\s*(\w*)$/.exec(markup) ?? []) : [];
  if (tag !== undefined) return { word: tagWord, words: tags };
  const [filter, filterWord = ""] = /\|\s*(\w*)$/.exec(markup) ?? [];
  if (filter !== undefined) return { word: filterWord, words: filters };
  const [, path, property = ""] = /([\w.]+)\.(\w*)$/.exec(markup) ?? [];
  if (path !== undefined) return { word: property, words: propertiesOf(path, known), isProperty: true };
  const [, name = ""] = /(?:^|[\s(,:=<>!])([A-Za-z_]\w*)?$/.exec(markup) ?? [];
  return {
    word: name,
    words: [...variables, ...(known.isOfInbox ? ofInboxes : []), ...ownNames(known.text), ...keywords],
  };
}

function inText(before: string, word: string): Offers | undefined {
  if (/\brequest\.headers\[\s*$/.test(before)) return { word, words: requestHeaders, isText: true };
  // What is compared, looked for or formatted is anybody's own.
  return /^\s*$|\b(?:assign\s+\w+\s*=|echo)\s*$/.test(before)
    ? { word, words: fakes, isText: true }
    : undefined;
}

function propertiesOf(path: string, { params, isOfInbox }: Known): readonly Word[] {
  if (isOfInbox && path === "capture") return ofCapture;
  if (path === "request") return ofRequest;
  if (path === "request.params") return params.map((label) => ({ label }));
  if (path === "request.headers") return requestHeaders;
  return path === "forloop" || path === "repeat" ? ofLoop : [];
}

/** What the template itself has named. */
function ownNames(text: string): Word[] {
  const found = text.matchAll(
    /\{%-?\s*(?:assign|capture|for|tablerow|increment|decrement)\s+([A-Za-z_]\w*)/g,
  );
  const names = new Set([...found].map(([, name = ""]) => name));
  return [...names, ...(/\{%-?\s*(?:for|repeat)\b/.test(text) ? ["forloop"] : [])].map((label) => ({
    label,
  }));
}

/** The names of an endpoint's placeholders, and of a regular expression's groups. */
export function paramNames(endpoint: string): string[] {
  const pattern = endpoint.startsWith("~^")
    ? /\(\?P?<([A-Za-z_]\w*)>/g
    : /:([A-Za-z_](?:[\w-]*\w)?)|\{([A-Za-z_](?:[\w-]*\w)?)[?*+]?\}/g;
  return [...endpoint.matchAll(pattern)].map(([, name, curly]) => name ?? curly ?? "");
}

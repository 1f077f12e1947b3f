import { TemplateMistake } from "./handlebars-kinds";

/** A piece of a template: a text, or what stands between `{{` and `}}`. */
export type Token =
  | { kind: "text"; text: string }
  | { kind: "comment" }
  /** `begin` and `end` are where its expression is in the template. */
  | { kind: "tag"; sigil: "" | "#" | "^" | "/" | "else"; begin: number; end: number };

/** Strings may hold what ends a tag. */
const inTag = /[^"'}~[]+|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\[[^\]]*\]|\}(?!\})|~(?!\})/y;
const opening = /\{\{\{?(~?)\s*(?:(#[>*]?|[/^&>*])\s*)?/y;
const commentOpening = /\{\{~?!(--)?/y;
const elseWord = /else(?=[\s}~])/y;

/** Reads a template once from front to back. @throws {TemplateMistake} */
export function tokensOf(template: string): Token[] {
  const tokens: Token[] = [];
  /** Whether the white space that follows is to go. */
  let isTrimmed = false;
  let at = 0;
  const addText = (text: string) => {
    const kept = isTrimmed ? text.trimStart() : text;
    if (text !== "") isTrimmed = false;
    if (kept !== "") tokens.push({ kind: "text", text: kept });
  };
  while (at < template.length) {
    const open = template.indexOf("{{", at);
    if (open === -1) {
      addText(template.slice(at));
      break;
    }
    const backslashes = template[open - 1] !== "\\" || open === at ? 0 : template[open - 2] === "\\" ? 2 : 1;
    addText(template.slice(at, backslashes === 0 ? open : open - 1));
    if (backslashes === 1) {
      addText("{{");
      at = open + 2;
      continue;
    }
    const { token, next, trimsBefore, trimsAfter } = tagAt(template, open);
    if (trimsBefore) trimLast(tokens);
    tokens.push(token);
    isTrimmed = trimsAfter;
    at = next;
  }
  return withoutLonelyLines(tokens);
}

type Found = { token: Token; next: number; trimsBefore: boolean; trimsAfter: boolean };

function tagAt(template: string, open: number): Found {
  if (template.startsWith("{{{{", open)) return rawBlock(template, open);
  commentOpening.lastIndex = open;
  const [begun, dashes] = commentOpening.exec(template) ?? [];
  if (begun)
    return comment(template, open + begun.length, {
      hasDashes: dashes === "--",
      trimsBefore: begun.includes("~"),
    });
  opening.lastIndex = open;
  const [whole = "", tilde, mark = ""] = opening.exec(template) ?? [];
  if (/[>*]/.test(mark)) throw new TemplateMistake("partials or decorators", true);
  const begin = open + whole.length;
  const end = endOfTag(template, begin);
  const trimsAfter = template[end] === "~";
  const isTriple = whole.startsWith("{{{");
  const next = end + (trimsAfter ? 1 : 0) + (isTriple ? 3 : 2);
  if (isTriple && template[next - 1] !== "}") throw new TemplateMistake("`{{{` is not closed by `}}}`");
  return { token: tagToken(template, mark, begin, end), next, trimsBefore: tilde === "~", trimsAfter };
}

function tagToken(template: string, mark: string, begin: number, end: number): Token {
  elseWord.lastIndex = begin;
  if (mark === "" && elseWord.test(template)) return { kind: "tag", sigil: "else", begin: begin + 4, end };
  if (mark === "^" && template.slice(begin, end).trim() === "")
    return { kind: "tag", sigil: "else", begin: end, end };
  return { kind: "tag", sigil: mark === "&" ? "" : (mark as "#"), begin, end };
}

function comment(
  template: string,
  begin: number,
  { hasDashes, trimsBefore }: { hasDashes: boolean; trimsBefore: boolean },
): Found {
  const closing = hasDashes ? /--(~?)\}\}/g : /(~?)\}\}/g;
  closing.lastIndex = begin;
  const found = closing.exec(template);
  if (!found) throw new TemplateMistake("a comment is not closed");
  return { token: { kind: "comment" }, next: closing.lastIndex, trimsBefore, trimsAfter: found[1] === "~" };
}

function endOfTag(template: string, begin: number): number {
  let at = begin;
  while (at < template.length) {
    if (template.startsWith("}}", at) || template.startsWith("~}", at)) return at;
    inTag.lastIndex = at;
    const found = inTag.exec(template);
    if (!found) break;
    at = inTag.lastIndex;
  }
  throw new TemplateMistake("`{{` is not closed");
}

/** `{{{{raw}}}} … {{{{/raw}}}}`: what is in it stays as it is. */
function rawBlock(template: string, open: number): Found {
  const end = template.indexOf("}}}}", open);
  const name = template.slice(open + 4, Math.min(end, open + 100)).trim();
  const closing = `{{{{/${name}}}}}`;
  const close = end === -1 ? -1 : template.indexOf(closing, end);
  if (close === -1) throw new TemplateMistake("`{{{{` is not closed");
  const text = template.slice(end + 4, close);
  const next = close + closing.length;
  return { token: { kind: "text", text }, next, trimsBefore: false, trimsAfter: false };
}

function trimLast(tokens: Token[]): void {
  const last = tokens.at(-1);
  if (last?.kind === "text") last.text = last.text.trimEnd();
}

/** A line that has nothing but a tag of a block is no line of what comes out. */
function withoutLonelyLines(tokens: readonly Token[]): Token[] {
  const cuts = tokens.map((): { front: number; back: number } => ({ front: 0, back: 0 }));
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "text" || (token.kind === "tag" && token.sigil === "")) continue;
    const before = blankEnd(tokens[index - 1], index < 2);
    const after = blankStart(tokens[index + 1], index + 2 >= tokens.length);
    if (before === undefined || after === undefined) continue;
    const [former, next] = [cuts[index - 1], cuts[index + 1]];
    if (former) former.back = before;
    if (next) next.front = after;
  }
  return tokens.map((token, index) => {
    const { front = 0, back = 0 } = cuts[index] ?? {};
    if (token.kind !== "text" || front + back === 0) return token;
    return { kind: "text", text: token.text.slice(front, Math.max(front, token.text.length - back)) };
  });
}

/** How many blanks there are behind the last line break; undefined if there is something else. */
function blankEnd(token: Token | undefined, isFirst: boolean): number | undefined {
  if (!token) return 0;
  if (token.kind !== "text") return undefined;
  let at = token.text.length;
  while (at > 0 && isBlank(token.text[at - 1])) at -= 1;
  return token.text[at - 1] === "\n" || (at === 0 && isFirst) ? token.text.length - at : undefined;
}

/** How many characters there are up to the next line, the line break included. */
function blankStart(token: Token | undefined, isLast: boolean): number | undefined {
  if (!token) return 0;
  if (token.kind !== "text") return undefined;
  let at = 0;
  while (isBlank(token.text[at])) at += 1;
  if (token.text.startsWith("\r\n", at)) return at + 2;
  return token.text[at] === "\n" ? at + 1 : at === token.text.length && isLast ? at : undefined;
}

const isBlank = (character: string | undefined) => character === " " || character === "\t";

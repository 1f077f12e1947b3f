import { Composer, type CST, Lexer, LineCounter, Parser } from "yaml";
import { importLimits } from "./read-document-values";

type Parsed = { document: unknown } | { problem: string };

const limits = {
  /** Pieces that the lexer finds. The parser keeps some 250 bytes of each. */
  pieces: 1_000_000,
  /** Each alias is looked for among all anchors and aliases. */
  aliases: 5000,
  /** Characters that the values would have if every alias were written out. */
  chars: 4 * importLimits.bytes,
  /** Fields that are copied by `<<`. */
  merged: 100_000,
};

class Refused extends Error {}

class Mistake extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * YAML 1.2 with merge keys. Pieces, aliases and depth are counted while the text is read, before anything is built of
 * them, and what aliases would grow to before anybody walks through it.
 */
export function parseYaml(text: string): Parsed {
  const lines = new LineCounter();
  try {
    const document = compose(text, lines);
    unfold(document);
    return { document };
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message };
    // The parser's own, for an alias.
    if (error instanceof ReferenceError) return { problem: "an alias has no anchor before it" };
    if (!(error instanceof Mistake)) throw error;
    const { line, col } = lines.linePos(error.offset);
    return { problem: `line ${line}, column ${col}: ${error.message.slice(0, 200)}` };
  }
}

function compose(text: string, lines: LineCounter): unknown {
  const composer = new Composer({
    // Both would compare every key of a map with all others.
    uniqueKeys: false,
    merge: false,
    keepSourceTokens: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const tokens = tokensOf(text, lines);
  const [first, second] = withoutStacks(() => [...composer.compose(tokens, false, text.length)]);
  const error = first?.errors[0];
  if (error) throw new Mistake(error.pos[0], error.message);
  if (second) throw new Refused("it has several documents; give one");
  return first?.toJS({ maxAliasCount: -1 });
}

/** The parser makes an error of each mistake, of which there can be hundreds of thousands; stacks are most of their weight. */
function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function tokensOf(text: string, lines: LineCounter) {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const tokens: CST.Token[] = [];
  let pieces = 0;
  let aliases = 0;
  for (const piece of new Lexer().lex(text)) {
    pieces += 1;
    if (pieces > limits.pieces) throw new Refused(`it has more than ${limits.pieces} words and signs`);
    if (/^[*&]/.test(piece)) aliases += 1;
    if (aliases > limits.aliases) throw new Refused(`it has more than ${limits.aliases} anchors and aliases`);
    for (const token of parser.next(piece)) {
      if (token.type === "error") throw new Mistake(token.offset, token.message);
      tokens.push(token);
    }
    // A level has up to two places there: a list of maps begins both in one line.
    if (parser.stack.length > 2 * importLimits.depth) throw tooDeep();
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

const tooDeep = () => new Refused(`it is nested deeper than ${importLimits.depth} levels`);

/** What a value would be with all aliases written out. */
type Extent = { chars: number; height: number };
type Frame = { value: object; children: unknown[]; at: number; chars: number; height: number };

/** Carries out merge keys, and refuses what would grow too much. Without recursion: aliases make any depth. */
function unfold(root: unknown): void {
  const known = new Map<object, Extent>();
  const open = new Set<object>();
  const stack: Frame[] = [];
  const budget = { merged: limits.merged };
  const enter = (value: object) => {
    if (open.has(value)) throw new Refused("an alias is inside of its own anchor");
    if (stack.length === importLimits.depth) throw tooDeep();
    open.add(value);
    const children = Array.isArray(value) ? value : Object.values(value);
    const keys = Array.isArray(value) ? 0 : Object.keys(value).reduce((sum, key) => sum + key.length, 0);
    stack.push({ value, children, at: 0, chars: keys + children.length, height: 1 });
  };
  if (typeof root === "object" && root !== null) enter(root);
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    if (frame.at === frame.children.length) {
      merge(frame.value, budget);
      known.set(frame.value, { chars: frame.chars, height: frame.height });
      open.delete(frame.value);
      stack.pop();
      continue;
    }
    const child = frame.children[frame.at];
    if (typeof child === "object" && child !== null && !known.has(child)) {
      enter(child);
      continue;
    }
    frame.at += 1;
    addTo(frame, child, known);
    if (frame.height + stack.length - 1 > importLimits.depth) throw tooDeep();
  }
}

function addTo(frame: Frame, child: unknown, known: ReadonlyMap<object, Extent>): void {
  if (typeof child === "string") frame.chars += child.length;
  const extent = typeof child === "object" && child !== null ? known.get(child) : undefined;
  frame.chars += extent?.chars ?? 0;
  frame.height = Math.max(frame.height, 1 + (extent?.height ?? 0));
  if (frame.chars > limits.chars) throw new Refused("its aliases repeat too much");
}

/** `<<: *base` takes over the fields of others; those of its own, and of earlier ones, go first. */
function merge(value: object, budget: { merged: number }): void {
  if (Array.isArray(value) || !Object.hasOwn(value, "<<")) return;
  const fields = value as Record<string, unknown>;
  const from = fields["<<"];
  delete fields["<<"];
  for (const source of Array.isArray(from) ? from : [from]) {
    if (typeof source !== "object" || source === null) continue;
    for (const [key, each] of Object.entries(source)) {
      budget.merged -= 1;
      if (budget.merged < 0) throw new Refused(`its merge keys copy more than ${limits.merged} fields`);
      if (Object.hasOwn(fields, key)) continue;
      Object.defineProperty(fields, key, {
        value: each,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  }
}

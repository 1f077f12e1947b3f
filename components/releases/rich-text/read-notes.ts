import MarkdownIt, { type Token } from "markdown-it";
import { MarkdownParser } from "prosemirror-markdown";
import type { Node } from "prosemirror-model";
import { lineEndOf, linesOf, withoutEnd } from "@/components/releases/rich-text/lines";
import { schema, type Written } from "@/components/releases/rich-text/schema";
import { harmlessLink } from "@/lib/releases/harmless-link";
import { readAttachedImages } from "@/lib/releases/images/markdown-images";
import { readLabels } from "@/lib/releases/labels/markdown-labels";
import { nestingMax } from "@/lib/releases/markdown-html";

/** What is known of a text beside the document that it became. */
export type Source = {
  /** What is in front of the first block, and after the last. */
  head: string;
  ending: string;
  lineEnd: "\n" | "\r\n";
  /** Labels of reference links, by address and title. */
  references: ReadonlyMap<string, string>;
  /** The blocks and items as they were read, by how they were written. */
  kept: Map<string, Kept>;
  /** The same blocks: most are never touched, and are known without looking them up. */
  same: WeakSet<Node>;
  /** What stands between blocks and is no empty line: definitions of links. */
  definitions: readonly string[];
};
/** A block, and what stood behind it; equal blocks may have stood in several places. */
export type Kept = { node: Node; next: Set<string> };

/** The key of a block that was read. An item alone in its list is written as the list is. */
export function keyOf({ type, attrs }: Node): string {
  const { body, tail } = attrs.written as Written;
  return `${type.name}\u0000${body}\u0000${tail}`;
}
export const referenceKey = (href: string, title: string | null): string => `${href}\u0000${title ?? ""}`;

type References = Record<string, { href: string; title: string }>;
type Block = { tokens: Token[]; from: number; to: number };

/** HTML is read as such here, so that it can be kept as it is written. */
const markdown = new MarkdownIt({ html: true, linkify: false, maxNesting: nestingMax });
markdown.validateLink = (url) => harmlessLink.test(url);
readAttachedImages(markdown);
readLabels(markdown);

/** Reads notes into a document whose blocks know how they were written. */
export function readNotes(text: string): { doc: Node; source: Source } {
  const env: { references?: References } = {};
  const front = /^---[ \t]*\r?\n(?:.*\r?\n)*?---[ \t]*(?:\r?\n|$)/.exec(text)?.[0] ?? "";
  const skipped = linesOf(front).length;
  const lines = linesOf(text);
  // Empty lines in its place keep the numbers of the others.
  const blocks = blocksOf(markdown.parse("\n".repeat(skipped) + text.slice(front.length), env));
  if (front) blocks.unshift({ tokens: [], from: 0, to: skipped });
  const source: Source = {
    head: lines.slice(0, blocks[0]?.from ?? lines.length).join(""),
    ending: "",
    lineEnd: lineEndOf(text),
    references: labelsOf(lines, env.references ?? {}),
    kept: new Map(),
    same: new WeakSet(),
    definitions: [],
  };
  const nodes = blocks.map((block, place) => {
    const end = blocks[place + 1]?.from ?? lines.length;
    return nodeOf(block, writtenIn(lines, block, end), lines);
  });
  if (nodes.length === 0) {
    const empty = schema.node("doc", null, [schema.node("paragraph")]);
    return { doc: empty, source: { ...source, ending: text === "" ? source.lineEnd : "" } };
  }
  keep(source, nodes);
  const tails = nodes.map((node) => (node.attrs.written as Written).tail);
  source.ending = tails.at(-1) ?? "";
  source.definitions = tails.slice(0, -1).filter((tail) => tail.trim() !== "");
  return { doc: schema.node("doc", null, nodes), source };
}

/** Reads a text without regard to how it was written, for what is pasted. */
export function readPasted(text: string): Node {
  const nodes = blocksOf(markdown.parse(text, {})).flatMap(({ tokens }) => shown(tokens) ?? []);
  return schema.node("doc", null, nodes.length > 0 ? nodes : [schema.node("paragraph")]);
}

function keep(source: Source, nodes: readonly Node[]): void {
  const { kept, same } = source;
  nodes.forEach((node, place) => {
    same.add(node);
    const known = kept.get(keyOf(node)) ?? { node, next: new Set() };
    kept.set(keyOf(node), known);
    const next = nodes[place + 1]?.attrs.written?.body;
    if (next !== undefined) known.next.add(next);
    if (isList(node))
      keep(
        source,
        node.children.filter(({ attrs }) => attrs.written),
      );
  });
}

export const isList = ({ type }: Node): boolean =>
  type === schema.nodes.bullet_list || type === schema.nodes.ordered_list;

/** The top-level blocks with the lines that they take. */
function blocksOf(tokens: Token[]): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  tokens.forEach((token, place) => {
    if (token.level > 0 || token.nesting > 0 || token.type === "inline") return;
    const own = tokens.slice(from, place + 1);
    const [begin = 0, end = 0] = own[0]?.map ?? [];
    blocks.push({ tokens: own, from: begin, to: end });
    from = place + 1;
  });
  return blocks;
}

function writtenIn(lines: readonly string[], { from, to }: Omit<Block, "tokens">, next: number): Written {
  const { body, end } = withoutEnd(lines.slice(from, to));
  return { body, tail: end + lines.slice(to, next).join("") };
}

function nodeOf({ tokens, from, to }: Block, written: Written, lines: readonly string[]): Node {
  const node = definesWithin(tokens, written.body) ? undefined : shown(tokens);
  if (!node) return schema.node("source_block", { text: written.body, kind: kindOf(tokens), written });
  const attrs = { ...node.attrs, written };
  if (!isList(node)) return node.type.create(attrs, node.content, node.marks);
  const starts = tokens
    .filter(({ type, level }) => type === "list_item_open" && level === 1)
    .map(({ map }) => map?.[0] ?? from);
  const items = node.children.map((item, place) => {
    const end = starts[place + 1] ?? to;
    const own = writtenIn(lines, { from: starts[place] ?? from, to: end }, end);
    return item.type.create({ written: own }, item.content);
  });
  return node.type.create(attrs, items);
}

/** Links defined within a list or quote would be lost when it is written anew. */
const definesWithin = ([first]: readonly Token[], body: string): boolean =>
  first?.nesting === 1 && first.type !== "paragraph_open" && /^[ \t>*+\d.)-]*\[[^\]\n]+\]:/m.test(body);

function kindOf([first]: readonly Token[]): string {
  if (!first) return "Front matter";
  if (first.type === "table_open") return "Table";
  return "HTML";
}

const inText = new Set(
  "text softbreak hardbreak code_inline em_open em_close strong_open strong_close s_open s_close link_open link_close image label".split(
    " ",
  ),
);
const asBlocks = new Set(
  "paragraph_open paragraph_close heading_open heading_close bullet_list_open bullet_list_close ordered_list_open ordered_list_close list_item_open list_item_close blockquote_open blockquote_close fence code_block hr inline".split(
    " ",
  ),
);

/** The node of a block; undefined where the editor could not show all of it. */
function shown(tokens: Token[]): Node | undefined {
  const isShown = tokens.every(
    ({ type, children }) => asBlocks.has(type) && (children ?? []).every((child) => inText.has(child.type)),
  );
  if (!isShown || tokens.length === 0) return undefined;
  return parser.parse("", { tokens }).firstChild ?? undefined;
}

const isTight = (tokens: readonly Token[], place: number): boolean => {
  const open = tokens[place];
  for (let at = place + 1; at < tokens.length; at += 1) {
    const { type, level, hidden } = tokens[at] as Token;
    if (type === "paragraph_open" && open && level === open.level + 2) return hidden;
    if (open && level === open.level) return true;
  }
  return true;
};

const parser = new MarkdownParser(
  schema,
  { parse: (_: string, { tokens }: { tokens: Token[] }) => tokens } as never,
  {
    blockquote: { block: "blockquote" },
    paragraph: { block: "paragraph" },
    list_item: { block: "list_item" },
    bullet_list: {
      block: "bullet_list",
      getAttrs: (token, tokens, place) => ({
        marker: token.markup || "-",
        tight: isTight(tokens as never, place),
      }),
    },
    ordered_list: {
      block: "ordered_list",
      getAttrs: (token, tokens, place) => ({
        order: Number(token.attrGet("start") ?? 1),
        delimiter: token.markup || ".",
        tight: isTight(tokens as never, place),
      }),
    },
    heading: { block: "heading", getAttrs: ({ tag }) => ({ level: Number(tag.slice(1)) }) },
    code_block: { block: "code_block", noCloseToken: true },
    fence: { block: "code_block", getAttrs: ({ info }) => ({ params: info || "" }), noCloseToken: true },
    hr: { node: "horizontal_rule" },
    image: {
      node: "image",
      getAttrs: (token) => ({
        ...{ src: token.attrGet("src"), title: token.attrGet("title") || null },
        alt: textOf((token.children ?? []) as never),
      }),
    },
    label: { node: "label", getAttrs: ({ meta }) => ({ label: meta.label }) },
    hardbreak: { node: "hard_break" },
    em: { mark: "em" },
    strong: { mark: "strong" },
    s: { mark: "strike" },
    link: {
      mark: "link",
      getAttrs: (token) => ({ href: token.attrGet("href"), title: token.attrGet("title") || null }),
    },
    code_inline: { mark: "code", noCloseToken: true },
  },
);

/** What a picture's description says, without its marks. */
const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ children, content }) => (children ? textOf(children) : content)).join("");

/** How the labels of references were written. Of two for one address, the first is taken. */
function labelsOf(lines: readonly string[], references: References): Map<string, string> {
  const labels = new Map<string, string>();
  for (const line of lines) {
    const label = /^ {0,3}\[((?:[^[\]\\]|\\.)+)\]:/.exec(line)?.[1];
    const found = label === undefined ? undefined : references[markdown.utils.normalizeReference(label)];
    if (label === undefined || !found) continue;
    const key = referenceKey(found.href, found.title || null);
    if (!labels.has(key)) labels.set(key, label);
  }
  return labels;
}

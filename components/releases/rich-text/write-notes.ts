import { MarkdownSerializer, type MarkdownSerializerState } from "prosemirror-markdown";
import type { Mark, Node } from "prosemirror-model";
import { isList, keyOf, referenceKey, type Source } from "@/components/releases/rich-text/read-notes";
import { schema, type Written } from "@/components/releases/rich-text/schema";
import { type Label, labelMarker } from "@/lib/releases/labels/labels";

/** A block's text, and what stood after it where that is known. `kept`: it is as it was written. */
type Part = { text: string; tail: string | undefined; kept: string | undefined };

/**
 * Writes a document as Markdown. Blocks that nobody has changed, and items of top-level lists, stay byte for byte as
 * they were written; only the others are written anew.
 */
export function writeNotes(doc: Node, source: Source): string {
  const writer = serializers.get(source) ?? serializerFor(source);
  const parts: Part[] = [];
  doc.forEach((node) => {
    const part = partOf(node, source, writer);
    if (part.text.trim() !== "" || part.kept !== undefined) parts.push(part);
  });
  const open = [...source.definitions];
  const out: string[] = [source.head];
  parts.forEach((part, place) => {
    const next = parts[place + 1];
    out.push(part.text, next ? between(part, next, source, open) : "");
  });
  return out.join("") + endOf(parts.length > 0, source, open);
}

function partOf(node: Node, source: Source, writer: MarkdownSerializer): Part {
  const { written } = node.attrs as { written: Written | null };
  const { lineEnd } = source;
  if (written && isAsWritten(node, source)) {
    return { text: written.body, tail: written.tail, kept: keyOf(node) };
  }
  const text = isList(node)
    ? listText(node, source, writer)
    : withEnds(writer.serialize(only(node)), lineEnd);
  return { text, tail: written?.tail, kept: undefined };
}

const only = (node: Node) => schema.node("doc", null, [node]);
const withEnds = (text: string, lineEnd: string) =>
  unescapedTasks(text.replace(/\n+$/, "")).replace(/\r?\n/g, lineEnd);

/** `[ ]` at the beginning of an item is a box to tick elsewhere. */
const unescapedTasks = (text: string) =>
  text.replace(/^([ >]*(?:[-*+]|\d+[.)]) +)\\\[([ xX])\\\](?= )/gm, "$1[$2]");

/** Whether a block is as it was read: undoing a change leads back to that, too. */
function isAsWritten(node: Node, { kept, same }: Source): boolean {
  if (same.has(node)) return true;
  const { written } = node.attrs as { written: Written | null };
  return written !== null && kept.get(keyOf(node))?.node.eq(node) === true;
}

/** A changed list: its unchanged items as they were written, with their own lines between them. */
function listText(list: Node, source: Source, writer: MarkdownSerializer): string {
  const { lineEnd } = source;
  const gap = list.attrs.tight ? lineEnd : lineEnd + lineEnd;
  const texts = list.children.map((item, place) => {
    const { written } = item.attrs as { written: Written | null };
    const isLast = place === list.childCount - 1;
    if (written && isAsWritten(item, source) && fits(written.body, list, place)) {
      const tail = written.tail === "" ? gap : written.tail;
      return written.body + (isLast ? "" : tail);
    }
    const attrs = {
      ...list.attrs,
      ...(list.attrs.order !== undefined && { order: list.attrs.order + place }),
    };
    const text = withEnds(writer.serialize(only(list.type.create(attrs, [item]))), lineEnd);
    return text + (isLast ? "" : written?.tail || gap);
  });
  return texts.join("");
}

/** Whether an item's marker makes it part of this list; the number of the first one counts. */
function fits(body: string, { attrs }: Node, place: number): boolean {
  const marker = /^ {0,3}(?:([-*+])|(\d+)([.)]))/.exec(body);
  if (!marker) return false;
  if (attrs.order === undefined) return marker[1] === attrs.marker;
  return marker[3] === attrs.delimiter && (place > 0 || Number(marker[2]) === attrs.order);
}

const hasEmptyLine = (tail: string): boolean => /(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)/.test(tail);

/** What stands between two parts: what stood there, or an empty line. Definitions are written once. */
function between(part: Part, next: Part, { kept, lineEnd }: Source, open: string[]): string {
  const { tail } = part;
  if (tail === undefined || (tail.trim() !== "" && !take(open, tail))) return lineEnd + lineEnd;
  const behind = part.kept === undefined ? undefined : kept.get(part.kept)?.next;
  const isUntouched = next.kept !== undefined && behind?.has(next.text) === true;
  if (isUntouched || hasEmptyLine(tail)) return tail;
  return tail.trim() === "" ? lineEnd + lineEnd : tail + lineEnd;
}

/** Whether definitions were not written yet. Those of the end are not among them: they stay there. */
function take(open: string[], tail: string): boolean {
  const place = open.indexOf(tail);
  if (place >= 0) open.splice(place, 1);
  return place >= 0;
}

/** The end of the text, with the definitions whose blocks are gone: others may need them. */
function endOf(hasParts: boolean, { ending, lineEnd }: Source, open: readonly string[]): string {
  if (!hasParts && ending.trim() === "" && open.length === 0) return "";
  const own = ending.trim() !== "" && !hasEmptyLine(ending) ? lineEnd + ending : ending;
  const orphans = open.map((tail) => tail.trim());
  if (orphans.length === 0) return own;
  return `${own.trimEnd()}${lineEnd}${lineEnd}${orphans.join(lineEnd)}${lineEnd}`;
}

const serializers = new WeakMap<Source, MarkdownSerializer>();

/** Characters that Markdown reads in ways of which the library knows nothing. */
const special = /<(?=[a-z/!?])|&(?=#?\w+;)|(?<=^\d{1,9})[.)](?=\s|$)|^\+(?=\s|$)|(?<=\s)#+(?=\s*$)/gi;

function serializerFor(source: Source): MarkdownSerializer {
  const made = new MarkdownSerializer(
    {
      paragraph(state, node) {
        state.renderInline(node);
        state.closeBlock(node);
      },
      heading(state, node) {
        state.write(`${"#".repeat(node.attrs.level)} `);
        state.renderInline(node, false);
        state.closeBlock(node);
      },
      blockquote: (state, node) => state.wrapBlock("> ", null, node, () => state.renderContent(node)),
      code_block(state, node) {
        const longest = Math.max(2, ...[...node.textContent.matchAll(/`+/g)].map(([ticks]) => ticks.length));
        const fence = "`".repeat(longest + 1);
        state.write(`${fence}${node.attrs.params}\n`);
        state.text(node.textContent, false);
        if (node.childCount > 0) state.write("\n");
        state.write(fence);
        state.closeBlock(node);
      },
      horizontal_rule(state, node) {
        state.write("---");
        state.closeBlock(node);
      },
      bullet_list: (state, node) => state.renderList(node, "  ", () => `${node.attrs.marker} `),
      ordered_list(state, node) {
        const { order, delimiter } = node.attrs;
        const width = String(order + node.childCount - 1).length + 2;
        state.renderList(node, " ".repeat(width), (place) => `${order + place}${delimiter} `.padEnd(width));
      },
      list_item: (state, node) => state.renderContent(node),
      source_block(state, node) {
        state.text(node.attrs.text, false);
        state.closeBlock(node);
      },
      image: (state, node) => state.write(imageText(state, node)),
      hard_break(state, _, parent, index) {
        const next = parent.maybeChild(index + 1);
        // What begins a line may not look like the beginning of a block.
        if (next) state.write(/^[-+#>=|]/.test(next.text ?? "") ? "\\\n\\" : "\\\n");
      },
      label: (state, node) => state.write(labelMarker(node.attrs.label as Label)),
      text: (state, node) => state.text(node.text ?? "", !inAutolink(state)),
    },
    {
      em: { open: "*", close: "*", mixable: true, expelEnclosingWhitespace: true },
      strong: { open: "**", close: "**", mixable: true, expelEnclosingWhitespace: true },
      strike: { open: "~~", close: "~~", mixable: true, expelEnclosingWhitespace: true },
      link: linkMarks(source),
      code: {
        open: (_, __, parent, index) => ticksFor(parent.child(index), "before"),
        close: (_, __, parent, index) => ticksFor(parent.child(index - 1), "after"),
        escape: false,
      },
    },
    { escapeExtraCharacters: special, hardBreakNodeName: "hard_break" },
  );
  serializers.set(source, made);
  return made;
}

function imageText(state: MarkdownSerializerState, { attrs }: Node): string {
  const title = attrs.title ? ` ${quoted(attrs.title)}` : "";
  return `![${state.esc(attrs.alt ?? "")}](${address(attrs.src)}${title})`;
}

const address = (href: string) =>
  href.replace(/[()"\s<>]/g, (found) => encodeURIComponent(found)).replace(/[()]/g, "\\$&");

const quoted = (title: string) => `"${title.replace(/[\\"]/g, "\\$&")}"`;

const inAutolink = (state: MarkdownSerializerState) =>
  (state as { inAutolink?: boolean }).inAutolink === true;

/** A link is written as a reference where the text defines its address, and else with its address. */
function linkMarks({ references }: Source) {
  return {
    open(state: MarkdownSerializerState, mark: Mark, parent: Node, index: number) {
      const isPlain = !mark.attrs.title && textWithin(parent, index, mark) === mark.attrs.href;
      const hasLabel = references.has(referenceKey(mark.attrs.href, mark.attrs.title));
      const plain = isPlain && !hasLabel && /^\w+:[^\s<>]+$/.test(mark.attrs.href);
      Object.assign(state, { inAutolink: plain });
      return plain ? "<" : "[";
    },
    close(state: MarkdownSerializerState, mark: Mark, parent: Node, index: number) {
      if (inAutolink(state)) {
        Object.assign(state, { inAutolink: undefined });
        return ">";
      }
      const { href, title } = mark.attrs;
      const label = references.get(referenceKey(href, title));
      if (label === undefined) return `](${address(href)}${title ? ` ${quoted(title)}` : ""})`;
      if (textWithin(parent, index - 1, mark) !== label) return `][${label}]`;
      return /^[([:]/.test(parent.maybeChild(index)?.text ?? "") ? "][]" : "]";
    },
    mixable: true,
  };
}

/** The text of a link, some part of which is at a place. */
function textWithin(parent: Node, index: number, mark: Mark): string {
  let [from, to] = [index, index];
  while (from > 0 && mark.isInSet(parent.child(from - 1).marks)) from -= 1;
  while (to + 1 < parent.childCount && mark.isInSet(parent.child(to + 1).marks)) to += 1;
  let text = "";
  for (let at = from; at <= to; at += 1) {
    const { text: own, marks } = parent.child(at);
    // Marked words are no plain text, so they never equal one.
    text += marks.length > 1 ? "\u0000" : (own ?? "\u0000");
  }
  return text;
}

function ticksFor({ text = "" }: Node, side: "before" | "after"): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  const pad = longest > 0 || /^ .* $/.test(text) ? " " : "";
  return side === "before" ? ticks + pad : pad + ticks;
}

import { baseKeymap } from "prosemirror-commands";
import { gapCursor } from "prosemirror-gapcursor";
import { history } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { type Mark, type Node, Slice } from "prosemirror-model";
import { EditorState, Selection, type Transaction } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { keys, typingRules } from "@/components/releases/rich-text/commands";
import { imageView } from "@/components/releases/rich-text/image-view";
import { slicePasted } from "@/components/releases/rich-text/paste";
import { readNotes, type Source } from "@/components/releases/rich-text/read-notes";
import { schema } from "@/components/releases/rich-text/schema";
import { sourceBlockView } from "@/components/releases/rich-text/source-block";
import { writeNotes } from "@/components/releases/rich-text/write-notes";

export type RichView = {
  view: EditorView;
  /** Shows a text that was written elsewhere. Only what differs is replaced, so that cursor and history stay. */
  show: (text: string, isUndoable: boolean) => void;
  /** Puts the cursor near a place of the text, and finds the place where it is. */
  goTo: (offset: number) => void;
  offset: () => number;
};

type Setup = {
  text: string;
  attributes: Record<string, string>;
  /** Called with the text after each change, and with the state after each transaction. */
  onChange: (text: string) => void;
  onState: (state: EditorState) => void;
  /** Called when somebody asks for a link by key. */
  onLink: (state: EditorState) => void;
  /** Takes files that are pasted or dropped. */
  onFiles: (files: File[]) => void;
  /** Where an attachment of the release can be seen. */
  addressOf: (attachmentId: string) => string;
};

export function createRichView(place: HTMLElement, setup: Setup): RichView {
  let { doc, source } = readNotes(setup.text);
  let text = setup.text;
  const view: EditorView = new EditorView(place, {
    state: EditorState.create({ doc, plugins: plugins(setup.onLink) }),
    attributes: (state) => ({ ...setup.attributes, class: isEmpty(state.doc) ? "notes is-empty" : "notes" }),
    nodeViews: {
      source_block: sourceBlockView,
      image: (node) => imageView(node, setup.addressOf),
    },
    clipboardTextParser: (pasted, context, isPlain) =>
      slicePasted(pasted, isPlain) ?? asTyped(pasted, context.marks()),
    clipboardTextSerializer: (slice) => textOf(slice, source),
    // Nothing of it would stay or run; the browser's console would name each of them.
    transformPastedHTML: (html) => html.replace(/\son\w+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, " "),
    handlePaste: (_, event) => taken(event.clipboardData, null),
    handleDrop: (_, event) => {
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
      return taken(event.dataTransfer, at?.pos ?? null);
    },
    dispatchTransaction(transaction: Transaction) {
      const state = view.state.apply(transaction);
      view.updateState(state);
      setup.onState(state);
      if (!transaction.docChanged || transaction.getMeta("shown")) return;
      text = writeNotes(state.doc, source);
      setup.onChange(text);
    },
  });

  /** What comes with words, as from a table or a page, is taken for these. */
  function taken(data: DataTransfer | null, place: number | null): boolean {
    const files = [...(data?.files ?? [])];
    if (files.length === 0 || data?.getData("text/html") !== "") return false;
    if (place !== null) {
      view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place))));
    }
    setup.onFiles(files);
    return true;
  }

  return {
    view,
    show(next, isUndoable) {
      if (next === text) return;
      text = next;
      const read = readNotes(next);
      // An undone change may bring blocks of the earlier text back.
      for (const [key, kept] of source.kept) if (!read.source.kept.has(key)) read.source.kept.set(key, kept);
      ({ doc, source } = read);
      view.dispatch(towards(view.state, doc).setMeta("shown", true).setMeta("addToHistory", isUndoable));
    },
    goTo(offset) {
      const selection = Selection.near(view.state.doc.resolve(positionAt(view.state.doc, offset, source)));
      view.dispatch(view.state.tr.setSelection(selection).scrollIntoView());
    },
    offset: () => offsetAt(view.state, source),
  };
}

const plugins = (onLink: Setup["onLink"]) => [
  typingRules(),
  keymap({
    ...keys,
    "Mod-k": (state) => {
      onLink(state);
      return true;
    },
  }),
  keymap(baseKeymap),
  history(),
  gapCursor(),
];

const isEmpty = (doc: Node) =>
  doc.childCount === 1 &&
  doc.firstChild?.type === schema.nodes.paragraph &&
  doc.firstChild.content.size === 0;

/** Plain text as paragraphs, with the marks of where it goes. */
function asTyped(text: string, marks: readonly Mark[]): Slice {
  const lines = text.split(/(?:\r\n?|\n)+/);
  const paragraphs = lines.map((line) =>
    schema.node("paragraph", null, line === "" ? [] : [schema.text(line, marks)]),
  );
  return Slice.maxOpen(schema.node("doc", null, paragraphs).content);
}

/** What is copied is Markdown for those that take text only. */
function textOf(slice: Slice, source: Source): string {
  const [only] = slice.content.content;
  if (slice.content.childCount === 1 && only?.inlineContent)
    return slice.content.textBetween(0, slice.content.size);
  const doc = schema.topNodeType.createAndFill(null, slice.content);
  return doc ? writeNotes(doc, { ...source, head: "", ending: "", definitions: [] }) : "";
}

function towards(state: EditorState, doc: Node): Transaction {
  const { tr } = state;
  const start = state.doc.content.findDiffStart(doc.content);
  if (start === null) return tr;
  const end = state.doc.content.findDiffEnd(doc.content);
  let { a, b } = end ?? { a: state.doc.content.size, b: doc.content.size };
  const overlap = start - Math.min(a, b);
  if (overlap > 0) [a, b] = [a + overlap, b + overlap];
  try {
    tr.replace(start, a, doc.slice(start, b));
    if (tr.doc.eq(doc)) return tr;
  } catch {
    // The two do not fit together at that depth; then all is replaced.
  }
  return state.tr.replaceWith(0, state.doc.content.size, doc.content);
}

/** The top-level block at an offset of the text, and as far into it as the offset is. */
function positionAt(doc: Node, offset: number, source: Source): number {
  let [at, position] = [source.head.length, 0];
  for (const node of doc.children) {
    const { body, tail } = node.attrs.written ?? { body: node.textContent, tail: "\n\n" };
    if (offset <= at + body.length + tail.length) {
      return Math.min(position + 1 + Math.max(0, offset - at), position + node.nodeSize - 1);
    }
    at += body.length + tail.length;
    position += node.nodeSize;
  }
  return doc.content.size;
}

function offsetAt({ doc, selection }: EditorState, source: Source): number {
  const place = selection.$from.index(0);
  const before = doc.cut(
    0,
    doc.children.slice(0, place).reduce((sum, { nodeSize }) => sum + nodeSize, 0),
  );
  const start =
    place === 0
      ? source.head.length
      : writeNotes(before, { ...source, ending: "\n\n", definitions: [] }).length;
  return start + Math.max(0, selection.from - selection.$from.start(Math.min(1, selection.$from.depth)));
}

import { chainCommands, exitCode, lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from "prosemirror-inputrules";
import type { MarkType, NodeType } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, type EditorState, TextSelection } from "prosemirror-state";
import { schema } from "@/components/releases/rich-text/schema";
import { type Label, labelOfMarker } from "@/lib/releases/labels/labels";

const { marks, nodes } = schema;

export const toggle = {
  strong: toggleMark(marks.strong as MarkType),
  em: toggleMark(marks.em as MarkType),
  strike: toggleMark(marks.strike as MarkType),
  code: toggleMark(marks.code as MarkType),
};

/** A heading, or the paragraph again where it is one of this level. */
export const heading =
  (level: number): Command =>
  (state, dispatch) =>
    isIn(state, "heading", { level })
      ? setBlockType(nodes.paragraph as NodeType)(state, dispatch)
      : setBlockType(nodes.heading as NodeType, { level })(state, dispatch);

export const codeBlock: Command = (state, dispatch) =>
  isIn(state, "code_block")
    ? setBlockType(nodes.paragraph as NodeType)(state, dispatch)
    : setBlockType(nodes.code_block as NodeType)(state, dispatch);

export const quote: Command = (state, dispatch) =>
  isIn(state, "blockquote") ? lift(state, dispatch) : wrapIn(nodes.blockquote as NodeType)(state, dispatch);

/** A list, or no list where it is one of this kind already. */
export const list =
  (kind: "bullet_list" | "ordered_list"): Command =>
  (state, dispatch) =>
    isIn(state, kind)
      ? liftListItem(nodes.list_item as NodeType)(state, dispatch)
      : wrapInList(nodes[kind] as NodeType)(state, dispatch);

/** Puts a label in front of the text, in place of the one that is there; the same one is taken away. */
export const label =
  (wanted: Label): Command =>
  (state, dispatch) => {
    const { $from } = state.selection;
    if (!$from.parent.inlineContent || $from.parent.type.spec.code) return false;
    const first = $from.parent.firstChild;
    const start = $from.start();
    const present = first?.type === nodes.label ? first : undefined;
    const tr = state.tr;
    if (present) {
      const behind = $from.parent.maybeChild(1)?.text?.startsWith(" ") ? 1 : 0;
      tr.delete(start, start + 1 + behind);
    }
    if (present?.attrs.label !== wanted) {
      tr.insert(start, [schema.node("label", { label: wanted }), schema.text(" ")]);
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Makes a link of what is selected, or writes its address where nothing is; an empty address takes it away. */
export const link =
  (href: string): Command =>
  (state, dispatch) => {
    const type = marks.link as MarkType;
    const { from, to, empty } = state.selection;
    const around = empty ? rangeOfLink(state) : { from, to };
    const tr = state.tr;
    if (around) {
      tr.removeMark(around.from, around.to, type);
      if (href) tr.addMark(around.from, around.to, type.create({ href }));
    } else if (href) tr.replaceSelectionWith(schema.text(href, [type.create({ href })]), false);
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Puts an image behind what is selected. */
export const image =
  (src: string, alt: string): Command =>
  (state, dispatch) => {
    const behind = TextSelection.near(state.doc.resolve(state.selection.to), -1);
    const tr = state.tr.setSelection(TextSelection.create(state.doc, behind.to));
    dispatch?.(tr.replaceSelectionWith(schema.node("image", { src, alt })).scrollIntoView());
    return true;
  };

export function hrefAt(state: EditorState): string {
  const { $from, from, to, empty } = state.selection;
  const type = marks.link as MarkType;
  const found = empty ? type.isInSet($from.marks()) : undefined;
  let href = found?.attrs.href ?? "";
  if (!empty) {
    state.doc.nodesBetween(from, to, (node) => {
      href ||= type.isInSet(node.marks)?.attrs.href ?? "";
    });
  }
  return href;
}

function rangeOfLink(state: EditorState): { from: number; to: number } | undefined {
  const { $from } = state.selection;
  const mark = (marks.link as MarkType).isInSet($from.marks());
  if (!mark) return undefined;
  let [first, last] = [$from.index(), $from.index()];
  const { parent } = $from;
  if (!parent.maybeChild(first) || !mark.isInSet(parent.child(first).marks))
    first = last = Math.max(0, first - 1);
  while (first > 0 && mark.isInSet(parent.child(first - 1).marks)) first -= 1;
  while (last + 1 < parent.childCount && mark.isInSet(parent.child(last + 1).marks)) last += 1;
  const sizes = parent.children.map(({ nodeSize }) => nodeSize);
  const sum = (count: number) => sizes.slice(0, count).reduce((all, size) => all + size, $from.start());
  return { from: sum(first), to: sum(last + 1) };
}

/** Whether the selection is in such a block. */
export function isIn({ selection }: EditorState, kind: string, attrs: Record<string, unknown> = {}): boolean {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.name !== kind) continue;
    return Object.entries(attrs).every(([name, value]) => node.attrs[name] === value);
  }
  return false;
}

export function hasMark(state: EditorState, kind: keyof typeof toggle): boolean {
  const { from, to, empty, $from } = state.selection;
  const type = marks[kind] as MarkType;
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined;
  return state.doc.rangeHasMark(from, to, type);
}

const hardBreak = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith((nodes.hard_break as NodeType).create()).scrollIntoView());
  return true;
});

const item = nodes.list_item as NodeType;

/** The keys that other editors have, too. Tab moves items, and leaves the editor where it moves nothing. */
export const keys: Record<string, Command> = {
  "Mod-z": undo,
  "Shift-Mod-z": redo,
  "Mod-y": redo,
  Backspace: undoInputRule,
  "Mod-b": toggle.strong,
  "Mod-i": toggle.em,
  "Mod-e": toggle.code,
  "Mod-Shift-x": toggle.strike,
  "Mod-Shift-7": list("ordered_list"),
  "Mod-Shift-8": list("bullet_list"),
  "Mod-Shift-9": quote,
  "Mod-Alt-0": setBlockType(nodes.paragraph as NodeType),
  "Mod-Alt-1": heading(1),
  "Mod-Alt-2": heading(2),
  "Mod-Alt-3": heading(3),
  "Mod-Alt-c": codeBlock,
  Enter: splitListItem(item, { written: null }),
  "Shift-Enter": hardBreak,
  Tab: sinkListItem(item),
  "Shift-Tab": liftListItem(item),
};

/** What is typed as Markdown becomes what it means. */
export const typingRules = () =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading as NodeType, ([, marks = ""]) => ({
        level: marks.length,
      })),
      textblockTypeInputRule(/^```([\w-]*)\s$/, nodes.code_block as NodeType, ([, params]) => ({ params })),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote as NodeType),
      wrappingInputRule(/^\s*([-*+])\s$/, nodes.bullet_list as NodeType, ([, marker]) => ({ marker })),
      wrappingInputRule(
        /^(\d{1,6})([.)])\s$/,
        nodes.ordered_list as NodeType,
        ([, order, delimiter]) => ({ order: Number(order), delimiter }),
        ([, order], before) => before.childCount + before.attrs.order === Number(order),
      ),
      new InputRule(/^(---|\*\*\*)$/, (state, _, start, end) => {
        const place = state.doc.resolve(start);
        if (place.parent.type !== nodes.paragraph || place.depth !== 1) return null;
        return state.tr.delete(start, end).insert(place.before(), schema.node("horizontal_rule"));
      }),
      new InputRule(/^\*\*(\w+:)\*\*$/, (state, [, word = ""], start, end) => {
        const found = labelOfMarker(word);
        return found ? state.tr.replaceWith(start, end, schema.node("label", { label: found })) : null;
      }),
      marked(/(?<![*\w])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, "strong"),
      marked(/(?<![*\w])\*([^*\s](?:[^*]*[^*\s])?)\*$/, "em"),
      marked(/(?<!\w)_([^_\s](?:[^_]*[^_\s])?)_$/, "em"),
      marked(/~~([^~\s](?:[^~]*[^~\s])?)~~$/, "strike"),
      marked(/`([^`]+)`$/, "code"),
    ],
  });

function marked(pattern: RegExp, kind: keyof typeof toggle): InputRule {
  const type = marks[kind] as MarkType;
  return new InputRule(
    pattern,
    (state, [, text = ""], start, end) => {
      if (!state.doc.resolve(start).parent.type.allowsMarkType(type)) return null;
      // Only plain words: of others, the marks within would be lost.
      const inside = state.doc.textBetween(start, end, "\n", "\n");
      if (!inside.includes(text.slice(0, -1))) return null;
      return state.tr
        .replaceWith(start, end, schema.text(text, [...state.doc.resolve(start).marks(), type.create()]))
        .removeStoredMark(type);
    },
    { inCodeMark: false },
  );
}

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const color = (name: string) => `var(--color-${name})`;

/** The colours of the page, which have both themes. Those of JSON are as in `JsonView`. */
const highlighting = HighlightStyle.define([
  { tag: [tags.string, tags.attributeValue, tags.special(tags.string)], color: color("green") },
  { tag: [tags.number, tags.literal], color: color("blue") },
  { tag: [tags.bool, tags.atom, tags.self], color: color("violet") },
  { tag: tags.null, color: color("ink-mute") },
  {
    tag: [tags.keyword, tags.moduleKeyword, tags.operatorKeyword, tags.definitionKeyword],
    color: color("violet"),
  },
  { tag: [tags.controlKeyword, tags.definitionOperator], color: color("violet") },
  { tag: [tags.function(tags.variableName), tags.attributeName], color: color("amber") },
  { tag: [tags.tagName, tags.typeName], color: color("blue") },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: color("ink-mute") },
  { tag: [tags.punctuation, tags.separator, tags.angleBracket], color: color("ink-mute") },
  { tag: tags.brace, color: color("accent-ink") },
  { tag: [tags.squareBracket, tags.paren], color: color("ink-soft") },
]);

const popup = {
  border: `1px solid ${color("line")}`,
  borderRadius: "6px",
  backgroundColor: color("popup"),
  color: color("ink"),
  boxShadow: "var(--shadow-popup)",
};

const theme = EditorView.theme({
  "&": { height: "100%", color: color("ink"), backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "inherit", overflow: "auto" },
  ".cm-content": { padding: "8px 0", caretColor: color("ink"), scrollMargin: "6rem" },
  ".cm-line": { padding: "0 10px" },
  ".cm-gutters": {
    color: color("ink-mute"),
    backgroundColor: color("sunken"),
    borderRight: `1px solid ${color("line")}`,
  },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 10px", minWidth: "2.25rem" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: color("ink"), borderLeftWidth: "1.5px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: `color-mix(in oklab, ${color("blue")} 28%, transparent)`,
  },
  "&.cm-focused .cm-matchingBracket, .cm-matchingBracket": {
    backgroundColor: color("hover"),
    outline: `1px solid ${color("edge")}`,
  },
  "&.cm-focused .cm-nonmatchingBracket, .cm-nonmatchingBracket": {
    backgroundColor: color("red-soft"),
    color: color("red"),
  },
  ".cm-lintRange-error, .cm-lintRange-warning": {
    backgroundImage: "none",
    paddingBottom: "0",
    textDecoration: `underline wavy ${color("red")}`,
    textDecorationSkipInk: "none",
    textUnderlineOffset: "3px",
    backgroundColor: color("red-soft"),
  },
  ".cm-lintRange-warning": {
    textDecorationColor: color("amber"),
    backgroundColor: color("amber-soft"),
  },
  ".cm-tooltip": { ...popup, zIndex: "50" },
  ".cm-diagnostic": { padding: "6px 10px", fontFamily: "var(--font-sans)", maxWidth: "min(32rem, 90vw)" },
  ".cm-diagnostic-error": { borderLeft: `3px solid ${color("red")}` },
  ".cm-diagnostic-warning": { borderLeft: `3px solid ${color("amber")}` },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "inherit",
    fontSize: "0.75rem",
    maxHeight: "14rem",
    maxWidth: "min(36rem, 90vw)",
    padding: "4px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    padding: "3px 8px",
    borderRadius: "4px",
    lineHeight: "1.25rem",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: color("hover"), color: color("ink") },
  ".cm-completionMatchedText": { textDecoration: "none", color: color("accent-ink"), fontWeight: "600" },
  ".cm-completionDetail": {
    fontStyle: "normal",
    fontFamily: "var(--font-sans)",
    color: color("ink-mute"),
    marginLeft: "1rem",
  },
  ".cm-panels": { backgroundColor: color("sunken"), color: color("ink"), fontFamily: "var(--font-sans)" },
  ".cm-panels-top": { borderBottom: `1px solid ${color("line")}` },
  ".cm-panels-bottom": { borderTop: `1px solid ${color("line")}` },
  ".cm-textfield": {
    backgroundColor: color("surface"),
    border: `1px solid ${color("edge")}`,
    borderRadius: "4px",
  },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: color("surface"),
    color: color("ink"),
    border: `1px solid ${color("edge")}`,
    borderRadius: "4px",
  },
  ".cm-searchMatch": { backgroundColor: color("amber-soft"), outline: `1px solid ${color("amber")}` },
  ".cm-searchMatch-selected": { backgroundColor: color("accent-soft") },
});

export const codeTheme: Extension = [theme, syntaxHighlighting(highlighting)];

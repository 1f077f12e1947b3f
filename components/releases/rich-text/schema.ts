import { type DOMOutputSpec, type NodeSpec, Schema } from "prosemirror-model";
import { harmlessLink } from "@/lib/releases/harmless-link";
import { attachmentIdOf } from "@/lib/releases/images/attached-images";
import { type Label, labels, labelWords } from "@/lib/releases/labels/labels";

/** A block as it was written: its own lines, and what follows up to the next block. */
export type Written = { body: string; tail: string };

/**
 * Top-level blocks, and the items of top-level lists, carry how they were written. Pasted and new ones do not.
 * Nothing of it is shown.
 */
const written = { written: { default: null } };

const list = (tag: "ul" | "ol", attrs: NodeSpec["attrs"]): NodeSpec => ({
  group: "block",
  content: "list_item+",
  attrs: { ...attrs, tight: { default: true }, ...written },
  parseDOM: [{ tag }],
});

export const schema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: {
      ...{ group: "block", content: "inline*", attrs: written, parseDOM: [{ tag: "p" }] },
      toDOM: () => ["p", 0],
    },
    heading: {
      ...{ group: "block", content: "inline*", attrs: { level: { default: 2 }, ...written }, defining: true },
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: (node) => [`h${node.attrs.level}`, 0],
    },
    blockquote: {
      ...{
        group: "block",
        content: "block+",
        attrs: written,
        defining: true,
        parseDOM: [{ tag: "blockquote" }],
      },
      toDOM: () => ["blockquote", 0],
    },
    code_block: {
      ...{ group: "block", content: "text*", marks: "", code: true, defining: true },
      attrs: { params: { default: "" }, ...written },
      parseDOM: [{ tag: "pre", preserveWhitespace: "full" }],
      toDOM: () => ["pre", { spellcheck: "false" }, ["code", 0]],
    },
    horizontal_rule: {
      ...{ group: "block", attrs: written, parseDOM: [{ tag: "hr" }] },
      toDOM: () => ["hr"],
    },
    bullet_list: { ...list("ul", { marker: { default: "-" } }), toDOM: () => ["ul", 0] },
    ordered_list: {
      ...list("ol", { order: { default: 1 }, delimiter: { default: "." } }),
      toDOM: (node) => ["ol", { start: node.attrs.order }, 0],
    },
    list_item: {
      ...{ content: "block+", attrs: written, defining: true, parseDOM: [{ tag: "li" }] },
      toDOM: () => ["li", 0],
    },
    /** What can only be edited as it is written: tables, HTML, front matter. */
    source_block: {
      ...{ group: "block", atom: true, isolating: true, selectable: true },
      attrs: { text: { default: "" }, kind: { default: "Markdown" }, ...written },
      toDOM: (node): DOMOutputSpec => ["pre", node.attrs.text],
    },
    text: { group: "inline" },
    hard_break: {
      ...{ group: "inline", inline: true, selectable: false, parseDOM: [{ tag: "br" }] },
      ...{ toDOM: () => ["br"], linebreakReplacement: true },
    },
    image: {
      ...{ group: "inline", inline: true, draggable: true },
      attrs: { src: {}, alt: { default: "" }, title: { default: null } },
      parseDOM: [
        {
          tag: "img[src]",
          getAttrs: (image) => {
            const src = image.getAttribute("src") ?? "";
            if (!/^https?:/i.test(src) && attachmentIdOf(src) === undefined) return false;
            return { src, alt: image.getAttribute("alt") ?? "", title: image.getAttribute("title") };
          },
        },
      ],
      toDOM: ({ attrs: { src, alt, title } }) => ["img", { src, alt, title, draggable: "false" }],
    },
    label: {
      ...{ group: "inline", inline: true, atom: true, marks: "", attrs: { label: {} } },
      leafText: (node) => `${labelWords[node.attrs.label as Label]}:`,
      parseDOM: labels.map((label) => ({ tag: `strong.label-${label}`, attrs: { label }, priority: 60 })),
      toDOM: ({ attrs: { label } }) => [
        "strong",
        { class: `label label-${label}` },
        labelWords[label as Label],
        ["span", ":"],
      ],
    },
  },
  marks: {
    link: {
      ...{ attrs: { href: {}, title: { default: null } }, inclusive: false },
      parseDOM: [
        {
          tag: "a[href]",
          getAttrs: (link) => {
            const href = link.getAttribute("href") ?? "";
            return harmlessLink.test(href) && { href, title: link.getAttribute("title") };
          },
        },
      ],
      toDOM: ({ attrs: { href, title } }) => ["a", { href, title, rel: "nofollow noopener noreferrer" }, 0],
    },
    em: { parseDOM: [{ tag: "i" }, { tag: "em" }], toDOM: () => ["em", 0] },
    strong: {
      parseDOM: [{ tag: "b", getAttrs: (b) => b.style.fontWeight !== "normal" && null }, { tag: "strong" }],
      toDOM: () => ["strong", 0],
    },
    strike: { parseDOM: [{ tag: "s" }, { tag: "del" }], toDOM: () => ["s", 0] },
    code: { code: true, parseDOM: [{ tag: "code" }], toDOM: () => ["code", { spellcheck: "false" }, 0] },
  },
});

import type { Node } from "prosemirror-model";
import type { EditorView, NodeView } from "prosemirror-view";

/** A block that can only be edited as it is written, in a field of its own. */
export function sourceBlockView(given: Node, view: EditorView, getPos: () => number | undefined): NodeView {
  let node = given;
  const dom = document.createElement("div");
  dom.className = "source-block";
  dom.contentEditable = "false";
  const name = dom.appendChild(document.createElement("span"));
  name.textContent = `${node.attrs.kind}, as Markdown`;
  const field = dom.appendChild(document.createElement("textarea"));
  field.setAttribute("aria-label", `${node.attrs.kind}, as Markdown`);
  field.spellcheck = false;
  field.value = node.attrs.text;
  const resize = () => {
    field.rows = Math.min(20, Math.max(1, field.value.split("\n").length));
  };
  resize();
  field.addEventListener("input", () => {
    const place = getPos();
    if (place === undefined) return;
    resize();
    view.dispatch(view.state.tr.setNodeMarkup(place, null, { ...node.attrs, text: field.value }));
  });
  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false;
      node = next;
      // A field has its own line ends.
      if (field.value !== next.attrs.text.replace(/\r\n?/g, "\n")) field.value = next.attrs.text;
      resize();
      return true;
    },
    stopEvent: (event) => event.target === field,
    ignoreMutation: () => true,
  };
}

import type { Node } from "prosemirror-model";
import type { NodeView } from "prosemirror-view";
import { attachmentIdOf } from "@/lib/releases/images/attached-images";

/**
 * An image as the team sees it. The notes name attachments, which browsers know nothing of; one that is gone is its
 * words.
 */
export function imageView(given: Node, addressOf: (attachmentId: string) => string): NodeView {
  let node = given;
  const dom = document.createElement("span");
  dom.className = "note-image";

  function show() {
    const { src, alt, title } = node.attrs;
    const id = attachmentIdOf(src);
    const image = document.createElement("img");
    image.draggable = false;
    image.alt = alt;
    if (title) image.title = title;
    if (id !== undefined) {
      image.addEventListener("error", () => {
        if (image.parentNode === dom) dom.replaceChildren(alt || "Image");
        dom.classList.add("is-gone");
      });
    }
    image.src = id === undefined ? src : addressOf(id);
    dom.classList.remove("is-gone");
    dom.replaceChildren(image);
  }
  show();
  return {
    dom,
    update(next) {
      if (next.type !== node.type) return false;
      const isSame = next.attrs.src === node.attrs.src;
      node = next;
      const [image] = dom.children;
      // While somebody writes what it shows, it is not loaded at each key.
      if (!isSame) show();
      else if (image instanceof HTMLImageElement) image.alt = node.attrs.alt;
      else dom.replaceChildren(node.attrs.alt || "Image");
      return true;
    },
    ignoreMutation: () => true,
  };
}

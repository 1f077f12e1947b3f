import { byteSize } from "@/components/ui/byte-size";
import { requestFor } from "@/lib/operations/operation";
import { imageTypeOf } from "@/lib/platform/images/image-type";
import { attachmentBytesMax, getReleaseAttachment } from "@/lib/releases/attachments/contract";

export type ReleaseIds = { projectId: string; releaseId: string };

/** Where the team sees an image of a release, published or not. */
export const imageAddress = (ids: ReleaseIds, attachmentId: string): string =>
  requestFor(getReleaseAttachment, { ...ids, attachmentId }).path;

/** Why a file can be no image in notes, before it is uploaded in vain. Its bytes count, and not what it is called. */
export async function imageProblem(file: File): Promise<string | undefined> {
  if (file.size > attachmentBytesMax) {
    return `“${file.name}” is larger than ${byteSize(attachmentBytesMax)}.`;
  }
  const type = imageTypeOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  return type ? undefined : `“${file.name}” is no image that notes can show: PNG, JPEG, GIF, WebP or AVIF.`;
}

/**
 * Writes at the cursor of a field, as if it were typed: the field's own undo takes it back. Where nobody has put the
 * cursor yet, at the end.
 */
export function writeAtCursor(field: HTMLTextAreaElement, text: string, hasCursor: boolean): void {
  const { value } = field;
  const at = hasCursor ? field.selectionEnd : value.length;
  const written = hasCursor || value === "" || value.endsWith("\n") ? text : `\n\n${text}`;
  field.focus();
  field.setSelectionRange(at, at);
  // There is no other way that the field's history learns of. Hidden fields take no focus, so it would do nothing there.
  if (document.activeElement === field && document.execCommand("insertText", false, written)) return;
  field.setRangeText(written, at, at, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Shows the words of images that are gone in their places. @returns to be called when the HTML is no longer shown */
export function watchImages(place: HTMLElement, isOurs: (address: string) => boolean): () => void {
  const replace = (image: EventTarget | null) => {
    if (!(image instanceof HTMLImageElement) || !isOurs(image.getAttribute("src") ?? "")) return;
    image.replaceWith(image.alt);
  };
  const hear = (event: Event) => replace(event.target);
  // Errors of images do not bubble.
  place.addEventListener("error", hear, true);
  for (const image of place.querySelectorAll("img")) {
    if (image.complete && image.naturalWidth === 0) replace(image);
  }
  return () => place.removeEventListener("error", hear, true);
}

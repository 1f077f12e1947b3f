import { makeHtml } from "./make-html";

/** Longer notes are rendered by the browser, which gets their text in any case. */
const lengthMax = 64 * 1024;

/** Notes as the editor's preview shows them at first, together with their text; undefined where they come later. */
export async function notesPreview(projectId: string, content: string) {
  if (content.length > lengthMax) return undefined;
  const html = await makeHtml(projectId, content, { topHeading: 2, newTab: true }).catch(() => undefined);
  return html === undefined ? undefined : { content, html };
}

/** An id as the database writes it. Other spellings of one are no reference, so that there is one way to look for them. */
const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Formats that browsers show and that run nothing. SVG may have scripts in it. */
export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"] as const;

/** An image of the release's own attachments, and what it shows in words. */
export type AttachedImage = { id: string; alt: string };

/** What an image in the notes says in place of an address: `![A cart](attachment:<id>)`. */
export const attachmentSource = (id: string): string => `attachment:${id}`;

const source = new RegExp(`^attachment:(${uuid})$`);
export const attachmentIdOf = (src: string): string | undefined => source.exec(src)?.[1];

/** Where it is in Markdown, behind the brackets: the address, and a title if there is one. */
export const attachedDestination = new RegExp(
  `\\(attachment:(${uuid})(?:[ \\t\\n]+"((?:[^"\\\\]|\\\\.)*)")?[ \\t\\n]*\\)`,
  "sy",
);

/** A file's name as words: without its extension, and on one line. */
export const altOfFile = (name: string): string =>
  name
    .replace(/\.[^.]{1,20}$/, "")
    .replace(/\s+/g, " ")
    .trim();

/** Whatever is in the words stays words: none of it may end the brackets or mean anything else. */
export function imageMarkdown({ id, alt }: AttachedImage): string {
  const words = alt
    .replace(/\s+/g, " ")
    .replace(/[\\[\]`*~<&]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
  return `![${words}](${attachmentSource(id)})`;
}

/** Whether notes refer to an attachment. A place in code counts, too. */
export const refersTo = (content: string, id: string): boolean => content.includes(referenceTo(id));
export const referenceTo = (id: string): string => `](${attachmentSource(id)}`;

const inMarkdown = new RegExp(
  `!\\[((?:[^[\\]\\\\]|\\\\.)*)\\]\\(attachment:${uuid}(?:\\s+"(?:[^"\\\\]|\\\\.)*")?\\s*\\)`,
  "gs",
);

/** Notes for readers that show no images of ours: their words are in their places. */
export const withAltTexts = (content: string): string => content.replace(inMarkdown, "$1");

/** More than that in one answer are shown as words, so that it stays about as long as its notes. */
export const shownImagesMax = 200;

/** As our own renderer writes them. Text and code have no `<` and no quotation marks, so nobody else writes one. */
const inHtml = new RegExp(`<img src="attachment:(${uuid})" alt="([^"]*)"( title="[^"]*")?>`, "g");

/** The ids of the images that can be shown in some HTML of notes, each once. */
export function attachedIds(html: string): string[] {
  const ids = new Set<string>();
  for (const [, id = ""] of html.matchAll(inHtml)) {
    if (ids.size >= shownImagesMax) break;
    ids.add(id);
  }
  return [...ids];
}

/**
 * HTML of notes with addresses that can be opened where it is shown. An image without one is its words.
 * @param addressOf undefined where there is no such image; must need no escaping
 */
export function withAddresses(html: string, addressOf: (id: string) => string | undefined): string {
  let shown = 0;
  return html.replace(inHtml, (_, id: string, alt: string, title = "") => {
    const address = shown < shownImagesMax ? addressOf(id) : undefined;
    if (address === undefined) return alt;
    shown += 1;
    return `<img src="${address}" alt="${alt}"${title}>`;
  });
}

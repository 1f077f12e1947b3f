import { markdownHtml } from "@/lib/releases/markdown-html";

/** Release notes as HTML below a heading of the page. */
export const notesHtml = (content: string) => markdownHtml(content, { topHeading: 2, newTab: true });

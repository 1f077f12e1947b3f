import { useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { markdownHtml } from "@/lib/releases/markdown-html";

/** Release notes as their readers see them, below a heading of the page. */
export function MarkdownView({ content, className }: { content: string; className?: string }) {
  const html = useMemo(() => markdownHtml(content, { topHeading: 2, newTab: true }), [content]);
  return (
    <div
      className={cn("notes", className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by us, and HTML in the notes is text there
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

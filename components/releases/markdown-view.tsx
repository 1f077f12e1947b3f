"use client";

import { useEffect, useMemo, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { later } from "@/components/ui/later";

/** Notes with their HTML, rendered by the server. */
export type KnownNotes = { content: string; html: string };

export type MarkdownViewProps = { content: string; known?: KnownNotes; className?: string };

const renderer = later(() => import("@/components/releases/notes-html").then((file) => file.notesHtml));

/** Release notes as their readers see them. The Markdown renderer is loaded only when the notes change. */
export function MarkdownView({ content, known, className }: MarkdownViewProps) {
  const notesHtml = renderer.useCode();
  const isKnown = known?.content === content;
  const shown = useRef(known?.html ?? "");
  useEffect(() => {
    if (!isKnown) renderer.need();
  }, [isKnown]);
  const made = useMemo(
    () => (isKnown ? known.html : notesHtml?.(content)),
    [isKnown, known, notesHtml, content],
  );
  // Until the renderer is loaded, the last HTML stays.
  const html = made ?? shown.current;
  useEffect(() => {
    shown.current = html;
  }, [html]);
  return (
    <div
      className={cn("notes", className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by us, and HTML in the notes is text there
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

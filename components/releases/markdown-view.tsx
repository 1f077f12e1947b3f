"use client";

import { useEffect, useMemo, useRef } from "react";
import { imageAddress, type ReleaseIds, watchImages } from "@/components/releases/note-images";
import { cn } from "@/components/ui/cn";
import { later } from "@/components/ui/later";
import { withAddresses } from "@/lib/releases/images/attached-images";

/** Notes with their HTML, rendered by the server. */
export type KnownNotes = { content: string; html: string };

export type MarkdownViewProps = {
  content: string;
  /** Whose attachments its images are. */
  release: ReleaseIds;
  known?: KnownNotes | undefined;
  className?: string;
};

const renderer = later(() => import("@/components/releases/notes-html").then((file) => file.notesHtml));

/** Release notes as their readers see them. The Markdown renderer is loaded only when the notes change. */
export function MarkdownView({ content, release, known, className }: MarkdownViewProps) {
  const { projectId, releaseId } = release;
  const notesHtml = renderer.useCode();
  const place = useRef<HTMLDivElement>(null);
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
  const withImages = useMemo(
    () => withAddresses(html, (attachmentId) => imageAddress({ projectId, releaseId }, attachmentId)),
    [html, projectId, releaseId],
  );
  useEffect(() => {
    shown.current = html;
  }, [html]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML has other images
  useEffect(() => {
    if (!place.current) return;
    const ours = imageAddress({ projectId, releaseId }, "");
    return watchImages(place.current, (address) => address.startsWith(ours));
  }, [withImages, projectId, releaseId]);
  return (
    <div
      ref={place}
      className={cn("notes", className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made by us, and HTML in the notes is text there
      dangerouslySetInnerHTML={{ __html: withImages }}
    />
  );
}

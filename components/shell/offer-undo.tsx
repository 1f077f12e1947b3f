"use client";

import { useIsMutating } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { messageOf } from "@/components/ui/form-problem";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import {
  type Deletion,
  type DeletionKind,
  listDeletions,
  restoreDeletion,
  undoableMs,
} from "@/lib/deletions/contract";
import type { Output } from "@/lib/operations/operation";

type Deleted = Output<typeof listDeletions>[number];

/** Ids of the deletions that this tab has already offered to undo. */
const offered = new Set<string>();

/**
 * Offers to undo this person's deletions in the project for as long as that is possible: right after a delete on any
 * page, and again when the project is opened in another tab.
 */
export function OfferUndo({ projectId }: { projectId: string }) {
  const { data } = useAnswer(listDeletions, { projectId }, { watch: "deletes" });
  const offer = useOffer(projectId);
  // When several things are deleted together, show one message after the last of them.
  const isDeleting = useIsMutating() > 0;
  useEffect(() => {
    if (isDeleting) return;
    const fresh = (data ?? []).filter(({ id, mine }) => mine && !offered.has(id));
    for (const { id } of fresh) offered.add(id);
    const [newest] = fresh;
    // The browser's clock may be wrong, so cap the time at the longest that undo is possible.
    const leftMs = newest ? Math.min(Date.parse(newest.undoableUntil) - Date.now(), undoableMs) : 0;
    if (leftMs > 0) offer(fresh, leftMs);
  }, [data, offer, isDeleting]);
  return null;
}

function useOffer(projectId: string) {
  const toast = useToast();
  const write = useWrite();

  return useCallback(
    (deletions: readonly Deleted[], leftMs: number) => {
      async function undo() {
        const failures: unknown[] = [];
        for (const { kind, itemId } of deletions) {
          await write(restoreDeletion, { projectId, kind, itemId }).catch((error: unknown) =>
            failures.push(error),
          );
        }
        const title = `${thingsOf(deletions)} ${deletions.length > 1 ? "are" : "is"} back`;
        if (failures.length === 0) toast.success(title);
        else toast.error("Not everything could be put back", { description: messageOf(failures[0]) });
      }

      const close = toast.success(`${thingsOf(deletions)} deleted`, {
        description: <Countdown ms={leftMs} />,
        undo: () => void undo(),
        timeoutMs: leftMs,
      });
      // Close in time even under the pointer, which keeps other messages open.
      setTimeout(close, leftMs);
    },
    [projectId, toast, write],
  );
}

const words: Record<DeletionKind, [one: string, many: string]> = {
  mock: ["Mock", "mocks"],
  collection: ["Collection", "collections"],
  webhook: ["Inbox", "inboxes"],
  flag: ["Flag", "flags"],
  group: ["Group", "groups"],
  segment: ["Segment", "segments"],
  record: ["Record", "records"],
  release: ["Release", "releases"],
  forwardingRule: ["Forwarding rule", "forwarding rules"],
  releaseWebhook: ["Release webhook", "release webhooks"],
};

/** "Mock “List users”", "3 mocks", "3 things". A flag in several environments counts as one. */
export function thingsOf(deletions: readonly Pick<Deletion, "kind" | "itemId" | "name">[]): string {
  const things = new Map(
    deletions.map((each) => [
      each.kind === "flag" ? `flag ${each.name}` : `${each.kind} ${each.itemId}`,
      each,
    ]),
  );
  const [first, ...others] = things.values();
  if (!first) return "Nothing";
  const [one, many] = words[first.kind];
  if (others.length === 0) return `${one} “${first.name}”`;
  return `${things.size} ${others.every(({ kind }) => kind === first.kind) ? many : "things"}`;
}

/** Announced once; only the visible text counts down. */
function Countdown({ ms }: { ms: number }) {
  const [end] = useState(() => Date.now() + ms);
  const [left, setLeft] = useState(ms);
  useEffect(() => {
    const timer = setInterval(() => setLeft(end - Date.now()), 250);
    return () => clearInterval(timer);
  }, [end]);
  const seconds = (each: number) => `${Math.max(0, Math.ceil(each / 1000))} s`;
  return (
    <>
      <span className="sr-only">It can be undone for {seconds(ms)}.</span>
      <span aria-hidden className="flex items-center gap-2 tabular-nums">
        <span className="h-1 flex-1 overflow-hidden rounded-full bg-hover">
          <span
            className="block h-full bg-ink-mute"
            style={{ width: `${Math.max(0, (left / undoableMs) * 100)}%` }}
          />
        </span>
        {seconds(left)}
      </span>
    </>
  );
}

"use client";

import type { RefObject } from "react";
import { useNavigate } from "@/components/ui/navigation";
import { mockLink } from "@/components/webhooks/mock-link";
import type { Asking } from "@/components/webhooks/request-pane";
import type { useCaptureActions } from "@/components/webhooks/use-capture-actions";
import type { InboxRoomModel } from "@/components/webhooks/use-inbox-room";
import { type Shortcut, useShortcuts } from "@/components/webhooks/use-shortcuts";

type Parts = {
  room: InboxRoomModel;
  actions: ReturnType<typeof useCaptureActions>;
  searchField: RefObject<HTMLInputElement | null>;
  mocksBase: string;
  ask: (asking: Asking) => void;
  help: () => void;
};

/** The keys of an inbox's page. */
export function useRoomShortcuts({ room, actions, searchField, mocksBase, ask, help }: Parts): Shortcut[] {
  const navigate = useNavigate();
  const { shown } = room;
  const shortcuts: Shortcut[] = [
    { key: "j", words: "Next request", run: () => room.go(1) },
    { key: "k", words: "Previous request", run: () => room.go(-1) },
    { key: "n", words: "Show the newest", run: room.showNewest },
    { key: "p", words: "Pause or resume", run: room.togglePause },
    { key: "/", words: "Search", run: () => searchField.current?.focus() },
    { key: "c", words: "Copy as cURL", run: () => shown && void actions.copyCurl(shown) },
    { key: "r", words: "Replay", run: () => shown && ask("replay") },
    { key: "m", words: "Make a mock", run: () => shown && navigate(mockLink(mocksBase, shown)) },
    { key: "Delete", words: "Delete the request", run: () => shown && ask("delete") },
    { key: "Escape", words: "Back to the list", run: () => room.detailOpen && room.close() },
    { key: "?", words: "These shortcuts", run: help },
  ];
  useShortcuts(shortcuts);
  return shortcuts;
}

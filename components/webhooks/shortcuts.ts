"use client";

import { useNavigate } from "@/components/ui/navigation";
import { useShortcuts } from "@/components/ui/shortcuts";
import { mockLink } from "@/components/webhooks/mock-link";
import type { Asking } from "@/components/webhooks/request-pane";
import type { useCaptureActions } from "@/components/webhooks/use-capture-actions";
import type { InboxRoomModel } from "@/components/webhooks/use-inbox-room";

type Parts = {
  room: InboxRoomModel;
  actions: ReturnType<typeof useCaptureActions>;
  mocksBase: string;
  ask: (asking: Asking) => void;
};

/** The keys of an inbox's page, which go before those of every page. */
export function useRoomShortcuts({ room, actions, mocksBase, ask }: Parts): void {
  const navigate = useNavigate();
  const { shown } = room;
  useShortcuts("page", "In this inbox", [
    { keys: "j", words: "Next request; ↓ in the list does the same", run: () => room.go(1), repeats: true },
    { keys: "k", words: "Previous request", run: () => room.go(-1), repeats: true },
    { keys: "t", words: "To the top: show the newest", run: room.showNewest },
    { keys: "h", words: "Hold what comes in, or show it", run: room.togglePause },
    { keys: "p", words: "Pin or unpin", run: () => shown && void room.pins.toggle(shown) },
    { keys: "n", words: "Write a note", run: () => shown && ask("note") },
    { keys: "s", words: "Share by a link", run: () => shown && ask("share") },
    { keys: "c", words: "Copy as cURL", run: () => shown && void actions.copyCurl(shown) },
    { keys: "r", words: "Replay", run: () => shown && ask("replay") },
    { keys: "d", words: "Compare with another", run: () => shown && ask("compare") },
    { keys: "m", words: "Make a mock", run: () => shown && navigate(mockLink(mocksBase, shown)) },
    { keys: "Delete", words: "Delete the request", run: () => shown && ask("delete") },
    { keys: "Escape", words: "Back to the list", run: () => room.detailOpen && room.close() },
  ]);
}

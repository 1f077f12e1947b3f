"use client";

import { useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { laterPopup } from "@/components/ui/later-popup";
import { CapturesPanel } from "@/components/webhooks/captures-panel";
import { EmptyInbox } from "@/components/webhooks/empty-inbox";
import { useExpired } from "@/components/webhooks/inbox-expiry";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { InboxNotices } from "@/components/webhooks/inbox-notices";
import { targetOf } from "@/components/webhooks/raw-request";
import { type Asking, RequestPane } from "@/components/webhooks/request-pane";
import { RoomMenu } from "@/components/webhooks/room-menu";
import type { ShortcutsDialogProps } from "@/components/webhooks/shortcuts-dialog";
import { StreamState } from "@/components/webhooks/stream-state";
import { useCaptureActions } from "@/components/webhooks/use-capture-actions";
import { useInboxRoom } from "@/components/webhooks/use-inbox-room";
import { useRoomShortcuts } from "@/components/webhooks/use-room-shortcuts";
import type { CapturedRequest } from "@/lib/webhooks/contract";

const ShortcutsDialog = laterPopup<ShortcutsDialogProps>("dialog", () =>
  import("@/components/webhooks/shortcuts-dialog").then((file) => file.ShortcutsDialog),
);

export type InboxRoomProps = {
  webhook: Webhook;
  /** The captures there are, newest first, with the beginning of their bodies. */
  first: readonly CapturedRequest[];
  wsUrl: string;
  /** Address of the list of inboxes. */
  base: string;
  mocksBase: string;
};

/** The live tail of an inbox: list and detail side by side, one after the other on narrow screens. */
export function InboxRoom({ webhook, first, wsUrl, base, mocksBase }: InboxRoomProps) {
  const room = useInboxRoom(webhook, first, wsUrl);
  const { view, stream, requests, detailOpen } = room;
  const actions = useCaptureActions(room.address, webhook.url);
  const [asking, setAsking] = useState<Asking>();
  const [helping, setHelping] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const expired = useExpired(webhook.expiresAt);
  const shortcuts = useRoomShortcuts({
    room,
    actions,
    searchField,
    mocksBase,
    ask: setAsking,
    help: () => setHelping(true),
  });
  const isEmpty = requests.length === 0 && view.held.length === 0 && !detailOpen;

  return (
    <>
      <InboxNotices
        status={view.status}
        expiresAt={webhook.expiresAt}
        base={base}
        settingsHref={`${base}/${webhook.id}/settings`}
      />
      <Announcement requests={requests} after={room.freshAfter} />
      {isEmpty ? (
        <EmptyInbox
          url={webhook.url}
          closed={expired || view.status.kind === "ended"}
          state={<StreamState view={view} onRetry={stream.tryNow} />}
        />
      ) : (
        <div className="grid items-start gap-6 md:grid-cols-[17.5rem_minmax(0,1fr)] xl:grid-cols-[22rem_minmax(0,1fr)] xl:gap-8">
          <section
            aria-label="Captured requests"
            className={cn("min-w-0 md:sticky md:top-18", detailOpen && "max-md:hidden")}
          >
            <CapturesPanel
              view={view}
              total={requests.length}
              shown={room.matching}
              shownId={room.shown?.id}
              freshAfter={room.freshAfter}
              filter={room.filter}
              methods={room.methods}
              search={room.search}
              searchField={searchField}
              onFilter={room.setFilter}
              onSelect={room.choose}
              onPause={room.togglePause}
              onShowHeld={stream.showHeld}
              onRetry={stream.tryNow}
              menu={
                <RoomMenu
                  webhook={webhook}
                  address={room.address}
                  onClear={room.clear}
                  onShortcuts={() => setHelping(true)}
                />
              }
            />
          </section>
          <section
            aria-label="Request"
            data-detail-open={detailOpen || undefined}
            className={cn("min-w-0", !detailOpen && "max-md:hidden")}
          >
            <RequestPane
              room={room}
              actions={actions}
              mocksBase={mocksBase}
              asking={asking}
              onAsking={setAsking}
            />
          </section>
        </div>
      )}
      <ShortcutsDialog shortcuts={shortcuts} open={helping} onOpenChange={setHelping} />
    </>
  );
}

/** Tells screen readers of the newest of what came in. */
function Announcement({ requests, after }: { requests: readonly CapturedRequest[]; after: number }) {
  const [newest] = requests;
  const isNew = newest !== undefined && newest.sequence > after;
  return (
    <p role="status" className="sr-only">
      {isNew ? `New request: ${newest.method} ${targetOf(newest).slice(0, 100)}` : ""}
    </p>
  );
}

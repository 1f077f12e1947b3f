"use client";

import { Forward, Inbox, Settings } from "lucide-react";
import { type ReactNode, useState } from "react";
import { StatusCode } from "@/components/mocks/http-marks";
import { useShownUrl } from "@/components/shell/project-urls";
import { UrlSwitch } from "@/components/shell/url-switch";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CodeSnippet } from "@/components/ui/code-snippet";
import { CopiedText, CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { useAnswer } from "@/components/ui/queries";
import { CapturesPanel } from "@/components/webhooks/captures-panel";
import { firstCurl } from "@/components/webhooks/curl-of-capture";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { InboxExpiry, InboxNotices, useExpired } from "@/components/webhooks/inbox-notices";
import { listenCommand } from "@/components/webhooks/listen-command";
import { targetOf } from "@/components/webhooks/raw-request";
import { type Asking, RequestPane } from "@/components/webhooks/request-pane";
import { RoomMenu } from "@/components/webhooks/room-menu";
import { useRoomShortcuts } from "@/components/webhooks/shortcuts";
import { StreamState } from "@/components/webhooks/stream-state";
import { useCaptureActions } from "@/components/webhooks/use-capture-actions";
import { type FirstCaptures, useInboxRoom } from "@/components/webhooks/use-inbox-room";
import { type CapturedRequest, getWebhook } from "@/lib/webhooks/contract";

export type InboxRoomProps = {
  webhook: Webhook;
  /** With the beginning of their bodies. */
  first: FirstCaptures;
  wsUrl: string;
  appUrl: string;
  /** Address of the list of inboxes. */
  base: string;
  mocksBase: string;
};

/** The live tail of an inbox: list and detail side by side, one after the other on narrow screens. */
export function InboxRoom({ webhook: given, first, wsUrl, appUrl, base, mocksBase }: InboxRoomProps) {
  const place = { projectId: given.projectId, webhookId: given.id };
  // No polling: the stream reports when the inbox closes, and its settings are changed on another page.
  const { data: webhook = given } = useAnswer(getWebhook, place, { watch: false });
  const room = useInboxRoom(webhook, first, wsUrl);
  const { view, stream, requests, detailOpen } = room;
  const url = useShownUrl()(webhook.url);
  const actions = useCaptureActions(room.address, url);
  const [asking, setAsking] = useState<Asking>();
  const expired = useExpired(webhook.expiresAt);
  useRoomShortcuts({ room, actions, mocksBase, ask: setAsking });
  const command = listenCommand(appUrl, webhook);
  const isEmpty = requests.length === 0 && view.held.length === 0 && !detailOpen;

  return (
    <>
      <InboxHeader webhook={webhook} url={url} base={base} />
      <InboxNotices
        status={view.status}
        expiresAt={webhook.expiresAt}
        base={base}
        settingsHref={`${base}/${webhook.id}/settings`}
      />
      <Announcement requests={requests} after={room.freshAfter} />
      {isEmpty ? (
        <EmptyInbox
          url={url}
          command={command}
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
              verdicts={room.verdicts}
              search={room.search}
              older={room.older}
              retention={webhook.retention}
              onFilter={room.setFilter}
              onSelect={room.choose}
              onPause={room.togglePause}
              onShowHeld={stream.showHeld}
              onRetry={stream.tryNow}
              menu={
                <RoomMenu
                  webhook={webhook}
                  command={command}
                  address={room.address}
                  shown={room.matching}
                  onClear={room.clear}
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
              inbox={webhook}
              actions={actions}
              mocksBase={mocksBase}
              forwardingHref={`${base}/${webhook.id}/forwarding`}
              asking={asking}
              onAsking={setAsking}
            />
          </section>
        </div>
      )}
    </>
  );
}

function InboxHeader({ webhook, url, base }: Pick<InboxRoomProps, "webhook" | "base"> & { url: string }) {
  const { id, name, description, response, expiresAt } = webhook;
  return (
    <PageHeader
      title={name}
      description={description}
      back={{ href: base, label: "Webhooks" }}
      actions={
        <>
          <CopyButton text={firstCurl(url)} what="curl" showLabel variant="secondary" size="md" />
          <Button href={`${base}/${id}/forwarding`}>
            <Forward aria-hidden />
            <span className="max-sm:sr-only">Forwarding</span>
          </Button>
          <Button href={`${base}/${id}/settings`}>
            <Settings aria-hidden />
            <span className="max-sm:sr-only">Settings</span>
          </Button>
        </>
      }
      meta={
        <>
          <CopiedText text={url} what="inbox URL" />
          <UrlSwitch />
          <span className="inline-flex items-center gap-1.5">
            answers <StatusCode code={response?.statusCode ?? 200} />
          </span>
          <InboxExpiry expiresAt={expiresAt} />
        </>
      }
    />
  );
}

/** Announces the newest capture to screen readers. */
function Announcement({ requests, after }: { requests: readonly CapturedRequest[]; after: number }) {
  const [newest] = requests;
  const isNew = newest !== undefined && newest.sequence > after;
  return (
    <p role="status" className="sr-only">
      {isNew ? `New request: ${newest.method} ${targetOf(newest).slice(0, 100)}` : ""}
    </p>
  );
}

type EmptyInboxProps = {
  url: string;
  /** Forwards to the reader's machine. */
  command: string;
  state: ReactNode;
  closed: boolean;
};

/** An empty inbox: how to send a first request, and whether the page is connected. */
export function EmptyInbox({ url, command, state, closed }: EmptyInboxProps) {
  if (closed) {
    return (
      <EmptyState
        icon={<Inbox />}
        title="Nothing was kept"
        text="Requests are kept for a while only, and this inbox takes no new ones."
      />
    );
  }
  return (
    <EmptyState
      icon={<Inbox />}
      title="Waiting for the first request"
      text="Send anything to the inbox's address. It shows here as it comes in, without a reload."
      action={<span className="rounded-full border border-line bg-surface px-3 py-1">{state}</span>}
    >
      <div className="flex flex-col gap-3">
        <CodeSnippet wrap label="Send a request" code={firstCurl(url)} />
        <CodeSnippet wrap label="Forward to your machine (signs you in first)" code={command} />
      </div>
    </EmptyState>
  );
}

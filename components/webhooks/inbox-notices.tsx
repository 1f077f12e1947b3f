"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { RelativeTime, useNow } from "@/components/ui/times";
import type { StreamStatus } from "@/components/webhooks/stream-connection";

export type InboxNoticesProps = {
  status: StreamStatus;
  expiresAt: string | null;
  base: string;
  settingsHref: string;
};

/** Notices that say why an inbox gets no new captures. */
export function InboxNotices({ status, expiresAt, base, settingsHref }: InboxNoticesProps) {
  const expired = useExpired(expiresAt);
  if (status.kind === "ended") {
    const isDeleted = status.why === "deleted";
    return (
      <Callout
        live
        tone="danger"
        title={isDeleted ? "This inbox was deleted" : "You can no longer read this inbox"}
        className="mb-5"
        actions={
          <Button size="sm" {...(isDeleted ? { href: base } : { onClick: () => window.location.reload() })}>
            {isDeleted ? "All inboxes" : "Load again"}
          </Button>
        }
      >
        {isDeleted
          ? "Senders get 404 now. What you still see is gone once you leave."
          : "Your session ended, or you were taken out of the team."}
      </Callout>
    );
  }
  if (!expired) return null;
  return (
    <Callout
      tone="warning"
      title="This inbox has expired"
      className="mb-5"
      actions={
        <Button size="sm" href={settingsHref}>
          Change expiry
        </Button>
      }
    >
      Senders get 410, and nothing new is captured.
    </Callout>
  );
}

export type InboxExpiryProps = { expiresAt: string | null; never?: string };

/** When an inbox expires, or that it has. `never` is said of one that stays open. */
export function InboxExpiry({ expiresAt, never }: InboxExpiryProps) {
  const expired = useExpired(expiresAt);
  if (!expiresAt) return never ? <span className="text-ink-mute">{never}</span> : null;
  if (expired) return <Badge tone="red">Expired</Badge>;
  return (
    <span className="whitespace-nowrap">
      expires <RelativeTime value={expiresAt} />
    </span>
  );
}

/** False on the server and in the first paint, which must not depend on the clock. */
export function useExpired(expiresAt: string | null): boolean {
  const now = useNow();
  return expiresAt !== null && now !== null && new Date(expiresAt).getTime() <= now;
}

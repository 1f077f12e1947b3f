"use client";

import { Badge } from "@/components/ui/badge";
import { RelativeTime, useNow } from "@/components/ui/relative-time";

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

/** False on the server and in the first paint, which know no clock. */
export function useExpired(expiresAt: string | null): boolean {
  const now = useNow();
  return expiresAt !== null && now !== null && new Date(expiresAt).getTime() <= now;
}

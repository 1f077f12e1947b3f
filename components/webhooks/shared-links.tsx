"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { messageOf } from "@/components/ui/form-problem";
import { usePage, useWrite } from "@/components/ui/queries";
import { RelativeTime, useNow } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import type { Output } from "@/lib/operations/operation";
import { listShares, revokeShare } from "@/lib/webhooks/shares/contract";

type Share = Output<typeof listShares>[number];

/** The links of an inbox that are open, newest first, and how often each was opened. */
export function SharedLinks({ address }: { address: InboxAddress }) {
  const { data } = usePage(listShares, { ...address, limit: 200 });
  const now = useNow();
  const open = (data?.items ?? []).filter(({ expiresAt }) => now === null || Date.parse(expiresAt) > now);
  if (open.length === 0) return null;
  return (
    <section aria-label="Open links" className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium text-ink text-sm">Open links of this inbox</h3>
      <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {open.map((share) => (
          <LinkRow key={share.id} share={share} address={address} />
        ))}
      </ul>
    </section>
  );
}

function LinkRow({ share, address }: { share: Share; address: InboxAddress }) {
  const write = useWrite();
  const toast = useToast();
  const [ending, setEnding] = useState(false);
  const { sequence, method, path, openCount, lastOpenedAt, expiresAt, createdBy } = share;

  async function end() {
    setEnding(true);
    try {
      await write(revokeShare, { ...address, shareId: share.id });
      toast.success("Link ended");
    } catch (error) {
      toast.error("The link could not be ended", { description: messageOf(error) });
      setEnding(false);
    }
  }

  return (
    <li className="flex min-w-0 items-center gap-3 px-3 py-2 text-sm">
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-mono text-ink text-xs">
          {sequence} · {method} {path || "/"}
        </span>
        <span className="text-ink-mute text-xs">
          by {createdBy}, ends <RelativeTime value={expiresAt} />,{" "}
          {lastOpenedAt ? (
            <>
              opened {openCount} {openCount === 1 ? "time" : "times"}, last{" "}
              <RelativeTime value={lastOpenedAt} />
            </>
          ) : (
            "not opened yet"
          )}
        </span>
      </span>
      <Button size="sm" variant="danger-outline" loading={ending} onClick={() => void end()}>
        End link
      </Button>
    </li>
  );
}

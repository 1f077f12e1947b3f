"use client";

import { Link } from "@/components/ui/link";
import { useAnswer } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/times";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { DeliveryBadge } from "@/components/webhooks/delivery-marks";
import { listDeliveries } from "@/lib/webhooks/deliveries/contract";

export type CaptureDeliveriesProps = {
  requestId: string;
  address: InboxAddress;
  /** The page of the inbox's rules. */
  href: string;
};

/** Where a capture was forwarded, and what came of it; nothing where no rule takes it. */
export function CaptureDeliveries({ requestId, address, href }: CaptureDeliveriesProps) {
  const { data = [] } = useAnswer(listDeliveries, { ...address, requestId });
  if (data.length === 0) return null;
  return (
    <section aria-label="Forwarded" className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm">
      <Link href={href} className="text-ink-mute text-xs hover:text-ink">
        Forwarded
      </Link>
      {data.map(({ id, state, ruleName, statusCode, nextTryAt }) => (
        <span key={id} className="inline-flex min-w-0 flex-wrap items-center gap-1.5">
          <DeliveryBadge state={state} />
          <span className="min-w-0 break-words text-ink">{ruleName}</span>
          <span className="text-ink-mute text-xs tabular-nums">
            {statusCode}
            {nextTryAt ? (
              <>
                {statusCode === null ? "" : ", "}next try <RelativeTime value={nextTryAt} />
              </>
            ) : null}
          </span>
        </span>
      ))}
    </section>
  );
}

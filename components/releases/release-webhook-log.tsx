"use client";

import { RotateCw } from "lucide-react";
import { eventNames, stateTones, stateWords } from "@/components/releases/webhook-words";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { messageOf } from "@/components/ui/form-problem";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";
import { SkeletonRows } from "@/components/ui/waiting";
import {
  listReleaseWebhookDeliveries,
  type ReleaseWebhookDelivery,
  resendReleaseWebhookDelivery,
} from "@/lib/releases/webhook-deliveries/contract";

type Place = { projectId: string; releaseWebhookId: string };
export type ReleaseWebhookLogProps = {
  place: Place;
  url: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** How many deliveries the log shows. The API has the others. */
const shownMax = 50;

/** What a webhook was told of late, and what came of it. */
export function ReleaseWebhookLog({ place, url, ...control }: ReleaseWebhookLogProps) {
  return (
    <Dialog title="Deliveries" description={url} size="lg" {...control}>
      <Deliveries place={place} />
    </Dialog>
  );
}

function Deliveries({ place }: { place: Place }) {
  const input = { ...place, limit: shownMax };
  const { data, error } = useAnswer(listReleaseWebhookDeliveries, input, { watch: 1500 });
  if (!data)
    return error ? <FormAlert>{messageOf(error)}</FormAlert> : <SkeletonRows label="Loading the log" />;
  if (data.length === 0) {
    return (
      <p className="rounded-lg border border-line border-dashed px-4 py-8 text-center text-ink-mute text-sm">
        Nothing was sent yet. The next release that is published shows here.
      </p>
    );
  }
  return (
    <ul aria-label="Deliveries" className="flex flex-col divide-y divide-line">
      {data.map((delivery) => (
        <Delivery key={delivery.id} place={place} delivery={delivery} />
      ))}
    </ul>
  );
}

function Delivery({ place, delivery }: { place: Place; delivery: ReleaseWebhookDelivery }) {
  const write = useWrite();
  const toast = useToast();
  const { id, title, type, state, statusCode, error, tries, nextTryAt, createdAt } = delivery;
  const resend = async () => {
    try {
      await write(resendReleaseWebhookDelivery, { ...place, releaseDeliveryId: id });
      toast.success("It is sent again");
    } catch (failure) {
      toast.error("It could not be sent again", { description: messageOf(failure) });
    }
  };
  return (
    <li className="flex min-w-0 items-start gap-3 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <Badge dot tone={stateTones[state]}>
            {stateWords[state]}
          </Badge>
          <span className="min-w-0 break-words text-ink">{title}</span>
          <span className="text-ink-mute">{eventNames[type]}</span>
        </p>
        <p className="break-words text-ink-mute text-xs">
          <RelativeTime value={createdAt} />
          {statusCode === null || error ? null : `, answered with ${statusCode}`}
          {tries > 1 ? `, ${tries} tries` : null}
          {nextTryAt ? (
            <>
              , next try <RelativeTime value={nextTryAt} />
            </>
          ) : null}
          {error ? `. ${error}` : null}
        </p>
      </div>
      <Button size="sm" variant="ghost" onClick={() => void resend()} aria-label={`Send “${title}” again`}>
        <RotateCw aria-hidden />
        {state === "pending" ? "Send now" : "Send again"}
      </Button>
    </li>
  );
}

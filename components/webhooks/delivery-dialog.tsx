"use client";

import { RotateCw } from "lucide-react";
import { AnswerBody } from "@/components/mocks/answer-view";
import { StatusCode } from "@/components/mocks/http-marks";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { CopiedText } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { messageOf } from "@/components/ui/form-problem";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { RelativeTime } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";
import { SkeletonRows } from "@/components/ui/waiting";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { DeliveryBadge } from "@/components/webhooks/delivery-marks";
import type { Output } from "@/lib/operations/operation";
import { getDelivery, resendDelivery } from "@/lib/webhooks/deliveries/contract";

export type DeliveryDialogProps = {
  address: InboxAddress;
  deliveryId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** One delivery with all its tries. */
export function DeliveryDialog({ address, deliveryId, ...control }: DeliveryDialogProps) {
  return (
    <Dialog
      title="Delivery"
      description="Each time that this request was sent, and what came back."
      size="lg"
      {...control}
    >
      <Delivery address={address} deliveryId={deliveryId} />
    </Dialog>
  );
}

function Delivery({ address, deliveryId }: Pick<DeliveryDialogProps, "address" | "deliveryId">) {
  const { data, error } = useAnswer(getDelivery, { ...address, deliveryId }, { watch: 1500 });
  const resend = useResend(address);
  if (!data)
    return error ? <FormAlert>{messageOf(error)}</FormAlert> : <SkeletonRows label="Loading the delivery" />;
  const { state, method, path, ruleName, nextTryAt, error: reason, log } = data;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <DeliveryBadge state={state} />
        <span className="min-w-0 break-all font-mono text-xs">
          {method} {path || "/"}
        </span>
        <span className="text-ink-mute">to {ruleName}</span>
        {nextTryAt ? (
          <span className="text-ink-mute">
            next try <RelativeTime value={nextTryAt} />
          </span>
        ) : null}
        <Button size="sm" className="ml-auto" onClick={() => void resend(deliveryId)}>
          <RotateCw aria-hidden />
          {state === "pending" ? "Send now" : "Send again"}
        </Button>
      </div>
      {reason ? <p className="break-words text-ink-soft text-sm">{reason}</p> : null}
      <p className="text-ink-mute text-xs">
        X-Fieldkit-Delivery <CopiedText text={data.id} what="delivery id" />
      </p>
      {log.length === 0 ? (
        <p className="text-ink-mute text-sm">It was not sent yet.</p>
      ) : (
        <ol aria-label="Tries" className="flex flex-col gap-3">
          {log.toReversed().map((each) => (
            <Try key={each.number} tried={each} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Try({ tried }: { tried: Output<typeof getDelivery>["log"][number] }) {
  const { number, at, durationMs, statusCode, error, answer, answerEncoding, answerTruncated } = tried;
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-medium text-ink">Try {number}</span>
        {statusCode === null ? <span className="text-red">no answer</span> : <StatusCode code={statusCode} />}
        <span className="text-ink-mute">
          <RelativeTime value={at} />
        </span>
        <span className="ml-auto font-mono text-ink-mute text-xs tabular-nums">{durationMs} ms</span>
      </p>
      {error && statusCode === null ? <p className="break-words text-ink-soft text-sm">{error}</p> : null}
      {answer ? (
        <>
          <AnswerBody text={answer} label={`Answer to try ${number}`} />
          {answerEncoding === "base64" || answerTruncated ? (
            <p className="text-ink-mute text-xs">
              {[answerEncoding === "base64" && "As base64.", answerTruncated && "Only the first 4 KiB."]
                .filter(Boolean)
                .join(" ")}
            </p>
          ) : null}
        </>
      ) : null}
    </li>
  );
}

/** Sends a delivery again, and says so. */
export function useResend(address: InboxAddress) {
  const write = useWrite();
  const toast = useToast();
  return async (deliveryId: string) => {
    try {
      await write(resendDelivery, { ...address, deliveryId });
      toast.success("It is sent again");
    } catch (error) {
      toast.error("It could not be sent again", { description: messageOf(error) });
    }
  };
}

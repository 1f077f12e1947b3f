"use client";

import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { get, useFormContext, useWatch } from "react-hook-form";
import { type BehaviourFormValues, sendingText } from "@/components/mocks/behaviour-values";
import type { SendingFieldsProps } from "@/components/mocks/sending-fields";
import { cn } from "@/components/ui/cn";
import { laterComponent } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/waiting";

const SendingFields = laterComponent<SendingFieldsProps>(
  () => import("@/components/mocks/sending-fields").then((file) => file.SendingFields),
  <Skeleton className="h-32 w-full" />,
);

const parts = ["delayDistribution", "bytesPerSecond", "fault"] as const;
type Sending = Pick<BehaviourFormValues, (typeof parts)[number]>;

/** How late, how slowly and how faultily an answer is sent: a line, and its fields where something is set. */
export function SendingField({ within }: SendingFieldsProps) {
  const { errors, submitCount } = useFormContext().formState;
  const [delayDistribution, bytesPerSecond, fault] = useWatch({
    name: parts.map((part) => `${within}${part}`),
  }) as [Sending["delayDistribution"], string, Sending["fault"]];
  const said = sendingText({ delayDistribution, bytesPerSecond, fault });
  const isFaulty = parts.some((part) => get(errors, `${within}${part}`));
  const [isOpen, setOpen] = useState(said !== "" || isFaulty);
  const [seen, setSeen] = useState(submitCount);
  const id = useId();
  // A problem can only be seen, and get the focus, where its field is.
  if (seen !== submitCount) {
    setSeen(submitCount);
    if (isFaulty) setOpen(true);
  }
  return (
    <div className="min-w-0 rounded-md border border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full min-w-0 items-start gap-2.5 rounded-md px-3 py-2 text-left hover:bg-hover touch:py-3"
      >
        <ChevronRight
          aria-hidden
          className={cn("mt-0.5 size-4 shrink-0 text-ink-mute transition-transform", isOpen && "rotate-90")}
        />
        <span className="min-w-0 flex-1 text-sm">
          <span className="font-medium text-ink">Delay and faults</span>{" "}
          <span className="break-words text-ink-mute">{said}</span>
        </span>
      </button>
      <div id={id} hidden={!isOpen} className="border-line border-t px-4 py-4">
        {isOpen ? <SendingFields within={within} /> : null}
      </div>
    </div>
  );
}

"use client";

import { useMemo, useState } from "react";
import { byteSize } from "@/components/ui/byte-size";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { TextDiff } from "@/components/ui/text-diff";
import { ClockTime } from "@/components/ui/times";
import { Skeleton } from "@/components/ui/waiting";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import {
  comparedBody,
  comparedBytesMax,
  comparedHead,
  likelyPartner,
} from "@/components/webhooks/compared-texts";
import { targetOf } from "@/components/webhooks/raw-request";
import { useCaptureBody } from "@/components/webhooks/use-capture-body";
import { summaryOf } from "@/lib/webhooks/capture-summary";
import type { CapturedRequest } from "@/lib/webhooks/contract";

export type CompareDialogProps = {
  request: CapturedRequest;
  /** All captures of the inbox, newest first. */
  all: readonly CapturedRequest[];
  address: InboxAddress;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** What differs between a capture and another one of the inbox. */
export function CompareDialog({ request, all, address, open, onOpenChange }: CompareDialogProps) {
  return (
    <Dialog
      title={`Compare request ${request.sequence}`}
      description="What is different, from the older of the two to the newer one."
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
    >
      <Comparison key={request.id} request={request} all={all} address={address} />
    </Dialog>
  );
}

type ComparisonProps = Pick<CompareDialogProps, "request" | "all" | "address">;

function Comparison({ request, all, address }: ComparisonProps) {
  const others = all.filter(({ id }) => id !== request.id);
  const [chosen, setChosen] = useState(() => likelyPartner(request, others)?.id);
  const other = others.find(({ id }) => id === chosen);
  if (others.length === 0) {
    return (
      <p className="py-6 text-center text-ink-mute text-sm">
        There is no other request to compare it with yet.
      </p>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Field label="Compare with">
        <Select
          mono
          options={others.map((each) => ({ value: each.id, label: labelOf(each) }))}
          value={other?.id ?? null}
          onValueChange={setChosen}
        />
      </Field>
      {other ? (
        <Differences key={other.id} pair={inOrder(request, other)} address={address} />
      ) : (
        <Callout tone="warning">That request is not here any more. Choose another one.</Callout>
      )}
    </div>
  );
}

type Pair = readonly [before: CapturedRequest, after: CapturedRequest];

const inOrder = (one: CapturedRequest, other: CapturedRequest): Pair =>
  one.sequence < other.sequence ? [one, other] : [other, one];

function labelOf(request: CapturedRequest) {
  const { sequence, method, receivedAt } = request;
  return (
    <>
      {sequence} · {method} {summaryOf(request).event ?? targetOf(request)} · <ClockTime value={receivedAt} />
    </>
  );
}

function Differences({ pair: [before, after], address }: { pair: Pair; address: InboxAddress }) {
  return (
    <>
      <section className="flex min-w-0 flex-col gap-1.5">
        <h3 className="font-medium text-ink text-sm">Request line and headers</h3>
        <TextDiff
          before={comparedHead(before)}
          after={comparedHead(after)}
          label="Differences of the headers"
        />
      </section>
      <section className="flex min-w-0 flex-col gap-1.5">
        <h3 className="font-medium text-ink text-sm">Body</h3>
        <BodyDifferences pair={[before, after]} address={address} />
      </section>
    </>
  );
}

function BodyDifferences({ pair: [before, after], address }: { pair: Pair; address: InboxAddress }) {
  const [older, newer] = [useCaptureBody(before, address), useCaptureBody(after, address)];
  const oldBytes = older.kind === "ready" ? older.bytes : undefined;
  const newBytes = newer.kind === "ready" ? newer.bytes : undefined;
  const texts = useMemo(
    () => oldBytes && newBytes && ([comparedBody(oldBytes), comparedBody(newBytes)] as const),
    [oldBytes, newBytes],
  );
  const problem = [older, newer].find(({ kind }) => kind === "gone" || kind === "failed");
  if (problem) {
    return (
      <Callout tone="warning">
        {problem.kind === "failed" ? problem.problem : "The body of one of the two is no longer kept."}
      </Callout>
    );
  }
  if (!texts) return <Skeleton className="h-24" />;
  const [old, young] = texts;
  if (old === undefined || young === undefined) {
    return (
      <p className="rounded-lg border border-line bg-surface px-4 py-6 text-center text-ink-mute text-sm">
        Not text: {byteSize(before.size)} and {byteSize(after.size)}.
      </p>
    );
  }
  const isCut = Math.max(before.size, after.size) > comparedBytesMax;
  return (
    <>
      <TextDiff before={old} after={young} label="Differences of the bodies" />
      {isCut ? (
        <p className="text-ink-mute text-xs">The first {byteSize(comparedBytesMax)} of each are compared.</p>
      ) : null}
    </>
  );
}

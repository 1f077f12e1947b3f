"use client";

import { Download } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { byteSize } from "@/components/ui/byte-size";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import { saveFile } from "@/components/ui/save-file";
import { type Segment, Segments } from "@/components/ui/segments";
import { Skeleton } from "@/components/ui/waiting";
import { type BodyReading, parsedBytesMax, readBody } from "@/components/webhooks/body-reading";
import { HexView, TextView } from "@/components/webhooks/body-views";
import { bodyFileName } from "@/components/webhooks/curl-of-capture";
import { PairList } from "@/components/webhooks/pair-list";
import type { CaptureBody } from "@/components/webhooks/use-capture-body";
import type { CapturedRequest } from "@/lib/webhooks/contract";

export type BodyShape = "tree" | "form" | "text" | "hex";

export type CaptureBodyProps = {
  request: CapturedRequest;
  body: CaptureBody;
  /** What the reader chose last; another shape shows where the body does not have it. */
  wanted: BodyShape | undefined;
  onWanted: (shape: BodyShape) => void;
};

export function CaptureBodyView({ request, body, ...choice }: CaptureBodyProps) {
  if (request.size === 0) return <Note>This request has no body.</Note>;
  if (body.kind !== "ready") return <Pending body={body} size={request.size} />;
  return (
    <BodyPanel
      key={request.id}
      bytes={body.bytes}
      size={request.size}
      type={request.headers["content-type"]}
      fileName={bodyFileName(request)}
      {...choice}
    />
  );
}

export type BodyPanelProps = Pick<CaptureBodyProps, "wanted" | "onWanted"> & {
  bytes: Uint8Array;
  /** Of the whole body, of which the bytes may be the beginning. */
  size: number;
  type: string | undefined;
  fileName: string;
};

/** A body in the shapes that it can be looked at in. */
export function BodyPanel({ bytes, size, type, fileName, wanted, onWanted }: BodyPanelProps) {
  const reading = useMemo(() => readBody(bytes, type), [bytes, type]);
  const shapes = shapesOf(reading);
  const best = shapes.find(({ disabled }) => !disabled)?.value ?? "hex";
  const shape = shapes.some(({ value, disabled }) => value === wanted && !disabled) ? (wanted ?? best) : best;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Segments label="Show the body as" segments={shapes} value={shape} onChange={onWanted} />
        <span className="min-w-0 break-all text-ink-mute text-xs max-sm:order-last max-sm:basis-full">
          {type ?? "no content type"} · {byteSize(size)}
        </span>
        <span className="ml-auto flex items-center gap-1">
          {reading.text === undefined ? null : <CopyButton text={reading.text} what="body" />}
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Download body"
            onClick={() => saveFile(fileName, [new Uint8Array(reading.bytes)])}
          >
            <Download aria-hidden />
          </Button>
        </span>
      </div>
      <Shown shape={shape} reading={reading} />
    </div>
  );
}

function shapesOf({ bytes, text, json, form }: BodyReading): Segment<BodyShape>[] {
  const large = bytes.length > parsedBytesMax;
  const whyNoTree = large ? `Only bodies up to ${byteSize(parsedBytesMax)} become a tree` : "Not JSON";
  return [
    form
      ? { value: "form", label: "Form" }
      : json.valid
        ? { value: "tree", label: "Tree" }
        : { value: "tree", label: "Tree", disabled: true, title: whyNoTree },
    text === undefined
      ? { value: "text", label: "Text", disabled: true, title: "Not UTF-8" }
      : { value: "text", label: "Text" },
    { value: "hex", label: "Hex" },
  ];
}

/** Short bodies start fully open; long ones only to a depth that fits the screen. */
function openDepth(bytes: number): number {
  if (bytes <= 4 * 1024) return 8;
  return bytes <= 64 * 1024 ? 2 : 1;
}

function Shown({ shape, reading }: { shape: BodyShape; reading: BodyReading }) {
  const { bytes, text = "", json, form = [] } = reading;
  if (shape === "hex") return <HexView bytes={bytes} label="Body as hex" />;
  if (shape === "form") return <PairList label="Fields of the form" pairs={form} />;
  if (shape === "tree" && json.valid) {
    return <JsonView bare value={json.value} label="Body" openDepth={openDepth(bytes.length)} />;
  }
  return (
    <>
      {!json.valid && json.problem ? (
        <p className="break-words text-amber text-xs">
          It looks like JSON but cannot be read as such: {json.problem}
        </p>
      ) : null}
      <TextView text={text} label="Body as text" />
    </>
  );
}

function Pending({ body, size }: { body: CaptureBody; size: number }) {
  if (body.kind === "failed") {
    return (
      <Callout
        tone="danger"
        title="The body could not be loaded"
        actions={
          <Button size="sm" onClick={body.retry}>
            Try again
          </Button>
        }
      >
        {body.problem}
      </Callout>
    );
  }
  if (body.kind === "gone") {
    return <Note>The body is no longer kept: the request was deleted or is older than 12 hours.</Note>;
  }
  return (
    <div role="status" className="flex flex-col gap-2.5 rounded-lg border border-line bg-sunken p-4">
      <span className="text-ink-mute text-xs">Loading {byteSize(size)}…</span>
      <Skeleton className="w-2/5" />
      <Skeleton className="w-3/5" />
      <Skeleton className="w-1/3" />
    </div>
  );
}

function Note({ children }: { children: string }) {
  return (
    <p className="rounded-lg border border-line border-dashed px-4 py-8 text-center text-ink-mute text-sm">
      {children}
    </p>
  );
}

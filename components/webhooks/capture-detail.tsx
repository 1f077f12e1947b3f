"use client";

import { useState } from "react";
import { MethodBadge } from "@/components/mocks/http-marks";
import { byteSize } from "@/components/ui/byte-size";
import { CodeSnippet } from "@/components/ui/code-snippet";
import { CopyButton } from "@/components/ui/copy-button";
import { Tabs } from "@/components/ui/tabs";
import { ClockTime, RelativeTime } from "@/components/ui/times";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { type BodyShape, CaptureBodyView } from "@/components/webhooks/capture-body";
import { CaptureDeliveries } from "@/components/webhooks/capture-deliveries";
import { HandshakeLine } from "@/components/webhooks/handshake-line";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { ClampedText, PairList } from "@/components/webhooks/pair-list";
import { queryPairs, rawHead, targetOf } from "@/components/webhooks/raw-request";
import { SignatureNote } from "@/components/webhooks/signature-badge";
import { spanBetween } from "@/components/webhooks/span-between";
import { type CaptureBody, useCaptureBody } from "@/components/webhooks/use-capture-body";
import type { CapturedRequest } from "@/lib/webhooks/contract";

/** What the reader looks at stays the same from one capture to the next. */
export type DetailChoice = { tab: string; shape: BodyShape | undefined };

export type CaptureDetailProps = {
  request: CapturedRequest;
  /** The previous capture, if it is still kept. */
  previous: CapturedRequest | undefined;
  address: InboxAddress;
  inbox: Webhook;
  forwardingHref: string;
  choice: DetailChoice;
  onChoice: (choice: DetailChoice) => void;
  actions: React.ReactNode;
  note: React.ReactNode;
};

export function CaptureDetail(props: CaptureDetailProps) {
  const { request, previous, address, inbox, forwardingHref, choice, onChoice, actions, note } = props;
  const body = useCaptureBody(request, address);
  const query = queryPairs(request);
  const count = (number: number) => <span className="text-ink-mute text-xs tabular-nums">{number}</span>;
  return (
    <article aria-label={`Request ${request.sequence}`} className="flex min-w-0 flex-col gap-5">
      <header className="flex min-w-0 flex-col gap-3">
        <h2 className="flex min-w-0 items-start gap-2.5">
          <MethodBadge method={request.method} className="mt-0.5" />
          <span className="min-w-0 break-all font-mono text-ink text-sm">
            <ClampedText key={request.id} text={targetOf(request)} longest={240} />
          </span>
        </h2>
        <Facts request={request} previous={previous} />
        <HandshakeLine request={request} inbox={inbox} />
        {request.signature ? <SignatureNote signature={request.signature} /> : null}
        <CaptureDeliveries requestId={request.id} address={address} href={forwardingHref} />
        {actions}
        {note}
      </header>
      <Tabs
        label="Parts of the request"
        value={choice.tab}
        onValueChange={(tab) => onChoice({ ...choice, tab })}
        items={[
          {
            value: "body",
            label: "Body",
            content: (
              <CaptureBodyView
                request={request}
                body={body}
                wanted={choice.shape}
                onWanted={(shape) => onChoice({ ...choice, shape })}
              />
            ),
          },
          {
            value: "headers",
            label: <>Headers {count(request.rawHeaders.length)}</>,
            content: <Headers request={request} />,
          },
          {
            value: "query",
            label: <>Query {count(query.length)}</>,
            content:
              query.length > 0 ? (
                <PairList key={request.id} label="Query" pairs={query} />
              ) : (
                <p className="text-ink-mute text-sm">The address has no query.</p>
              ),
          },
          { value: "raw", label: "Raw", content: <Raw request={request} body={body} /> },
        ]}
      />
    </article>
  );
}

function Facts({ request, previous }: Pick<CaptureDetailProps, "request" | "previous">) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      <Fact name="Received">
        <ClockTime value={request.receivedAt} whole className="tabular-nums" />
        <span className="text-ink-mute">
          <RelativeTime value={request.receivedAt} />
        </span>
      </Fact>
      <Fact name="From">
        <span className="break-all font-mono text-xs leading-5">{request.ip}</span>
      </Fact>
      <Fact name="Body">{byteSize(request.size)}</Fact>
      <Fact name="Number">{request.sequence}</Fact>
      {request.pinnedAt ? (
        <Fact name="Pinned">
          <RelativeTime value={request.pinnedAt} />
        </Fact>
      ) : null}
      {previous ? (
        <Fact name={`Since number ${previous.sequence}`}>
          {spanBetween(previous.receivedAt, request.receivedAt)}
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-ink-mute text-xs">{name}</dt>
      <dd className="flex min-w-0 flex-wrap gap-x-2 text-ink">{children}</dd>
    </div>
  );
}

function Headers({ request }: { request: CapturedRequest }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center justify-between gap-3 text-ink-mute text-xs">
        As they were received, in their order.
        <CopyButton
          text={request.rawHeaders.map(([name, value]) => `${name}: ${value}`).join("\n")}
          what="headers"
          showLabel
        />
      </p>
      <PairList key={request.id} label="Headers" pairs={request.rawHeaders} />
    </div>
  );
}

const rawBodyShown = 20_000;

/** The request as text, for pasting into a report. */
function Raw({ request, body }: { request: CapturedRequest; body: CaptureBody }) {
  const [decoder] = useState(() => new TextDecoder());
  const begin = body.kind === "ready" ? decoder.decode(body.bytes.subarray(0, rawBodyShown)) : "…";
  const rest = request.size > rawBodyShown ? `\n… ${byteSize(request.size - rawBodyShown)} more` : "";
  const text = request.size === 0 ? rawHead(request) : `${rawHead(request)}\n\n${begin}${rest}`;
  return <CodeSnippet code={text} label="Raw request" wrap />;
}

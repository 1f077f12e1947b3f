"use client";

import { Route, Terminal } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { outcomeWords } from "@/components/mocks/call-words";
import { AnswerMark, OutcomeBadge } from "@/components/mocks/calls-panel";
import { MethodBadge } from "@/components/mocks/http-marks";
import { newMockHref } from "@/components/mocks/mock-from-call";
import { Button } from "@/components/ui/button";
import { byteSize } from "@/components/ui/byte-size";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { useAnswer } from "@/components/ui/queries";
import { Tabs } from "@/components/ui/tabs";
import { ClockTime, RelativeTime } from "@/components/ui/times";
import { Skeleton } from "@/components/ui/waiting";
import { BodyPanel, type BodyShape } from "@/components/webhooks/capture-body";
import { ClampedText, PairList } from "@/components/webhooks/pair-list";
import { queryPairs } from "@/components/webhooks/raw-request";
import { bytesOf } from "@/components/webhooks/whole-capture";
import { getMockCall, type MockCall, type WholeMockCall } from "@/lib/mocks/calls/contract";

/** What the reader looks at stays the same from one call to the next. */
export type CallChoice = { tab: string; shape: BodyShape | undefined };

export type CallDetailProps = {
  call: MockCall;
  /** What the mock sent after this call. */
  callbacks: readonly MockCall[];
  /** Address of the list of mocks. */
  base: string;
  choice: CallChoice;
  onChoice: (choice: CallChoice) => void;
  onSelect: (id: string) => void;
  onCopyCurl: (call: MockCall) => void;
};

/** All of a call: what was asked, what was answered, by which mock, and why. */
export function CallDetail(props: CallDetailProps) {
  const { call, callbacks, base, onSelect } = props;
  return (
    <article aria-label={`Call ${call.sequence}`} className="flex min-w-0 flex-col gap-5">
      <header className="flex min-w-0 flex-col gap-3">
        <h2 className="flex min-w-0 items-start gap-2.5">
          <MethodBadge method={call.method} className="mt-0.5" />
          <span className="min-w-0 break-all font-mono text-ink text-sm">
            <ClampedText key={call.id} text={call.target} longest={240} />
          </span>
        </h2>
        <Facts call={call} base={base} />
        <Reason call={call} />
        <div className="flex flex-wrap gap-2">
          {call.kind === "call" ? (
            <Button size="sm" href={newMockHref(base, call.id)}>
              <Route aria-hidden />
              Make a mock from this
            </Button>
          ) : null}
          <Button size="sm" onClick={() => props.onCopyCurl(call)}>
            <Terminal aria-hidden />
            Copy as cURL
          </Button>
        </div>
        <Related call={call} callbacks={callbacks} onSelect={onSelect} />
      </header>
      <Parts key={call.id} {...props} />
    </article>
  );
}

function Facts({ call, base }: { call: MockCall; base: string }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      <Fact name="Answer">
        <AnswerMark call={call} />
        <OutcomeBadge call={call} />
      </Fact>
      {call.mockId ? (
        <Fact name="Mock">
          <Link href={`${base}/${call.mockId}`} className="break-words underline underline-offset-2">
            {call.mockName ?? "A deleted mock"}
          </Link>
          {call.responseName ? <span className="text-ink-mute">{call.responseName}</span> : null}
        </Fact>
      ) : null}
      <Fact name="Received">
        <ClockTime value={call.receivedAt} whole className="tabular-nums" />
        <span className="text-ink-mute">
          <RelativeTime value={call.receivedAt} />
        </span>
      </Fact>
      <Fact name="Took">{call.durationMs} ms</Fact>
      {call.ip ? (
        <Fact name="From">
          <span className="break-all font-mono text-xs leading-5">{call.ip}</span>
        </Fact>
      ) : null}
      {call.kind === "callback" ? <Fact name="Tries">{call.attempts}</Fact> : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-ink-mute text-xs">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 text-ink">{children}</dd>
    </div>
  );
}

const reasonTitles: Partial<Record<NonNullable<MockCall["outcome"]>, string>> = {
  mock: "The response has a problem",
  miss: "No mock answered",
  failure: "The answer could not be made",
};

function Reason({ call: { outcome, reason } }: { call: MockCall }) {
  if (!reason) return null;
  const title =
    (outcome && reasonTitles[outcome]) ?? (outcome ? outcomeWords[outcome].label : "The callback failed");
  return (
    <Callout tone={outcome === "miss" || outcome === "mock" ? "warning" : "danger"} title={title}>
      <span className="break-words">{reason}</span>
    </Callout>
  );
}

/** Callbacks below their call, and the call above its callback. */
function Related({ call, callbacks, onSelect }: Pick<CallDetailProps, "call" | "callbacks" | "onSelect">) {
  if (call.callId) {
    const { callId } = call;
    return (
      <Button variant="ghost" size="sm" className="-ml-2 w-fit" onClick={() => onSelect(callId)}>
        Show the call that caused it
      </Button>
    );
  }
  if (callbacks.length === 0) return null;
  return (
    <ul
      aria-label="Callbacks"
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
    >
      {callbacks.map((callback) => (
        <li key={callback.id}>
          <button
            type="button"
            onClick={() => onSelect(callback.id)}
            className="flex w-full min-w-0 items-center gap-2 px-3.5 py-2 text-left hover:bg-hover/55 focus-visible:-outline-offset-2"
          >
            <span className="shrink-0 text-ink-mute text-xs">Callback</span>
            <MethodBadge method={callback.method} />
            <span className="min-w-0 flex-1 truncate font-mono text-xs">{callback.target}</span>
            <AnswerMark call={callback} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Parts({ call, choice, onChoice }: CallDetailProps) {
  // What was logged never changes.
  const { data, error } = useAnswer(
    getMockCall,
    { projectId: call.projectId, callId: call.id },
    { watch: false },
  );
  if (error) {
    return (
      <Callout tone="warning" title="Headers and bodies are not here any more">
        {error.message}
      </Callout>
    );
  }
  if (!data) {
    return (
      <div role="status" className="flex flex-col gap-2.5 rounded-lg border border-line bg-sunken p-4">
        <span className="text-ink-mute text-xs">Loading…</span>
        <Skeleton className="w-2/5" />
        <Skeleton className="w-3/5" />
      </div>
    );
  }
  const query = queryPairs({ rawUrl: call.target });
  const onWanted = (shape: BodyShape) => onChoice({ ...choice, shape });
  return (
    <Tabs
      label="Parts of the call"
      value={choice.tab}
      onValueChange={(tab) => onChoice({ ...choice, tab })}
      items={[
        {
          value: "answer",
          label: "Answer",
          content: <Side whole={data} of="response" wanted={choice.shape} onWanted={onWanted} />,
        },
        {
          value: "request",
          label: "Request",
          content: (
            <div className="flex flex-col gap-5">
              {query.length > 0 ? <PairList label="Query" pairs={query} /> : null}
              <Side whole={data} of="request" wanted={choice.shape} onWanted={onWanted} />
            </div>
          ),
        },
      ]}
    />
  );
}

type SideProps = {
  whole: WholeMockCall;
  of: "request" | "response";
  wanted: BodyShape | undefined;
  onWanted: (shape: BodyShape) => void;
};

/** Body and headers of a request or its answer. */
function Side({ whole, of, wanted, onWanted }: SideProps) {
  const [headers, body, bodyEncoding, size, isCut] =
    of === "request"
      ? [
          whole.requestHeaders,
          whole.requestBody,
          whole.requestBodyEncoding,
          whole.requestSize,
          whole.requestBodyTruncated,
        ]
      : [
          whole.responseHeaders,
          whole.responseBody,
          whole.responseBodyEncoding,
          whole.responseSize,
          whole.responseBodyTruncated,
        ];
  const bytes = useMemo(() => bytesOf({ body, bodyEncoding }), [body, bodyEncoding]);
  const [type] = headers.flatMap(([name, value]) => (name.toLowerCase() === "content-type" ? [value] : []));
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {bytes.byteLength > 0 ? (
        <div className="flex min-w-0 flex-col gap-2">
          <BodyPanel
            bytes={bytes}
            size={size ?? bytes.byteLength}
            type={type}
            fileName={`call-${whole.sequence}-${of}.bin`}
            wanted={wanted}
            onWanted={onWanted}
          />
          {isCut ? (
            <p className="text-ink-mute text-xs">
              The log keeps the first {byteSize(bytes.byteLength)}
              {size === null ? "" : ` of ${byteSize(size)}`}.
            </p>
          ) : null}
        </div>
      ) : (
        <p className="text-ink-mute text-sm">
          {size ? `A body of ${byteSize(size)}, of which nothing was kept.` : "No body."}
        </p>
      )}
      {headers.length > 0 ? <PairList label="Headers" pairs={headers} /> : null}
    </div>
  );
}

"use client";

import { Send } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { AnswerViewProps } from "@/components/mocks/answer-view";
import type { Mock } from "@/components/mocks/mock-form-values";
import {
  type TestAnswer,
  type TestOutcome,
  typeOf,
  useTestRequest,
} from "@/components/mocks/use-test-request";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { curlCommand } from "@/components/ui/curl-command";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { laterComponent } from "@/components/ui/later";
import { Select } from "@/components/ui/select";
import { useLasting } from "@/components/ui/use-lasting";

const AnswerView = laterComponent<AnswerViewProps>(() =>
  import("@/components/mocks/answer-view").then((file) => file.AnswerView),
);

export type TestRequestProps = {
  mock: Pick<Mock, "method" | "endpoint" | "enabled" | "delayMs">;
  mockBaseUrl: string;
};

/** Calls the saved mock on the project's own host, from this browser. */
export function TestRequest({ mock, mockBaseUrl }: TestRequestProps) {
  const { method, endpoint, enabled, delayMs } = mock;
  const [chosen, setChosen] = useState<string>(method);
  const [path, setPath] = useState(endpoint);
  const [body, setBody] = useState("");
  const { sending, outcome, send, cancel } = useTestRequest();
  const lasting = useLasting(sending);
  const sendButton = useRef<HTMLButtonElement>(null);
  const takesBody = method !== "GET";
  const url = new URL(`${mockBaseUrl}/${path.replace(/^\/+/, "")}`).href;
  const sentBody = takesBody ? body : "";
  const command = curlCommand({
    method: chosen,
    url,
    flags: chosen === "HEAD" ? [] : ["-i"],
    ...(sentBody && { body: { text: sentBody, type: typeOf(sentBody) } }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!sending) void send(chosen, url, sentBody);
  }

  function giveUp() {
    cancel();
    // The button that was pressed is removed, so the focus has to move.
    sendButton.current?.focus();
  }

  return (
    <Card
      title="Send a test request"
      description="Really calls the mock as it was last saved."
      className="xl:sticky xl:top-18"
    >
      <form method="post" onSubmit={submit} className="flex flex-col gap-4">
        {enabled ? null : (
          <Callout tone="warning">This mock is switched off, so the answer will be 404.</Callout>
        )}
        <RequestLine method={method} chosen={chosen} setChosen={setChosen} path={path} setPath={setPath} />
        <PlaceholderNote path={path} />
        {takesBody ? (
          <Field label="Request body" optional>
            <Textarea mono rows={4} value={body} onChange={(event) => setBody(event.target.value)} />
          </Field>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button ref={sendButton} type="submit" variant="primary" loading={sending}>
            <Send aria-hidden />
            Send request
          </Button>
          <CopyButton text={command} what="curl" showLabel variant="secondary" size="md" />
        </div>
      </form>
      {lasting ? <TestWaiting delayMs={enabled ? delayMs : 0} onCancel={giveUp} /> : null}
      <Outcome outcome={lasting ? null : outcome} />
    </Card>
  );
}

function PlaceholderNote({ path }: { path: string }) {
  const open = path.match(/:[A-Za-z_]\w*(?=\/|$)|\*$/g);
  if (!open) return null;
  return (
    <p className="-mt-1.5 text-ink-mute text-xs">
      Replace <code className="text-ink-soft">{open.join(", ")}</code> with values to call a real path.
    </p>
  );
}

type RequestLineProps = {
  method: string;
  chosen: string;
  setChosen: (method: string) => void;
  path: string;
  setPath: (path: string) => void;
};

/** A mock for GET answers HEAD too; for other mocks there is nothing to choose. */
function RequestLine({ method, chosen, setChosen, path, setPath }: RequestLineProps) {
  const methods = method === "GET" ? ["GET", "HEAD"] : [method];
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2">
      <Field label="Method">
        <Select
          mono
          options={methods.map((value) => ({ value, label: value }))}
          value={chosen}
          onValueChange={setChosen}
          disabled={method !== "GET"}
        />
      </Field>
      <Field label="Path">
        <Input
          mono
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={path}
          onChange={(event) => setPath(event.target.value)}
        />
      </Field>
    </div>
  );
}

function Outcome({ outcome }: { outcome: TestOutcome | null }) {
  return (
    <div aria-live="polite" className="not-empty:mt-4">
      {outcome && "failure" in outcome ? (
        <Callout tone="danger" title="No answer">
          {outcome.failure}
        </Callout>
      ) : null}
      {outcome && "cancelledAfterMs" in outcome ? (
        <p className="text-ink-mute text-sm">
          Cancelled after {(outcome.cancelledAfterMs / 1000).toFixed(1)} s. The mock may have been called
          nevertheless.
        </p>
      ) : null}
      {outcome && "answer" in outcome ? <TestResponse answer={outcome.answer} /> : null}
    </div>
  );
}

type TestWaitingProps = {
  /** The mock's configured delay; 0 if it answers at once. */
  delayMs: number;
  onCancel: () => void;
};

/** Shown while waiting for an answer: the elapsed time, and the mock's configured delay. */
function TestWaiting({ delayMs, onCancel }: TestWaitingProps) {
  const elapsedMs = useElapsed();
  const share = delayMs > 0 ? Math.min(1, elapsedMs / delayMs) : undefined;
  return (
    <div className="mt-4 rounded-lg border border-line bg-sunken p-3">
      <div className="flex items-center justify-between gap-3 text-sm">
        <span className="text-ink-soft">
          Waiting{" "}
          <span className="font-mono text-xs tabular-nums">
            {seconds(elapsedMs)}
            {delayMs > 0 ? ` of ${seconds(delayMs)}` : null}
          </span>
        </span>
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <div
        role="progressbar"
        aria-label="Waiting for the answer"
        {...(share !== undefined && { "aria-valuenow": Math.round(share * 100) })}
        className="mt-2.5 h-1 overflow-hidden rounded-full bg-hover"
      >
        {share === undefined ? (
          <div className="slide-across h-full bg-accent" />
        ) : (
          <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
        )}
      </div>
    </div>
  );
}

const tickMs = 100;

function useElapsed(): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const begin = performance.now();
    const timer = setInterval(() => setElapsed(performance.now() - begin), tickMs);
    return () => clearInterval(timer);
  }, []);
  return elapsed;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

function TestResponse({ answer }: { answer: TestAnswer }) {
  if (answer.redirect) {
    return (
      <Callout title="The mock redirects">
        It answered after {answer.durationMs} ms. Browsers hide the status and headers of a redirect; the curl
        command shows them.
      </Callout>
    );
  }
  return <AnswerView {...answer} note="Browsers show only some headers of other hosts, never cookies." />;
}

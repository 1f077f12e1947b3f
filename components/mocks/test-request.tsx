"use client";

import { Send } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { examplePath, urlOf } from "@/components/mocks/endpoint-url";
import type { Mock } from "@/components/mocks/mock-form-values";
import { TestHeaders, useTestHeaders } from "@/components/mocks/test-headers";
import type { OutcomeProps, TestWaitingProps } from "@/components/mocks/test-outcome";
import { PathNote, RequestLine } from "@/components/mocks/test-request-line";
import { type TestCall, takesBody, typeOf, useTestRequest } from "@/components/mocks/use-test-request";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { curlCommand } from "@/components/ui/curl-command";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { laterComponent } from "@/components/ui/later";
import { useLasting } from "@/components/ui/use-lasting";

const TestWaiting = laterComponent<TestWaitingProps>(() =>
  import("@/components/mocks/test-outcome").then((file) => file.TestWaiting),
);
const Outcome = laterComponent<OutcomeProps>(() =>
  import("@/components/mocks/test-outcome").then((file) => file.Outcome),
);

export type TestRequestProps = {
  mock: Pick<Mock, "method" | "endpoint" | "enabled" | "delayMs" | "delayDistribution" | "responses">;
  mockBaseUrl: string;
};

/** Calls the saved mock on the project's own host, from this browser. */
export function TestRequest({ mock, mockBaseUrl }: TestRequestProps) {
  const { method, endpoint, enabled } = mock;
  const [chosen, setChosen] = useState<string>(method === "ANY" ? "GET" : method);
  const [path, setPath] = useState(examplePath(endpoint) ?? "");
  const [body, setBody] = useState("");
  const headers = useTestHeaders();
  const { sending, outcome, send, cancel } = useTestRequest();
  const lasting = useLasting(sending);
  const sendButton = useRef<HTMLButtonElement>(null);
  const url = urlOf(mockBaseUrl, path);
  const sent = { method: chosen, url, headers: headers.given, body: takesBody(chosen) ? body : "" };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!sending) void send(sent);
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
        <PathNote endpoint={endpoint} path={path} url={url} />
        <TestHeaders of={headers} />
        {takesBody(chosen) ? (
          <Field label="Request body" optional>
            <Textarea mono rows={4} value={body} onChange={(event) => setBody(event.target.value)} />
          </Field>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button ref={sendButton} type="submit" variant="primary" loading={sending}>
            <Send aria-hidden />
            Send request
          </Button>
          <CopyButton text={commandOf(sent)} what="curl" showLabel variant="secondary" size="md" />
        </div>
      </form>
      {lasting ? <TestWaiting delayMs={knownDelay(mock)} onCancel={giveUp} /> : null}
      <div aria-live="polite" className="not-empty:mt-4">
        {outcome && !lasting ? <Outcome outcome={outcome} /> : null}
      </div>
    </Card>
  );
}

/** 0 where it is not known before: which of several responses comes, and what chance adds. */
function knownDelay({ enabled, delayMs, delayDistribution, responses }: TestRequestProps["mock"]): number {
  return enabled && responses.length === 0 && delayDistribution === null ? delayMs : 0;
}

function commandOf({ body, ...request }: TestCall): string {
  return curlCommand({
    ...request,
    flags: request.method === "HEAD" ? [] : ["-i"],
    ...(body && { body: { text: body, type: typeOf(body) } }),
  });
}

"use client";

import { RefreshCw } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useWatch } from "react-hook-form";
import type { MockFormValues } from "@/components/mocks/mock-form-values";
import { PreviewAnswer } from "@/components/mocks/preview-answer";
import { headersOfRequest, samplePath } from "@/components/mocks/preview-request";
import { TestHeaders, useTestHeaders } from "@/components/mocks/test-headers";
import { type PreviewRequest, usePreview } from "@/components/mocks/use-preview";
import { takesBody, typeOf } from "@/components/mocks/use-test-request";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { asSentence } from "@/components/ui/form-problem";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";

export type PreviewPanelProps = { projectId: string };

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const options = methods.map((value) => ({ value, label: value }));

/** A request, and the answer that it would get. Must be inside the mock form. */
export function PreviewPanel({ projectId }: PreviewPanelProps) {
  const request = useRequest();
  const { headers, given, change } = request;
  const found = usePreview(projectId, given);
  const { ofRequest, refresh } = found;

  /** Enter would save the mock. */
  function askByKey(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    if (!(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    refresh();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a key from the form around
    <div
      className="grid min-w-0 items-start gap-5 lg:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2"
      onKeyDown={askByKey}
    >
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="sr-only">Request of the preview</legend>
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2">
          <Field label="Request method">
            <Select
              mono
              options={options}
              value={given.method}
              onValueChange={(method) => change({ method })}
            />
          </Field>
          <Field label="Request path" error={asSentence("Path", ofRequest.path)}>
            <Input
              mono
              placeholder="/users/1?page=2"
              value={given.path}
              onChange={(event) => change({ path: event.target.value })}
            />
          </Field>
        </div>
        <TestHeaders of={headers} anyName problem={ofRequest.headers} />
        {takesBody(given.method) ? (
          <Field label="Request body" optional error={asSentence("Body", ofRequest.body)}>
            <Textarea
              mono
              rows={4}
              value={given.body}
              onChange={(event) => change({ body: event.target.value })}
            />
          </Field>
        ) : null}
        {request.isCounted ? (
          <Field
            label="Number of the call"
            hint="For sequences and counter."
            error={asSentence("Number of the call", ofRequest.call)}
            className="max-w-44"
          >
            <Input
              mono
              inputMode="numeric"
              value={request.call}
              onChange={(event) => change({ call: event.target.value })}
            />
          </Field>
        ) : null}
        <div>
          <Button size="sm" loading={found.isUnderWay} onClick={refresh}>
            <RefreshCw aria-hidden />
            Ask again
          </Button>
        </div>
      </fieldset>
      <PreviewAnswer of={found} />
    </div>
  );
}

type Typed = { method: (typeof methods)[number]; path: string; body: string; call: string };

/** What is asked: what the form suggests, until somebody has typed something else. */
function useRequest() {
  const [method, endpoint, mode, responses, own] = useWatch<
    MockFormValues,
    ["method", "endpoint", "responseMode", "responses", "responseBody"]
  >({ name: ["method", "endpoint", "responseMode", "responses", "responseBody"] });
  const [typed, setTyped] = useState<Partial<Typed>>({});
  const headers = useTestHeaders();
  const chosen = typed.method ?? (method === "ANY" ? "GET" : method);
  const body = takesBody(chosen) ? (typed.body ?? "") : "";
  const isCounted =
    (mode === "sequence" && responses.length > 0) ||
    [own, ...responses.map(({ responseBody }) => responseBody)].some((text) => /\bcounter\b/.test(text));
  const call = typed.call ?? "1";
  const given = {
    method: chosen,
    path: typed.path ?? samplePath(endpoint),
    headers: headersOfRequest(headers.given, body, typeOf),
    body,
    call: isCounted ? Number(call) : 1,
  } satisfies PreviewRequest;
  return {
    given,
    call,
    headers,
    isCounted,
    change: (part: Partial<Typed>) => setTyped({ ...typed, ...part }),
  };
}

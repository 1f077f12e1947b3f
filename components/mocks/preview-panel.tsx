"use client";

import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { MockFormValues } from "@/components/mocks/mock-form-values";
import { mockPreviewing, type PreviewRequest } from "@/components/mocks/mock-preview";
import { PreviewAnswer } from "@/components/mocks/preview-answer";
import { headersOfRequest, samplePath } from "@/components/mocks/preview-request";
import {
  PreviewColumns,
  PreviewRequestFields,
  type TypedRequest,
} from "@/components/mocks/preview-request-fields";
import { useTestHeaders } from "@/components/mocks/test-headers";
import { usePreview } from "@/components/mocks/use-preview";
import { takesBody, typeOf } from "@/components/mocks/use-test-request";
import { Field } from "@/components/ui/field";
import { asSentence } from "@/components/ui/form-problem";
import { Input } from "@/components/ui/input";

export type PreviewPanelProps = { projectId: string };

/** A request, and the answer that it would get. Must be inside the mock form. */
export function PreviewPanel({ projectId }: PreviewPanelProps) {
  const request = useRequest();
  const found = usePreview(projectId, request.given, mockPreviewing);
  return (
    <PreviewColumns refresh={found.refresh}>
      <PreviewRequestFields
        given={request.given}
        headers={request.headers}
        change={request.change}
        example="/users/1?page=2"
        problems={found.ofRequest}
        isUnderWay={found.isUnderWay}
        refresh={found.refresh}
      >
        {request.isCounted ? (
          <Field
            label="Number of the call"
            hint="For sequences and counter."
            error={asSentence("Number of the call", found.ofRequest.call)}
            className="max-w-44"
          >
            <Input
              mono
              inputMode="numeric"
              value={request.call}
              onChange={(event) => request.change({ call: event.target.value })}
            />
          </Field>
        ) : null}
      </PreviewRequestFields>
      <PreviewAnswer of={found} />
    </PreviewColumns>
  );
}

type Typed = TypedRequest & { call: string };

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

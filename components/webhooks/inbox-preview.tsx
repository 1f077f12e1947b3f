"use client";

import { useState } from "react";
import { useWatch } from "react-hook-form";
import { fieldText, PreviewFrame, ShownAnswer } from "@/components/mocks/preview-frame";
import { headersOfRequest } from "@/components/mocks/preview-request";
import {
  PreviewColumns,
  PreviewRequestFields,
  type TypedRequest,
} from "@/components/mocks/preview-request-fields";
import { useTestHeaders } from "@/components/mocks/test-headers";
import { type Previewing, usePreview } from "@/components/mocks/use-preview";
import { takesBody, typeOf } from "@/components/mocks/use-test-request";
import { Badge } from "@/components/ui/badge";
import { handshakeWords } from "@/components/webhooks/handshake-values";
import { type InboxFormValues, inboxBody, inboxField } from "@/components/webhooks/inbox-form-values";
import { call } from "@/lib/operations/client";
import type { CallInput, Output } from "@/lib/operations/operation";
import { previewWebhook } from "@/lib/webhooks/preview/contract";

type Request = CallInput<typeof previewWebhook>["request"];
type Preview = Output<typeof previewWebhook>;

const inboxPreviewing: Previewing<InboxFormValues, Request, Preview> = {
  ask(projectId, values, request) {
    const { response, handshakes, metaVerifyToken } = inboxBody(values);
    return call(previewWebhook, { projectId, response, handshakes, metaVerifyToken, request });
  },
  fieldOf: inboxField,
};

export type InboxPreviewProps = { projectId: string };

/** A request to the inbox as it is in the form, and what its sender would get. Must be inside the inbox form. */
export function InboxPreview({ projectId }: InboxPreviewProps) {
  const [typed, setTyped] = useState<TypedRequest>({
    method: "POST",
    path: "",
    body: '{"order": {"id": 7}}',
  });
  const headers = useTestHeaders();
  const body = takesBody(typed.method) ? typed.body : "";
  const given = { ...typed, body, headers: headersOfRequest(headers.given, body, typeOf) };
  const found = usePreview(projectId, given, inboxPreviewing);
  const values = useWatch<InboxFormValues>() as InboxFormValues;
  const place = (path: string) => fieldText(inboxField(path, values) ?? path);
  return (
    <PreviewColumns refresh={found.refresh}>
      <PreviewRequestFields
        given={{ ...typed, body }}
        headers={headers}
        change={(part) => setTyped({ ...typed, ...part })}
        example="/orders?page=2"
        problems={found.ofRequest}
        isUnderWay={found.isUnderWay}
        refresh={found.refresh}
      />
      <PreviewFrame of={found} place={place}>
        {({ answer: { handshake, ...answer }, problems }) => (
          <ShownAnswer
            answer={answer}
            problems={problems}
            place={place}
            badge={handshake ? <Badge>{handshakeWords[handshake].name}</Badge> : null}
          />
        )}
      </PreviewFrame>
    </PreviewColumns>
  );
}

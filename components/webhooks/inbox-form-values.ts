import {
  type AnswerFormValues,
  headerField,
  headerRows,
  headersOf,
  numberFrom,
} from "@/components/mocks/answer-form-values";
import {
  type BehaviourFormValues,
  behaviourBody,
  behaviourField,
  behaviourValues,
  emptyBehaviour,
} from "@/components/mocks/behaviour-values";
import { mockFields } from "@/components/mocks/mock-form-values";
import { rulesFor } from "@/components/ui/form-rules";
import type { Edited } from "@/components/ui/use-edited-row";
import {
  emptyHandshakes,
  type HandshakeFormValues,
  handshakeBody,
  handshakeField,
  handshakeFields,
  handshakeValues,
} from "@/components/webhooks/handshake-values";
import {
  type SignatureFormValues,
  signatureBody,
  signatureField,
  signatureText,
  signatureValues,
} from "@/components/webhooks/signature-form-values";
import type { Output } from "@/lib/operations/operation";
import { type getWebhook, updateWebhook } from "@/lib/webhooks/contract";

export type Webhook = Output<typeof getWebhook>;

export type InboxFormValues = AnswerFormValues &
  BehaviourFormValues &
  HandshakeFormValues & {
    name: string;
    description: string;
    /** As `<input type="datetime-local">` holds it, in the browser's time zone; empty means never. */
    expiry: string;
    /** Whether senders get the answer below instead of the usual one. */
    custom: boolean;
    signature: SignatureFormValues;
    /** Empty for an inbox that is not there yet. */
    retainedCount: string;
    retainedHours: string;
  };

export function emptyInbox(): InboxFormValues {
  return {
    name: "",
    description: "",
    expiry: "",
    custom: false,
    signature: signatureValues(null),
    ...{ retainedCount: "", retainedHours: "" },
    statusCode: "200",
    responseBody: "",
    headers: [],
    delayMs: "0",
    ...emptyBehaviour(),
    ...emptyHandshakes(),
  };
}

export function inboxValues(webhook: Webhook): InboxFormValues {
  const { name, description, expiresAt, response, signature, retention } = webhook;
  return {
    ...emptyInbox(),
    ...handshakeValues(webhook),
    name,
    description: description ?? "",
    expiry: expiresAt ? localMinute(new Date(expiresAt)) : "",
    signature: signatureValues(signature),
    retainedCount: String(retention.count),
    retainedHours: String(retention.hours),
    ...(response && {
      custom: true,
      statusCode: String(response.statusCode),
      responseBody: response.body,
      headers: headerRows(response.headers),
      delayMs: String(response.delayMs),
      ...behaviourValues({ ...response, bodyFileId: null }),
    }),
  };
}

const { statusCode, responseBody, headers, delayMs, bodyKind, bodyFileId, templated } = mockFields;
const { delayDistribution, bytesPerSecond, fault } = mockFields;

export const inboxFields: Edited<InboxFormValues, Webhook>["fields"] = {
  name: "Name",
  description: "Description",
  expiry: { label: "Expires", text: (expiry) => expiry.replace("T", " ") || "Never" },
  signature: { label: "Signature", text: signatureText },
  ...{ retainedCount: "Requests kept", retainedHours: "Hours kept" },
  custom: "Answer of your own",
  statusCode,
  responseBody,
  headers,
  delayMs,
  ...{ bodyKind, bodyFileId, templated, delayDistribution, bytesPerSecond, fault },
  ...handshakeFields,
};

/** The request body for the API. */
export function inboxBody(values: InboxFormValues) {
  const { bodyFileId: _, ...behaviour } = behaviourBody(values);
  return {
    ...handshakeBody(values),
    name: values.name,
    description: values.description || null,
    expiresAt: values.expiry ? instantOf(values.expiry) : null,
    signature: signatureBody(values.signature),
    ...(values.retainedCount + values.retainedHours !== "" && {
      retention: { count: numberFrom(values.retainedCount), hours: numberFrom(values.retainedHours) },
    }),
    response: values.custom
      ? {
          statusCode: numberFrom(values.statusCode),
          headers: headersOf(values.headers),
          body: values.responseBody,
          delayMs: numberFrom(values.delayMs),
          ...behaviour,
        }
      : null,
  };
}

const fields: Record<string, string> = {
  name: "name",
  description: "description",
  expiresAt: "expiry",
  "retention.count": "retainedCount",
  "retention.hours": "retainedHours",
  "response.statusCode": "statusCode",
  "response.body": "responseBody",
  "response.delayMs": "delayMs",
  "response.headers": "headers.root",
};

/** The form's field for the path of an issue. */
export function inboxField(path: string, { headers }: InboxFormValues): string | undefined {
  const signature = /^signature(?:\.(.*))?$/s.exec(path);
  if (signature) return signatureField(signature[1] ?? "");
  const [, header] = /^response\.headers\.(.*)$/s.exec(path) ?? [];
  if (header !== undefined) return headerField(header, headers);
  return fields[path] ?? handshakeField(path) ?? behaviourField(path.replace(/^response\./, ""));
}

/** "2030-01-31T12:00" on the clock of this browser. */
export function localMinute(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

function instantOf(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString();
}

/** Checks what the API would check, so that most mistakes show without a request. */
export const inboxResolver = rulesFor(updateWebhook.body, inboxBody, inboxField);

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
  bodyKindWords,
  delayText,
  emptyBehaviour,
  faultWords,
} from "@/components/mocks/behaviour-values";
import {
  type CallbackFormValues,
  callbackBody,
  callbackField,
  callbacksText,
  callbackValues,
} from "@/components/mocks/callback-values";
import { freeEndpoint } from "@/components/mocks/free-endpoint";
import {
  type ResponseFormValues,
  responseBody,
  responseField,
  responsesText,
  responseValues,
} from "@/components/mocks/response-form-values";
import type { Edited } from "@/components/ui/use-edited-row";
import type { createMock, getMock } from "@/lib/mocks/contract";
import type { CallInput, Output } from "@/lib/operations/operation";

export type Mock = Output<typeof getMock>;
type MockBody = Omit<CallInput<typeof createMock>, "projectId">;

/** A mock as the form holds it. */
export type MockFormValues = AnswerFormValues &
  BehaviourFormValues & {
    name: string;
    description: string;
    method: Mock["method"];
    endpoint: string;
    /** Those beside the mock's own answer. */
    responses: ResponseFormValues[];
    responseMode: Mock["responseMode"];
    sequenceEnd: Mock["sequenceEnd"];
    fallback: boolean;
    callbacks: CallbackFormValues[];
    folder: string;
    tags: string[];
    enabled: boolean;
  };

export const mockMethods = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "ANY",
] as const satisfies Mock["method"][];

export function emptyMock(): MockFormValues {
  return {
    name: "",
    description: "",
    method: "GET",
    endpoint: "/",
    statusCode: "200",
    responseBody: "{}",
    headers: [],
    delayMs: "0",
    ...emptyBehaviour(),
    responses: [],
    responseMode: "first",
    sequenceEnd: "restart",
    fallback: true,
    callbacks: [],
    folder: "",
    tags: [],
    enabled: true,
  };
}

export function valuesOf(mock: Mock): MockFormValues {
  return {
    name: mock.name,
    description: mock.description ?? "",
    method: mock.method,
    endpoint: mock.endpoint,
    statusCode: String(mock.statusCode),
    responseBody: mock.responseBody,
    headers: headerRows(mock.responseHeaders),
    delayMs: String(mock.delayMs),
    ...behaviourValues(mock),
    responses: mock.responses.map(responseValues),
    responseMode: mock.responseMode,
    sequenceEnd: mock.sequenceEnd,
    fallback: mock.fallback,
    callbacks: mock.callbacks.map(callbackValues),
    folder: mock.folder,
    tags: mock.tags,
    enabled: mock.enabled,
  };
}

const headerText = (headers: MockFormValues["headers"]) =>
  headers.map(({ name, value }) => `${name}: ${value}`).join("\n");

export const modeWords: Record<Mock["responseMode"], string> = {
  first: "The first that matches",
  sequence: "The next in turn",
  random: "Any, by weight",
};
export const sequenceEndWords: Record<Mock["sequenceEnd"], string> = {
  restart: "Start again",
  last: "Repeat the last",
  own: "Default response",
};

export const mockFields: Edited<MockFormValues, Mock>["fields"] = {
  name: "Name",
  description: "Description",
  method: "Method",
  endpoint: "Endpoint",
  statusCode: "Status code",
  responseBody: "Body",
  headers: { label: "Headers", text: headerText },
  delayMs: "Delay",
  bodyKind: { label: "Kind of body", text: (kind) => bodyKindWords[kind] },
  bodyFileId: { label: "File", text: (id) => id || "None" },
  templated: "Template",
  delayDistribution: { label: "Random delay", text: (delay) => delayText(delay) || "None" },
  bytesPerSecond: "Body speed",
  fault: { label: "Fault", text: (fault) => faultWords[fault] },
  responses: { label: "List of responses", text: responsesText },
  responseMode: { label: "Which response is given", text: (mode) => modeWords[mode] },
  sequenceEnd: { label: "After the last one", text: (end) => sequenceEndWords[end] },
  fallback: "Otherwise give the default response",
  callbacks: { label: "Callbacks", text: callbacksText },
  folder: "Folder",
  tags: { label: "Tags", text: (tags) => tags.join(", ") },
  enabled: "Answers requests",
};

/** A new mock like another one. @param copies endpoints of copies that there are already */
export function copyOf(mock: Mock, copies: readonly string[] = []): MockFormValues {
  const endpoint = freeEndpoint(mock.endpoint, copies);
  return { ...valuesOf(mock), endpoint, name: `${mock.name.slice(0, 190)} (copy)` };
}

/** A new mock with the values that an address gives. */
export function mockFrom(given: Record<string, string | string[] | undefined>): MockFormValues {
  const start = emptyMock();
  const method = mockMethods.find((known) => known === given.method);
  return {
    ...start,
    ...(method && { method }),
    ...(typeof given.name === "string" && { name: given.name }),
    ...(typeof given.endpoint === "string" && { endpoint: given.endpoint }),
  };
}

export function bodyOf({ headers, responses, callbacks, bodyKind, ...values }: MockFormValues): MockBody {
  return {
    ...values,
    ...behaviourBody({ ...values, bodyKind }),
    description: values.description || null,
    statusCode: numberFrom(values.statusCode),
    delayMs: numberFrom(values.delayMs),
    responseHeaders: headersOf(headers),
    responses: responses.map(responseBody),
    callbacks: callbacks.map(callbackBody),
  };
}

const sameNames = [
  ...["name", "description", "method", "endpoint", "statusCode", "responseBody", "delayMs"],
  ...["responseMode", "sequenceEnd", "folder", "tags"],
];

/** The form's field for an issue's path; `responseHeaders.X-A.1` is the second row named X-A. */
export function fieldOf(path: string, { headers, responses, callbacks }: MockFormValues): string | undefined {
  if (sameNames.includes(path)) return path;
  const behaved = behaviourField(path);
  if (behaved) return behaved;
  if (path.startsWith("tags.")) return path;
  if (/^callbacks(?:\.|$)/.test(path)) return callbackField(path.slice("callbacks.".length), callbacks);
  if (path === "responses") return "responses.root";
  if (path.startsWith("responses.")) return responseField(path.slice("responses.".length), responses);
  if (path === "responseHeaders") return "headers.root";
  const [, rest] = /^responseHeaders\.(.*)$/s.exec(path) ?? [];
  return rest === undefined ? undefined : headerField(rest, headers);
}

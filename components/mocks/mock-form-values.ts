import {
  type AnswerFormValues,
  headerField,
  headerRows,
  headersOf,
  numberFrom,
} from "@/components/mocks/answer-form-values";
import { rulesFor } from "@/components/ui/form-rules";
import type { Edited } from "@/components/ui/use-edited-row";
import { createMock, type getMock, MockMethod } from "@/lib/mocks/contract";
import type { CallInput, Output } from "@/lib/operations/operation";

export type Mock = Output<typeof getMock>;
type MockBody = Omit<CallInput<typeof createMock>, "projectId">;

/** A mock as the form holds it. */
export type MockFormValues = AnswerFormValues & {
  name: string;
  description: string;
  method: Mock["method"];
  endpoint: string;
  enabled: boolean;
};

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
    enabled: mock.enabled,
  };
}

const headerText = (headers: MockFormValues["headers"]) =>
  headers.map(({ name, value }) => `${name}: ${value}`).join("\n");

export const mockFields: Edited<MockFormValues, Mock>["fields"] = {
  name: "Name",
  description: "Description",
  method: "Method",
  endpoint: "Endpoint",
  statusCode: "Status code",
  responseBody: "Body",
  headers: { label: "Headers", text: headerText },
  delayMs: "Delay",
  enabled: "Answers requests",
};

export function copyOf(mock: Mock): MockFormValues {
  return { ...valuesOf(mock), name: `${mock.name.slice(0, 190)} (copy)` };
}

/** A new mock with the values that an address gives. */
export function mockFrom(given: Record<string, string | string[] | undefined>): MockFormValues {
  const start = emptyMock();
  const method = MockMethod.safeParse(given.method);
  return {
    ...start,
    ...(method.success && { method: method.data }),
    ...(typeof given.name === "string" && { name: given.name }),
    ...(typeof given.endpoint === "string" && { endpoint: given.endpoint }),
  };
}

export function bodyOf({ headers, ...values }: MockFormValues): MockBody {
  return {
    ...values,
    description: values.description || null,
    statusCode: numberFrom(values.statusCode),
    delayMs: numberFrom(values.delayMs),
    responseHeaders: headersOf(headers),
  };
}

const sameNames = ["name", "description", "method", "endpoint", "statusCode", "responseBody", "delayMs"];

/** The form's field for an issue's path; `responseHeaders.X-A.1` is the second row named X-A. */
export function fieldOf(path: string, { headers }: MockFormValues): string | undefined {
  if (sameNames.includes(path)) return path;
  if (path === "responseHeaders") return "headers.root";
  const [, rest] = /^responseHeaders\.(.*)$/s.exec(path) ?? [];
  return rest === undefined ? undefined : headerField(rest, headers);
}

/** Checks what the API would check, so that most mistakes show without a request. */
export const mockResolver = rulesFor(createMock.body, bodyOf, fieldOf);

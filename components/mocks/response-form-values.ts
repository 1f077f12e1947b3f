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
  sendingText,
} from "@/components/mocks/behaviour-values";
import { type ConditionsValues, conditionOf, conditionRow } from "@/components/mocks/condition-values";
import { whenWords } from "@/components/mocks/condition-words";
import type { createMock } from "@/lib/mocks/contract";
import type { MockResponse } from "@/lib/mocks/responses/contract";
import type { CallInput } from "@/lib/operations/operation";

type GivenResponse = NonNullable<CallInput<typeof createMock>["responses"]>[number];

/** As the contract has it, which would come with its rules; a test compares them. */
export const responsesMax = 100;

/** One of several responses of a mock, as its form holds it. */
export type ResponseFormValues = AnswerFormValues &
  BehaviourFormValues &
  ConditionsValues & { name: string; weight: string };

export function emptyResponse(): ResponseFormValues {
  return {
    name: "",
    weight: "1",
    match: "all",
    conditions: [],
    statusCode: "200",
    responseBody: "{}",
    headers: [],
    delayMs: "0",
    ...emptyBehaviour(),
  };
}

export function responseValues(response: MockResponse): ResponseFormValues {
  const { name, when, statusCode, headers, body, delayMs, weight } = response;
  const conditions = when === null ? [] : "all" in when ? when.all : when.any;
  return {
    name,
    weight: String(weight),
    match: when !== null && "any" in when ? "any" : "all",
    conditions: conditions.map(conditionRow),
    statusCode: String(statusCode),
    responseBody: body,
    headers: headerRows(headers),
    delayMs: String(delayMs),
    ...behaviourValues(response),
  };
}

export function responseBody({ match, conditions, ...values }: ResponseFormValues): GivenResponse {
  const given = conditions.map(conditionOf);
  return {
    ...behaviourBody(values),
    name: values.name,
    when: given.length === 0 ? null : match === "all" ? { all: given } : { any: given },
    statusCode: numberFrom(values.statusCode),
    headers: headersOf(values.headers),
    body: values.responseBody,
    delayMs: numberFrom(values.delayMs),
    weight: numberFrom(values.weight),
  };
}

const sameNames = ["name", "weight", "statusCode", "delayMs"];

/** The form's field for an issue with a response, such as `2.when.all.0.name`. */
export function responseField(path: string, responses: readonly ResponseFormValues[]): string {
  const [, index = "", rest = ""] = /^(\d+)(?:\.(.*))?$/s.exec(path) ?? [];
  const response = responses[Number(index)];
  if (index === "" || !response) return "responses.root";
  const within = `responses.${index}`;
  if (sameNames.includes(rest)) return `${within}.${rest}`;
  const behaved = behaviourField(rest);
  if (behaved) return `${within}.${behaved}`;
  if (rest === "body") return `${within}.responseBody`;
  if (rest === "headers") return `${within}.headers.root`;
  if (rest.startsWith("headers.")) return `${within}.${headerField(rest.slice(8), response.headers)}`;
  if (/^when\b/.test(rest)) return `${within}.conditions.${conditionField(rest)}`;
  return `${within}.name`;
}

function conditionField(path: string): string {
  const [, index, field = ""] = /^when\.(?:all|any)\.(\d+)(?:\.([^.]*))?/.exec(path) ?? [];
  if (index === undefined) return "root";
  return `${index}.${field === "in" || field === "name" ? field : "value"}`;
}

/** All of them as one text, for who has to choose between two versions. */
export const responsesText = (responses: readonly ResponseFormValues[]): string =>
  responses.map(responseText).join("\n\n");

function responseText(response: ResponseFormValues, index: number): string {
  const { name, statusCode, delayMs, weight, headers, responseBody, templated } = response;
  const { bodyKind, bodyFileId } = response;
  const sending = sendingText(response);
  return [
    `${index + 1}. ${name || "Response"}: ${statusCode} ${whenWords(response)}`,
    `delay ${delayMs} ms, weight ${weight}${templated ? ", template" : ""}${sending ? `, ${sending}` : ""}`,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
    bodyKind === "file" ? `File ${bodyFileId}` : responseBody,
  ].join("\n");
}

import {
  type HeaderRow,
  headerField,
  headerRows,
  headersOf,
  numberFrom,
} from "@/components/mocks/answer-form-values";
import type { MockCallback } from "@/lib/mocks/callbacks/contract";

/** A callback as the form holds it. */
export type CallbackFormValues = {
  url: string;
  method: MockCallback["method"];
  headers: HeaderRow[];
  body: string;
  templated: boolean;
  delayMs: string;
};

export const callbackMethods = [...["POST", "PUT", "PATCH", "DELETE", "GET"]] as MockCallback["method"][];

export const emptyCallback = (): CallbackFormValues => ({
  url: "",
  method: "POST",
  headers: [],
  body: "",
  templated: false,
  delayMs: "0",
});

export const callbackValues = ({ headers, delayMs, ...callback }: MockCallback): CallbackFormValues => ({
  ...callback,
  headers: headerRows(headers),
  delayMs: String(delayMs),
});

export const callbackBody = ({ headers, delayMs, ...callback }: CallbackFormValues) => ({
  ...callback,
  headers: headersOf(headers),
  delayMs: numberFrom(delayMs),
});

export const callbacksText = (callbacks: readonly CallbackFormValues[]): string =>
  callbacks.map(({ method, url }) => `${method} ${url}`).join("\n");

/** The form's field for the path of an issue below `callbacks`: `0.headers.X-A`. */
export function callbackField(path: string, callbacks: readonly CallbackFormValues[]): string | undefined {
  if (path === "") return "callbacks.root";
  const [, at = "", rest = ""] = /^(\d+)\.(.*)$/s.exec(path) ?? [];
  const callback = callbacks[Number(at)];
  if (at === "" || !callback) return "callbacks.root";
  if (!rest.startsWith("headers")) return `callbacks.${at}.${rest}`;
  const name = rest.slice("headers.".length);
  return `callbacks.${at}.${name === "" ? "headers.root" : headerField(name, callback.headers)}`;
}

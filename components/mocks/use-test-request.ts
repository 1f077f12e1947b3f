"use client";

import { useEffect, useRef, useState } from "react";
import type { HeaderRow } from "@/components/mocks/answer-form-values";

export type TestAnswer = {
  status: number;
  statusText: string;
  durationMs: number;
  headers: [string, string][];
  body: string;
  /** The browser hides everything about an answer that redirects. */
  redirect: boolean;
};

export type TestOutcome = { answer: TestAnswer } | { failure: string } | { cancelledAfterMs: number };

export type TestCall = { method: string; url: string; headers: readonly HeaderRow[]; body: string };

/** Browsers refuse to send GET and HEAD with a body. */
export const takesBody = (method: string): boolean => method !== "GET" && method !== "HEAD";

const patienceMs = 60_000;

/** Calls a mock the way a client in a browser would. Never rejects. */
async function sendTestRequest(
  { method, url, headers, body }: TestCall,
  cancelled: AbortSignal,
): Promise<TestOutcome> {
  const sent = headersFor(headers, body);
  if (!sent) return { failure: "A header has a name or a value that cannot be sent." };
  const begin = performance.now();
  try {
    const response = await fetch(url, {
      method,
      mode: "cors",
      credentials: "omit",
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.any([cancelled, AbortSignal.timeout(patienceMs)]),
      headers: sent,
      ...(body && { body }),
    });
    const text = await response.text();
    return {
      answer: {
        status: response.status,
        statusText: response.statusText,
        durationMs: Math.round(performance.now() - begin),
        headers: [...response.headers],
        body: text,
        redirect: response.type === "opaqueredirect",
      },
    };
  } catch (error) {
    if (cancelled.aborted) return { cancelledAfterMs: Math.round(performance.now() - begin) };
    return { failure: explain(error, url) };
  }
}

/** Undefined where a name or value is none of a header's. */
function headersFor(rows: readonly HeaderRow[], body: string): Headers | undefined {
  try {
    const headers = new Headers(rows.map(({ name, value }): [string, string] => [name, value]));
    if (body && !headers.has("content-type")) headers.set("content-type", typeOf(body));
    return headers;
  } catch {
    return undefined;
  }
}

export function typeOf(body: string): string {
  try {
    JSON.parse(body);
    return "application/json";
  } catch {
    return "text/plain;charset=UTF-8";
  }
}

function explain(error: unknown, url: string): string {
  const { host, protocol } = new URL(url);
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return `${host} did not answer within ${patienceMs / 1000} seconds.`;
  }
  if (protocol === "http:" && window.location.protocol === "https:") {
    return `This page is served over https, and browsers refuse to call http://${host} from it. Use the curl command instead.`;
  }
  return `The browser could not reach ${host}. Either the name does not lead to this Fieldkit (DNS or a proxy), or the mock's own Access-Control headers keep this page out, or a fault that is set ends the connection. The curl command tells which.`;
}

/** Runs one test request at a time, which can be cancelled, and keeps the last result. */
export function useTestRequest() {
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  async function send(call: TestCall) {
    const controller = new AbortController();
    underWay.current = controller;
    setSending(true);
    const result = await sendTestRequest(call, controller.signal);
    if (underWay.current !== controller) return;
    underWay.current = null;
    setOutcome(result);
    setSending(false);
  }

  return { sending, outcome, send, cancel: () => underWay.current?.abort() };
}

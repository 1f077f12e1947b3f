"use client";

import { useEffect, useRef, useState } from "react";

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

const patienceMs = 60_000;

/** Calls a mock the way a client in a browser would. Never rejects. */
async function sendTestRequest(
  method: string,
  url: string,
  body: string,
  cancelled: AbortSignal,
): Promise<TestOutcome> {
  const begin = performance.now();
  try {
    const response = await fetch(url, {
      method,
      mode: "cors",
      credentials: "omit",
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.any([cancelled, AbortSignal.timeout(patienceMs)]),
      ...(body && { body, headers: { "content-type": typeOf(body) } }),
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
  return `The browser could not reach ${host}. Either the name does not lead to this Fieldkit (DNS or a proxy), or the mock's own Access-Control headers keep this page out. The curl command tells which.`;
}

/** Runs one test request at a time, which can be cancelled, and keeps the last result. */
export function useTestRequest() {
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  async function send(method: string, url: string, body: string) {
    const controller = new AbortController();
    underWay.current = controller;
    setSending(true);
    const result = await sendTestRequest(method, url, body, controller.signal);
    if (underWay.current !== controller) return;
    underWay.current = null;
    setOutcome(result);
    setSending(false);
  }

  return { sending, outcome, send, cancel: () => underWay.current?.abort() };
}

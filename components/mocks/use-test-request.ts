"use client";

import { useEffect, useRef, useState } from "react";
import { sendTestRequest, type TestOutcome } from "@/components/mocks/send-test-request";

/** One test request at a time, which can be given up, and what came of the last one. */
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

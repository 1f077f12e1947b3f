import type { z } from "zod";
import { numberFrom } from "@/components/mocks/answer-form-values";
import type { MockProxy } from "@/lib/mocks/forwarding/contract";

export type Forwarding = z.output<typeof MockProxy>;

/** What of a project's forwarding is typed; the rest are switches. */
export type ForwardingValues = {
  baseUrl: string;
  timeoutMs: string;
  /** With commas in between. */
  recordedHeaders: string;
  recordedBodies: boolean;
};

export const forwardingValues = (proxy: Forwarding | null): ForwardingValues => ({
  baseUrl: proxy?.baseUrl ?? "",
  timeoutMs: String(proxy?.timeoutMs ?? 10_000),
  recordedHeaders: (proxy?.recordedHeaders ?? ["content-type"]).join(", "),
  recordedBodies: proxy?.recordedBodies ?? true,
});

export const forwardingBody = ({
  baseUrl,
  timeoutMs,
  recordedHeaders,
  recordedBodies,
}: ForwardingValues) => ({
  baseUrl,
  timeoutMs: numberFrom(timeoutMs),
  recordedHeaders: recordedHeaders
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== ""),
  recordedBodies,
});

/** The field for the path of an issue: `recordedHeaders.1` is a place within one. */
export const forwardingField = (path: string) =>
  /^(?:baseUrl|timeoutMs|recordedHeaders|recordedBodies)(?=\.|$)/.exec(path)?.[0];

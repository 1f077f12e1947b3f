"use client";

import type { ReactNode } from "react";
import { StatusCode } from "@/components/mocks/http-marks";
import { CodeSnippet } from "@/components/ui/code-snippet";
import { readJson } from "@/components/ui/json-text";
import { JsonView } from "@/components/ui/json-view";

const bodyShown = 100_000;

export type AnswerViewProps = {
  status: number;
  statusText?: string;
  durationMs: number;
  headers: readonly (readonly [string, string])[];
  body: string;
  /** Below the headers. */
  note?: ReactNode;
};

/** What another server answered. */
export function AnswerView({ status, statusText, durationMs, headers, body, note }: AnswerViewProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 text-ink-mute text-sm">
        <StatusCode code={status} className="text-sm" />
        {statusText}
        <span className="ml-auto font-mono text-xs tabular-nums">{durationMs} ms</span>
      </p>
      <AnswerBody text={body} label="Answer's body" />
      <AnswerHeaders headers={headers} note={note} />
    </div>
  );
}

export function AnswerHeaders({ headers, note }: Pick<AnswerViewProps, "headers" | "note">) {
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer rounded-sm text-ink-soft text-sm touch:py-2.5">
        {headers.length} {headers.length === 1 ? "header" : "headers"}
      </summary>
      <dl className="mt-2 flex flex-col gap-1.5 font-mono text-xs">
        {headers.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and lines never move
          <div key={index} className="min-w-0 break-all">
            <dt className="inline text-ink-mute">{name}: </dt>
            <dd className="inline text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      {note ? <p className="mt-2 text-ink-mute text-xs">{note}</p> : null}
    </details>
  );
}

/** JSON as a tree, anything else as it is. */
export function AnswerBody({ text, label }: { text: string; label: string }) {
  if (text === "") return <p className="text-ink-mute text-sm">The answer has no body.</p>;
  const json = readJson(text);
  if (json.valid) return <JsonView value={json.value} label={label} />;
  const shown = text.length > bodyShown ? `${text.slice(0, bodyShown)}\n… cut here` : text;
  return <CodeSnippet code={shown} label={label} />;
}

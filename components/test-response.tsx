"use client";

import { CodeSnippet } from "@/components/code-snippet";
import { readJson } from "@/components/json-text";
import { JsonView } from "@/components/json-view";
import type { TestAnswer } from "@/components/send-test-request";
import { StatusCode } from "@/components/status-code";
import { Callout } from "@/components/ui/callout";

const bodyShown = 100_000;

export function TestResponse({ answer }: { answer: TestAnswer }) {
  if (answer.redirect) {
    return (
      <Callout title="The mock redirects">
        It answered after {answer.durationMs} ms. Browsers hide the status and headers of a redirect; the curl
        command shows them.
      </Callout>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-3 text-ink-mute text-sm">
        <StatusCode code={answer.status} className="text-sm" />
        {answer.statusText}
        <span className="ml-auto font-mono text-xs tabular-nums">{answer.durationMs} ms</span>
      </p>
      <Body text={answer.body} />
      <details className="min-w-0">
        <summary className="cursor-pointer rounded-sm text-ink-soft text-sm touch:py-2.5">
          {answer.headers.length} headers
        </summary>
        <dl className="mt-2 flex flex-col gap-1.5 font-mono text-xs">
          {answer.headers.map(([name, value]) => (
            <div key={name} className="min-w-0 break-all">
              <dt className="inline text-ink-mute">{name}: </dt>
              <dd className="inline text-ink">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-ink-mute text-xs">
          Browsers show only some headers of other hosts, never cookies.
        </p>
      </details>
    </div>
  );
}

function Body({ text }: { text: string }) {
  if (text === "") return <p className="text-ink-mute text-sm">The answer has no body.</p>;
  const json = readJson(text);
  if (json.valid) return <JsonView value={json.value} label="Answer's body" />;
  const shown = text.length > bodyShown ? `${text.slice(0, bodyShown)}\n… cut here` : text;
  return <CodeSnippet code={shown} label="Answer's body" />;
}

"use client";

import { useWatch } from "react-hook-form";
import { AnswerBody, AnswerHeaders } from "@/components/mocks/answer-view";
import { faultWords } from "@/components/mocks/behaviour-values";
import { StatusCode } from "@/components/mocks/http-marks";
import { fieldOf, type MockFormValues } from "@/components/mocks/mock-form-values";
import { phraseOfStatus } from "@/components/mocks/presets-status";
import type { Preview, PreviewState } from "@/components/mocks/use-preview";
import { responseTitle } from "@/components/mocks/use-responses";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/waiting";
import type { Issue } from "@/lib/operations/operation";

/** The answer of a preview, or why there is none. */
export function PreviewAnswer({ of }: { of: PreviewState }) {
  const { preview, issues, ofRequest, failure } = of;
  const isOld = issues.length > 0 || Object.keys(ofRequest).length > 0 || failure !== undefined;
  if (!preview && !isOld) return <Skeleton className="h-24 w-full" />;
  return (
    <section aria-label="Preview of the answer" className="flex min-w-0 flex-col gap-3">
      {failure ? <Callout tone="warning">{failure}</Callout> : null}
      {issues.length > 0 ? <Mistakes title="To be mended first" issues={issues} /> : null}
      {preview ? (
        <>
          {isOld ? <p className="text-ink-mute text-xs">What it answered before:</p> : null}
          <Found preview={preview} />
        </>
      ) : null}
    </section>
  );
}

function Found({ preview: { answer, miss, problems } }: { preview: Preview }) {
  if (!answer) {
    return (
      <Callout tone="warning" title="The mock does not answer this request">
        {miss}
      </Callout>
    );
  }
  const { headers, body, bodyBytes, encoding } = answer;
  const isCut = bodyBytes > 64 * 1024;
  return (
    <>
      <Summary answer={answer} />
      {problems.length > 0 ? <Mistakes title="A mistake shows with this request" issues={problems} /> : null}
      {encoding === "base64" ? (
        <p className="text-ink-mute text-sm">{bodyBytes} bytes that are no text.</p>
      ) : (
        <AnswerBody text={body} label="Preview's body" />
      )}
      {isCut ? <p className="text-ink-mute text-xs">The first 64 KiB of {bodyBytes} bytes.</p> : null}
      <AnswerHeaders headers={headers.map(({ name, value }) => [name, value] as const)} />
    </>
  );
}

type Answer = NonNullable<Preview["answer"]>;

function Summary({ answer: { response, statusCode, delayMs, bytesPerSecond, fault } }: { answer: Answer }) {
  const [responses, mode, enabled] = useWatch<MockFormValues, ["responses", "responseMode", "enabled"]>({
    name: ["responses", "responseMode", "enabled"],
  });
  const others = responses.length > 0;
  const title =
    response === null ? "Default response" : responseTitle(responses[response]?.name ?? "", response);
  return (
    <div className="flex flex-col gap-1.5">
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-mute text-sm">
        <StatusCode code={statusCode} className="text-sm" />
        <span>{phraseOfStatus(String(statusCode))}</span>
        {others ? <Badge>{title}</Badge> : null}
        {fault ? <Badge tone="red">{faultWords[fault]}</Badge> : null}
        <span className="ml-auto font-mono text-xs tabular-nums">{waitText(delayMs)}</span>
      </p>
      {bytesPerSecond !== null ? (
        <p className="text-ink-mute text-xs">Its body is sent at {bytesPerSecond} bytes a second.</p>
      ) : null}
      {mode === "random" && response !== null ? (
        <p className="text-ink-mute text-xs">By chance: another call may get another response.</p>
      ) : null}
      {enabled ? null : (
        <p className="text-amber text-xs">The mock is switched off: callers get 404 until it is on.</p>
      )}
    </div>
  );
}

function waitText({ min, max }: Answer["delayMs"]): string {
  if (max === 0) return "at once";
  return min === max ? `after ${max} ms` : `after ${min}–${max} ms`;
}

/** Where something is wrong, in the words that the form has for it. */
function Mistakes({ title, issues }: { title: string; issues: readonly Issue[] }) {
  const values = useWatch<MockFormValues>() as MockFormValues;
  return (
    <Callout tone="danger" title={title}>
      <ul className="flex flex-col gap-1">
        {issues.slice(0, 10).map(({ path, message }) => (
          <li key={path + message} className="break-words">
            {placeText(path, values)} {message}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

const labels: Record<string, string> = {
  responseBody: "Body",
  statusCode: "Status code",
  delayMs: "Delay",
  endpoint: "Endpoint",
};

/** "Response 2: Body", "Value of header 1". */
function placeText(path: string, values: MockFormValues): string {
  const field = fieldOf(path, values) ?? path;
  const [, index, rest = field] = /^responses\.(\d+)\.(.*)$/.exec(field) ?? [];
  const header = /^headers\.(\d+)\./.exec(rest)?.[1];
  const label = header === undefined ? (labels[rest] ?? rest) : `Value of header ${Number(header) + 1}`;
  if (index === undefined) return label;
  return `${responseTitle(values.responses[Number(index)]?.name ?? "", Number(index))}: ${label}`;
}

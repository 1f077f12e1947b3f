import type { ReactNode } from "react";
import { AnswerBody, AnswerHeaders } from "@/components/mocks/answer-view";
import { faultWords } from "@/components/mocks/behaviour-values";
import { StatusCode } from "@/components/mocks/http-marks";
import type { Preview } from "@/components/mocks/mock-preview";
import { phraseOfStatus } from "@/components/mocks/presets-status";
import type { Previewed, PreviewState } from "@/components/mocks/use-preview";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/waiting";
import type { Issue } from "@/lib/operations/operation";

/** The words that a form has for the place of an issue. */
type PlaceText = (path: string) => string;

export type PreviewFrameProps<P extends Previewed> = {
  of: PreviewState<P>;
  place: PlaceText;
  children: (preview: P) => ReactNode;
};

/** What a preview has found, or why there is nothing. */
export function PreviewFrame<P extends Previewed>({ of, place, children }: PreviewFrameProps<P>) {
  const { preview, issues, ofRequest, failure } = of;
  const isOld = issues.length > 0 || Object.keys(ofRequest).length > 0 || failure !== undefined;
  if (!preview && !isOld) return <Skeleton className="h-24 w-full" />;
  return (
    <section aria-label="Preview of the answer" className="flex min-w-0 flex-col gap-3">
      {failure ? <Callout tone="warning">{failure}</Callout> : null}
      {issues.length > 0 ? <Mistakes title="To be mended first" issues={issues} place={place} /> : null}
      {preview ? (
        <>
          {isOld ? <p className="text-ink-mute text-xs">What it answered before:</p> : null}
          {children(preview)}
        </>
      ) : null}
    </section>
  );
}

type ShownAnswerProps = {
  answer: Omit<NonNullable<Preview["answer"]>, "response">;
  problems: readonly Issue[];
  place: PlaceText;
  /** Beside the status. */
  badge?: ReactNode;
  /** Below it. */
  notes?: ReactNode;
};

/** An answer as it would be sent, and what is wrong with it. */
export function ShownAnswer({ answer, problems, place, badge, notes }: ShownAnswerProps) {
  const { statusCode, delayMs, bytesPerSecond, fault, headers, body, bodyBytes, encoding } = answer;
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-mute text-sm">
          <StatusCode code={statusCode} className="text-sm" />
          <span>{phraseOfStatus(String(statusCode))}</span>
          {badge}
          {fault ? <Badge tone="red">{faultWords[fault]}</Badge> : null}
          <span className="ml-auto font-mono text-xs tabular-nums">{waitText(delayMs)}</span>
        </p>
        {bytesPerSecond !== null ? (
          <p className="text-ink-mute text-xs">Its body is sent at {bytesPerSecond} bytes a second.</p>
        ) : null}
        {notes}
      </div>
      {problems.length > 0 ? (
        <Mistakes title="A mistake shows with this request" issues={problems} place={place} />
      ) : null}
      {encoding === "base64" ? (
        <p className="text-ink-mute text-sm">{bodyBytes} bytes that are no text.</p>
      ) : (
        <AnswerBody text={body} label="Preview's body" />
      )}
      {bodyBytes > 64 * 1024 ? (
        <p className="text-ink-mute text-xs">The first 64 KiB of {bodyBytes} bytes.</p>
      ) : null}
      <AnswerHeaders headers={headers.map(({ name, value }) => [name, value] as const)} />
    </>
  );
}

function waitText({ min, max }: ShownAnswerProps["answer"]["delayMs"]): string {
  if (max === 0) return "at once";
  return min === max ? `after ${max} ms` : `after ${min}–${max} ms`;
}

type MistakesProps = { title: string; issues: readonly Issue[]; place: PlaceText };

/** Where something is wrong, in the words that the form has for it. */
function Mistakes({ title, issues, place }: MistakesProps) {
  return (
    <Callout tone="danger" title={title}>
      <ul className="flex flex-col gap-1">
        {issues.slice(0, 10).map(({ path, message }) => (
          <li key={path + message} className="break-words">
            {place(path)} {message}
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
  metaVerifyToken: "Verify token",
};

/** "Body", "Value of header 1". @param field of an answer's form */
export function fieldText(field: string): string {
  const header = /^headers\.(\d+)\./.exec(field)?.[1];
  return header === undefined ? (labels[field] ?? field) : `Value of header ${Number(header) + 1}`;
}

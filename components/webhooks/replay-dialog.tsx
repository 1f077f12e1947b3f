"use client";

import { RotateCw } from "lucide-react";
import { type FormEvent, useState } from "react";
import { AnswerView } from "@/components/mocks/answer-view";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { asSentence, messageOf } from "@/components/ui/form-problem";
import { TextField } from "@/components/ui/input";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { targetOf } from "@/components/webhooks/raw-request";
import { ApiError, call } from "@/lib/operations/client";
import type { Output } from "@/lib/operations/operation";
import { type CapturedRequest, replayRequest } from "@/lib/webhooks/contract";
import { forwardedUrl } from "@/lib/webhooks/forwarded-url";

export type ReplayDialogProps = {
  request: CapturedRequest;
  address: InboxAddress;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Sends a capture again, to an address of the reader's choice. */
export function ReplayDialog({ request, address, open, onOpenChange }: ReplayDialogProps) {
  return (
    <Dialog
      title="Replay request"
      description={`Fieldkit sends the same ${request.method} with its headers and body to another URL and shows the answer.`}
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
    >
      <ReplayForm key={request.id} request={request} address={address} />
    </Dialog>
  );
}

type Outcome =
  | { kind: "answer"; answer: Output<typeof replayRequest> }
  | { kind: "problem"; message: string; field?: string };

function ReplayForm({ request, address }: Pick<ReplayDialogProps, "request" | "address">) {
  const [url, setUrl] = useState(lastUrl);
  const [keepPath, setKeepPath] = useState(true);
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function send(event: FormEvent) {
    event.preventDefault();
    setSending(true);
    setOutcome(await replay(request, address, { url: url.trim(), keepPath: hasMore && keepPath }));
    setSending(false);
  }

  const hasMore = request.path !== "" || request.rawUrl.includes("?");
  const target = hasMore && keepPath ? wholeAddress(url.trim(), request) : undefined;
  const problem = outcome?.kind === "problem" ? outcome : undefined;
  return (
    <form method="post" noValidate onSubmit={send} className="flex min-w-0 flex-col gap-4">
      <p className="min-w-0 truncate font-mono text-ink-mute text-xs">
        {request.method} {targetOf(request)}
      </p>
      <TextField
        mono
        type="url"
        inputMode="url"
        label="URL"
        placeholder="https://staging.example.com/webhooks"
        hint={target ? `Sent to ${target}` : "Redirects are shown, not followed."}
        error={asSentence("URL", problem?.field)}
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      {hasMore ? (
        <Field layout="row" label="Add the captured path and query">
          <Checkbox checked={keepPath} onCheckedChange={setKeepPath} />
        </Field>
      ) : null}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" loading={sending} className="max-sm:flex-1">
          <RotateCw aria-hidden />
          Replay
        </Button>
      </div>
      <div aria-live="polite" className="empty:hidden">
        {problem && !problem.field ? <FormAlert>{problem.message}</FormAlert> : null}
        {outcome?.kind === "answer" ? (
          <AnswerView
            status={outcome.answer.statusCode}
            durationMs={outcome.answer.durationMs}
            headers={Object.entries(outcome.answer.headers)}
            body={outcome.answer.body}
          />
        ) : null}
      </div>
    </form>
  );
}

/** Where it goes with the captured path; undefined while that can't be told. */
const wholeAddress = (url: string, request: CapturedRequest) =>
  URL.canParse(url) ? forwardedUrl(new URL(url), request)?.href : undefined;

type Target = { url: string; keepPath: boolean };

async function replay(
  request: CapturedRequest,
  address: InboxAddress,
  { url, keepPath }: Target,
): Promise<Outcome> {
  try {
    const answer = await call(replayRequest, { ...address, requestId: request.id, url, keepPath });
    rememberUrl(url);
    return { kind: "answer", answer };
  } catch (error) {
    const issue = error instanceof ApiError ? error.issues.find(({ path }) => path === "url") : undefined;
    const gone = error instanceof ApiError && error.status === 404;
    const message = gone ? "This request is no longer kept, so it cannot be replayed." : messageOf(error);
    return { kind: "problem", message, ...(issue && { field: issue.message }) };
  }
}

/** The same target is likely for the next one. */
const storageKey = "replay-url";

function lastUrl(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? "";
  } catch {
    return "";
  }
}

function rememberUrl(url: string) {
  try {
    sessionStorage.setItem(storageKey, url);
  } catch {
    // Storage may be blocked; the field is empty next time then.
  }
}

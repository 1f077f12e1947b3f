"use client";

import { RotateCw, Square } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { TextField } from "@/components/ui/input";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { ReplayRows } from "@/components/webhooks/replay-rows";
import { isFailure, isSuccess, type Replayed, replayAll, replayOne } from "@/components/webhooks/replay-run";
import type { CapturedRequest } from "@/lib/webhooks/contract";

export type ReplayManyDialogProps = {
  /** The requests that the list shows, newest first. */
  requests: readonly CapturedRequest[];
  address: InboxAddress;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Sends several captures again, one after the other, in the order in which they came. */
export function ReplayManyDialog({ requests, address, open, onOpenChange }: ReplayManyDialogProps) {
  return (
    <Dialog
      title="Replay several requests"
      description="One after the other, oldest first, each with its method, headers and body. The page has to stay open meanwhile."
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
    >
      <ReplayMany requests={requests} address={address} />
    </Dialog>
  );
}

function ReplayMany({ requests: given, address }: Pick<ReplayManyDialogProps, "requests" | "address">) {
  // What comes in meanwhile must not move under the pointer.
  const [requests] = useState(() => given.toReversed());
  const [marked, setMarked] = useState<ReadonlySet<string>>(() => new Set(requests.map(({ id }) => id)));
  const [url, setUrl] = useState("");
  const [keepPath, setKeepPath] = useState(true);
  const { results, stop, run } = useReplays(address);
  const ids = requests.map(({ id }) => id).filter((id) => marked.has(id));
  const failed = ids.filter((id) => isFailure(results.get(id)));
  const send = (which: readonly string[]) => void run(which, { url: url.trim(), keepPath });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (ids.length > 0 && url.trim() !== "") send(ids);
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-4">
      <TextField
        mono
        type="url"
        inputMode="url"
        label="URL"
        placeholder="https://staging.example.com/webhooks"
        value={url}
        disabled={stop !== undefined}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Field layout="row" label="Add the captured path and query">
        <Checkbox checked={keepPath} onCheckedChange={setKeepPath} disabled={stop !== undefined} />
      </Field>
      <ReplayRows
        requests={requests}
        results={results}
        marked={marked}
        onMarked={stop ? undefined : setMarked}
      />
      <Progress ids={ids} results={results} />
      <div className="flex flex-wrap justify-end gap-2">
        {stop ? (
          <Button onClick={stop}>
            <Square aria-hidden />
            Stop
          </Button>
        ) : null}
        {!stop && failed.length > 0 ? (
          <Button onClick={() => send(failed)}>Send {failed.length} failed again</Button>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          loading={stop !== undefined}
          disabled={ids.length === 0 || url.trim() === ""}
        >
          <RotateCw aria-hidden />
          Replay {ids.length}
        </Button>
      </div>
    </form>
  );
}

/** The replays of this dialog: what came of each, and what ends them. */
function useReplays(address: InboxAddress) {
  const [results, setResults] = useState<ReadonlyMap<string, Replayed>>(new Map());
  const [running, setRunning] = useState<AbortController>();

  async function run(ids: readonly string[], target: { url: string; keepPath: boolean }) {
    const control = new AbortController();
    setRunning(control);
    setResults(
      (known) => new Map([...known, ...ids.map((id) => [id, { kind: "waiting" } as const] as const)]),
    );
    await replayAll({
      ids,
      signal: control.signal,
      send: (id) => replayOne(address, id, target),
      onResult: (id, result) => setResults((known) => new Map(known).set(id, result)),
    });
    // What was stopped waits for nothing any more.
    setResults((known) => new Map([...known].filter(([, { kind }]) => kind !== "waiting")));
    setRunning(undefined);
  }

  return { results, run, stop: running && (() => running.abort()) };
}

function Progress({ ids, results }: { ids: readonly string[]; results: ReadonlyMap<string, Replayed> }) {
  const done = ids.filter((id) => isSuccess(results.get(id))).length;
  const failed = ids.filter((id) => isFailure(results.get(id))).length;
  if (results.size === 0) return null;
  const over = done + failed;
  return (
    <div className="flex flex-col gap-1.5">
      <progress
        aria-label="Replayed"
        className="h-1.5 w-full overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent"
        value={over}
        max={Math.max(1, ids.length)}
      />
      <p role="status" className="text-ink-mute text-sm tabular-nums">
        {over} of {ids.length} sent{failed > 0 ? `, ${failed} failed` : ""}
      </p>
    </div>
  );
}

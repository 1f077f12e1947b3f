"use client";

import { useState } from "react";
import { channelKinds, channels } from "@/components/releases/channels";
import { MarkdownView } from "@/components/releases/markdown-view";
import { ProveAddress } from "@/components/releases/prove-address";
import { RecipientStates } from "@/components/releases/recipient-states";
import { ReleaseEmails } from "@/components/releases/release-emails";
import type { ReleaseSettings } from "@/components/releases/release-types";
import type { ReleaseRoomState } from "@/components/releases/use-release-room";
import { Button } from "@/components/ui/button";
import { Callout, FormAlert } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { DialogClose, DialogFooter } from "@/components/ui/dialog-end";
import { messageOf } from "@/components/ui/form-problem";
import { Link } from "@/components/ui/link";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { RadioSegments } from "@/components/ui/segments";
import { useToast } from "@/components/ui/toast";
import { ApiError } from "@/lib/operations/client";
import {
  type ChannelKind,
  getReleaseRecipients,
  sendRelease,
  sendReleaseTest,
} from "@/lib/releases/delivery/contract";

export type SendReleaseProps = {
  projectId: string;
  room: ReleaseRoomState;
  settings: ReleaseSettings;
  /** The address that a test is sent to. */
  myEmail: string;
  /** Address of the release settings; undefined for whoever may not change them. */
  settingsHref: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Shows what will be sent and to whom before sending it. */
export function SendRelease({ open, onOpenChange, ...props }: SendReleaseProps) {
  return (
    <Dialog
      title="Send release"
      description="Recipients who already received this version are skipped."
      size="lg"
      open={open}
      onOpenChange={onOpenChange}
    >
      <SendForm {...props} onSent={() => onOpenChange(false)} />
    </Dialog>
  );
}

type SendFormProps = Omit<SendReleaseProps, "open" | "onOpenChange"> & { onSent: () => void };

function SendForm({ room, settings, settingsHref, myEmail, projectId, onSent }: SendFormProps) {
  const [channel, setChannel] = useState<ChannelKind>(
    () => channelKinds.find((kind) => channels[kind].isSetUp(settings)) ?? "slack",
  );
  const { send, test, busy, problem, isUnproved, forget } = useSend({ projectId, room, myEmail, onSent });
  const { title, content } = room.frame.form.getValues();
  const isDraft = room.release.status === "draft";
  const { isSetUp, hasTest, sendLabel } = channels[channel];
  return (
    <div className="flex flex-col gap-4">
      <RadioSegments
        label="Channel"
        className="max-w-sm"
        options={options}
        value={channel}
        onValueChange={(next) => {
          setChannel(next);
          forget();
        }}
        disabled={busy !== null}
      />
      <SendTarget channel={channel} settings={settings} settingsHref={settingsHref} />
      {channel === "email" ? (
        <>
          <RecipientStates projectId={projectId} />
          <ReleaseEmails projectId={projectId} releaseId={room.release.id} />
        </>
      ) : null}
      {isDraft ? <Callout>This is a draft, and the message says so.</Callout> : null}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="What is sent"
        className="max-h-[40dvh] overflow-y-auto rounded-md border border-line bg-surface px-5 py-4"
      >
        <p className="mb-3 break-words font-semibold text-ink text-lg">
          {isDraft ? "Draft: " : ""}
          {title}
        </p>
        <MarkdownView content={content} release={{ projectId, releaseId: room.release.id }} />
      </section>
      {isUnproved ? <ProveAddress myEmail={myEmail} /> : <FormAlert>{problem}</FormAlert>}
      <DialogFooter>
        <DialogClose />
        {hasTest ? (
          <Button loading={busy === "test"} disabled={busy !== null} onClick={() => void test()}>
            Send me a test
          </Button>
        ) : null}
        <Button
          variant="primary"
          loading={busy === "send"}
          disabled={busy !== null || !isSetUp(settings)}
          onClick={() => void send(channel)}
        >
          {sendLabel(settings)}
        </Button>
      </DialogFooter>
    </div>
  );
}

const options = channelKinds.map((kind) => ({ value: kind, label: channels[kind].label }));

type UseSend = Pick<SendFormProps, "projectId" | "room" | "myEmail" | "onSent">;

function useSend({ projectId, room, myEmail, onSent }: UseSend) {
  const toast = useToast();
  const write = useWrite();
  const { data: recipients } = useAnswer(getReleaseRecipients, { projectId });
  const isKept = recipients?.emailConfigured === false;
  const [busy, setBusy] = useState<"send" | "test" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isUnproved, setUnproved] = useState(false);
  const ids = { projectId, releaseId: room.release.id };

  /** Saves unsaved edits first, so that what is sent is what the screen shows. */
  async function attempt(what: "send" | "test", work: () => Promise<unknown>): Promise<boolean> {
    setBusy(what);
    setProblem(null);
    setUnproved(false);
    try {
      await room.settle();
      await work();
      return true;
    } catch (error) {
      setProblem(messageOf(error));
      // Members may send, so that this is what mails are refused for.
      setUnproved(error instanceof ApiError && error.status === 403);
      return false;
    } finally {
      setBusy(null);
    }
  }

  function forget() {
    setProblem(null);
    setUnproved(false);
  }

  async function send(channel: ChannelKind) {
    if (!(await attempt("send", () => write(sendRelease[channel], ids)))) return;
    toast.success(isKept && channel === "email" ? "The emails are in the outbox" : channels[channel].sent);
    onSent();
  }

  async function test() {
    if (await attempt("test", () => write(sendReleaseTest, ids)))
      toast.success(isKept ? "The test is in the outbox" : `Test sent to ${myEmail}`);
  }

  return { send, test, busy, problem, isUnproved, forget };
}

type SendTargetProps = {
  channel: ChannelKind;
  settings: ReleaseSettings;
  /** Address of the release settings; undefined for whoever may not change them. */
  settingsHref: string | undefined;
};

/** Who gets the release, or which settings are missing before it can be sent. */
function SendTarget({ channel, settings, settingsHref }: SendTargetProps) {
  const { isSetUp, missing, target } = channels[channel];
  if (isSetUp(settings)) return <p className="break-words text-ink-soft text-sm">{target(settings)}</p>;
  return (
    <Callout tone="warning" title={missing.title}>
      {settingsHref === undefined ? (
        "An admin of the team can do that in the release settings."
      ) : (
        <>
          {missing.text}{" "}
          <Link href={settingsHref} className="text-ink underline underline-offset-2">
            release settings
          </Link>
          .
        </>
      )}
    </Callout>
  );
}

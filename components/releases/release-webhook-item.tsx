"use client";

import { KeyRound, List, Pause, Pencil, Play, Send } from "lucide-react";
import { useState } from "react";
import type { ReleaseWebhookDialogProps } from "@/components/releases/release-webhook-dialog";
import type { ReleaseWebhookLogProps } from "@/components/releases/release-webhook-log";
import type { ShownSecret } from "@/components/releases/webhook-secret";
import { eventNames } from "@/components/releases/webhook-words";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { messageOf } from "@/components/ui/form-problem";
import { laterPopup } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { deletion, type MenuAction, RowMenu } from "@/components/ui/row-menu";
import { RelativeTime } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";
import type { Output } from "@/lib/operations/operation";
import {
  deleteReleaseWebhook,
  type ReleaseWebhook,
  rotateReleaseWebhookSecret,
  testReleaseWebhook,
  updateReleaseWebhook,
} from "@/lib/releases/webhooks/contract";

const ReleaseWebhookDialog = laterPopup<ReleaseWebhookDialogProps>("dialog", () =>
  import("@/components/releases/release-webhook-dialog").then((file) => file.ReleaseWebhookDialog),
);
const ReleaseWebhookLog = laterPopup<ReleaseWebhookLogProps>("dialog", () =>
  import("@/components/releases/release-webhook-log").then((file) => file.ReleaseWebhookLog),
);

export type ReleaseWebhookItemProps = {
  webhook: ReleaseWebhook;
  readOnly: boolean;
  onSecret: (secret: ShownSecret) => void;
};

/** A webhook with how it fares, and what can be done about it. */
export function ReleaseWebhookItem({ webhook, readOnly, onSecret }: ReleaseWebhookItemProps) {
  const { url, description, events, enabled, pausedReason, failingSince, lastError } = webhook;
  const { result, isTesting, test } = useTest(webhook);
  const [isLogOpen, setLogOpen] = useState(false);
  const actions = useActions(webhook, onSecret);
  const place = { projectId: webhook.projectId, releaseWebhookId: webhook.id };
  return (
    <li className="flex min-w-0 flex-col gap-2.5 px-5 py-4">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h3 className="flex flex-wrap items-center gap-2 font-medium text-ink text-sm">
            <code className="min-w-0 break-all">{url}</code>
            <State webhook={webhook} />
          </h3>
          <p className="break-words text-ink-mute text-xs">
            {[description, events.map((each) => eventNames[each]).join(", "), `secret …${webhook.secretTail}`]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        {readOnly ? null : <RowMenu name={url} place="row" actions={actions} />}
      </div>
      {!enabled && pausedReason ? (
        <Callout tone="warning" title="Paused by itself">
          {pausedReason} {lastError}
        </Callout>
      ) : null}
      {enabled && failingSince ? (
        <p className="break-words text-ink-soft text-sm">
          Failing since <RelativeTime value={failingSince} />: {lastError}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" loading={isTesting} onClick={test}>
          <Send aria-hidden />
          Send a test
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setLogOpen(true)}>
          <List aria-hidden />
          Log
        </Button>
        <p role="status" className="min-w-0 break-words text-sm">
          {result ? <TestResult result={result} /> : null}
        </p>
      </div>
      <ReleaseWebhookLog place={place} url={url} open={isLogOpen} onOpenChange={setLogOpen} />
    </li>
  );
}

function State({ webhook: { enabled, failingSince } }: { webhook: ReleaseWebhook }) {
  if (!enabled) return <Badge>paused</Badge>;
  return (
    <Badge dot tone={failingSince ? "red" : "green"}>
      {failingSince ? "failing" : "on"}
    </Badge>
  );
}

type Result = Output<typeof testReleaseWebhook>;

function TestResult({ result: { statusCode, error, durationMs } }: { result: Result }) {
  if (error) return <span className="text-red">{error}</span>;
  return (
    <span className="text-green">
      It was answered with {statusCode} after {durationMs} ms.
    </span>
  );
}

function useTest({ projectId, id: releaseWebhookId }: ReleaseWebhook) {
  const write = useWrite();
  const toast = useToast();
  const [result, setResult] = useState<Result>();
  const [isTesting, setTesting] = useState(false);
  const test = async () => {
    setTesting(true);
    setResult(undefined);
    try {
      setResult(await write(testReleaseWebhook, { projectId, releaseWebhookId }));
    } catch (error) {
      toast.error("The test could not be sent", { description: messageOf(error) });
    } finally {
      setTesting(false);
    }
  };
  return { result, isTesting, test: () => void test() };
}

function useActions(
  webhook: ReleaseWebhook,
  onSecret: (secret: ShownSecret) => void,
): (MenuAction | false)[] {
  const write = useWrite();
  const toast = useToast();
  const { projectId, url, enabled } = webhook;
  const input = { projectId, releaseWebhookId: webhook.id };
  const toggle = async () => {
    try {
      await write(updateReleaseWebhook, { ...input, enabled: !enabled });
      toast.success(enabled ? "Paused" : "It goes on");
    } catch (error) {
      toast.error("That did not work", { description: messageOf(error) });
    }
  };
  return [
    {
      label: "Edit",
      icon: Pencil,
      dialog: (control) => <ReleaseWebhookDialog projectId={projectId} webhook={webhook} {...control} />,
    },
    { label: enabled ? "Pause" : "Go on", icon: enabled ? Pause : Play, onClick: () => void toggle() },
    {
      label: "New secret",
      icon: KeyRound,
      dialog: (control) => (
        <ConfirmDialog
          {...control}
          title="Make a new secret?"
          description="For a day, messages are signed with both, so that your program can change in its own time."
          confirmLabel="Make the new secret"
          tone="primary"
          onConfirm={async () => {
            const { secret } = await write(rotateReleaseWebhookSecret, input);
            onSecret({ secret, isRotated: true });
          }}
        />
      ),
    },
    deletion({
      what: "webhook",
      name: url,
      consequence:
        "What waits is not sent, and its deliveries leave the log. It can be put back for 30 seconds.",
      typed: false,
      onDelete: () => write(deleteReleaseWebhook, input),
    }),
  ];
}

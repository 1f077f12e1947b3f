"use client";

import { Webhook } from "lucide-react";
import { useState } from "react";
import type { ReleaseWebhookDialogProps } from "@/components/releases/release-webhook-dialog";
import type { ReleaseWebhookItemProps } from "@/components/releases/release-webhook-item";
import type { ShownSecret, WebhookSecretProps } from "@/components/releases/webhook-secret";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { messageOf } from "@/components/ui/form-problem";
import { laterComponent } from "@/components/ui/later";
import { laterPopup } from "@/components/ui/later-popup";
import { useAnswer } from "@/components/ui/queries";
import { Skeleton, SkeletonRows } from "@/components/ui/waiting";
import { listReleaseWebhooks, releaseWebhookLimits } from "@/lib/releases/webhooks/contract";

const ReleaseWebhookDialog = laterPopup<ReleaseWebhookDialogProps>("dialog", () =>
  import("@/components/releases/release-webhook-dialog").then((file) => file.ReleaseWebhookDialog),
);

const ReleaseWebhookItem = laterComponent<ReleaseWebhookItemProps>(
  () => import("@/components/releases/release-webhook-item").then((file) => file.ReleaseWebhookItem),
  <li className="px-5 py-4">
    <Skeleton className="h-16 w-full" />
  </li>,
);
const WebhookSecret = laterComponent<WebhookSecretProps>(() =>
  import("@/components/releases/webhook-secret").then((file) => file.WebhookSecret),
);

export type ReleaseWebhooksProps = { projectId: string; readOnly: boolean };

/** The programs that are told of releases. */
export function ReleaseWebhooks({ projectId, readOnly }: ReleaseWebhooksProps) {
  const { data: webhooks, error } = useAnswer(listReleaseWebhooks, { projectId });
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  // It stays while the dialog fades out.
  const [hadSecret, setHadSecret] = useState(false);
  if (secret && !hadSecret) setHadSecret(true);
  const isFull = (webhooks?.length ?? 0) >= releaseWebhookLimits.webhooks;
  const add =
    readOnly || isFull ? undefined : (
      <ReleaseWebhookDialog
        projectId={projectId}
        onSecret={setSecret}
        trigger={<Button>Add a webhook</Button>}
      />
    );
  return (
    <Card
      title="Webhooks"
      description="Your other programs are told when a release is published, changed or taken back. Each message is signed."
      actions={webhooks && webhooks.length > 0 ? add : undefined}
      flush
    >
      {error && !webhooks ? (
        <div className="px-5 py-4">
          <FormAlert>{messageOf(error)}</FormAlert>
        </div>
      ) : null}
      {!webhooks && !error ? <SkeletonRows label="Loading the webhooks" /> : null}
      {webhooks?.length === 0 ? (
        <div className="flex flex-col items-start gap-3 px-5 py-5 text-ink-mute text-sm">
          <p className="flex max-w-[62ch] items-start gap-3">
            <Webhook aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
            Nobody is told yet. A webhook posts each publication to an address of yours: to announce it in a
            forum, refresh a site or close tickets. What fails is tried again for 24 hours.
          </p>
          {add}
        </div>
      ) : null}
      {webhooks && webhooks.length > 0 ? (
        <ul aria-label="Release webhooks" className="flex flex-col divide-y divide-line">
          {webhooks.map((webhook) => (
            <ReleaseWebhookItem key={webhook.id} webhook={webhook} readOnly={readOnly} onSecret={setSecret} />
          ))}
        </ul>
      ) : null}
      {hadSecret ? <WebhookSecret secret={secret} onDone={() => setSecret(null)} /> : null}
    </Card>
  );
}

"use client";

import type { ReactElement } from "react";
import { z } from "zod";
import type { ShownSecret } from "@/components/releases/webhook-secret";
import { eventWords } from "@/components/releases/webhook-words";
import { FormSwitch } from "@/components/ui/form-choices";
import { FormText } from "@/components/ui/form-text";
import { useWrite } from "@/components/ui/queries";
import { RecordDialog } from "@/components/ui/record-dialog";
import {
  createReleaseWebhook,
  getReleaseWebhook,
  type ReleaseWebhook,
  releaseEvents,
  updateReleaseWebhook,
} from "@/lib/releases/webhooks/contract";

export type ReleaseWebhookDialogProps = {
  projectId: string;
  /** The webhook that is edited; a new one without it. */
  webhook?: ReleaseWebhook | undefined;
  /** The secret of a new one. */
  onSecret?: ((secret: ShownSecret) => void) | undefined;
  trigger?: ReactElement | undefined;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** A switch for each event, without the dot of its name, which would be a path in a form. */
const Fields = z.object({
  url: createReleaseWebhook.body.shape.url,
  description: updateReleaseWebhook.body.shape.description.unwrap(),
  published: z.boolean(),
  updated: z.boolean(),
  unpublished: z.boolean(),
});
type Fields = z.output<typeof Fields>;

const switchOf = (event: (typeof releaseEvents)[number]) =>
  event.replace("release.", "") as "published" | "updated" | "unpublished";

const fieldsOf = ({ url, description, events }: ReleaseWebhook): Fields => ({
  ...{ url, description, published: events.includes("release.published") },
  updated: events.includes("release.updated"),
  unpublished: events.includes("release.unpublished"),
});

const bodyOf = ({ url, description, ...switches }: Fields) => ({
  ...{ url: url.trim(), description },
  events: releaseEvents.filter((event) => switches[switchOf(event)]),
});

const start: Fields = { url: "", description: "", published: true, updated: true, unpublished: true };

const fieldNames: Record<keyof Fields, string> = {
  url: "URL",
  description: "Description",
  published: eventWords["release.published"],
  updated: eventWords["release.updated"],
  unpublished: eventWords["release.unpublished"],
};

/** Makes a webhook of a project's releases, or changes one. */
export function ReleaseWebhookDialog({ projectId, webhook, onSecret, ...dialog }: ReleaseWebhookDialogProps) {
  const write = useWrite();
  const edited = webhook && {
    row: webhook,
    read: {
      op: getReleaseWebhook,
      input: { projectId, releaseWebhookId: webhook.id },
      row: (answer: unknown) => answer as ReleaseWebhook,
    },
    values: fieldsOf,
    fields: fieldNames,
    what: "webhook",
  };
  return (
    <RecordDialog<Fields, ReleaseWebhook>
      {...dialog}
      title={webhook ? "Edit webhook" : "New webhook"}
      description="Fieldkit posts JSON to this address, signed as Standard Webhooks have it."
      submitLabel={webhook ? "Save changes" : "Add webhook"}
      form={{
        rules: Fields,
        ...(edited ? { edited } : { start }),
        fieldOf: (path) => (path.startsWith("events") ? "published" : path),
        send: async (fields, { changed, ifMatch }) => {
          if (webhook) {
            const input = { projectId, releaseWebhookId: webhook.id, ...changed(bodyOf) };
            return write(updateReleaseWebhook, input, { ifMatch });
          }
          const { secret, ...made } = await write(createReleaseWebhook, { projectId, ...bodyOf(fields) });
          onSecret?.({ secret, isRotated: false });
          return made;
        },
        says: () => (webhook ? "Webhook saved" : "Webhook added"),
      }}
    >
      <FormText
        mono
        name="url"
        label={fieldNames.url}
        type="url"
        inputMode="url"
        placeholder="https://hooks.example.com/releases"
        hint="A public https URL, an inbox of this instance, or an origin that your administrator allows with OUTBOUND_ALLOW. Fieldkit doesn’t follow redirects."
      />
      <FormText optional name="description" label={fieldNames.description} placeholder="Posts to the forum" />
      {releaseEvents.map((event) => (
        <FormSwitch key={event} name={switchOf(event)} label={eventWords[event]} />
      ))}
    </RecordDialog>
  );
}

"use client";

import { useFormContext } from "react-hook-form";
import { AnswerFields } from "@/components/mocks/answer-fields";
import { PreviewCard } from "@/components/mocks/preview-card";
import { PreviewProblems } from "@/components/mocks/preview-problems";
import { useShownUrl } from "@/components/shell/project-urls";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopiedText } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { FormSwitch } from "@/components/ui/form-choices";
import { FormFrame } from "@/components/ui/form-frame";
import { asSentence } from "@/components/ui/form-problem";
import { FormLines, FormText } from "@/components/ui/form-text";
import { Input } from "@/components/ui/input";
import { laterComponent } from "@/components/ui/later";
import { PageHeader } from "@/components/ui/page-header";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { Skeleton } from "@/components/ui/waiting";
import { HandshakesCard } from "@/components/webhooks/handshake-fields";
import {
  emptyInbox,
  type InboxFormValues,
  inboxBody,
  inboxField,
  inboxFields,
  inboxResolver,
  inboxValues,
  localMinute,
  type Webhook,
} from "@/components/webhooks/inbox-form-values";
import { DeleteInbox } from "@/components/webhooks/inbox-menu";
import type { InboxPreviewProps } from "@/components/webhooks/inbox-preview";
import { RetentionFields } from "@/components/webhooks/retention-fields";
import { SignatureFields } from "@/components/webhooks/signature-fields";
import { createWebhook, getWebhook, updateWebhook } from "@/lib/webhooks/contract";

export type InboxFormProps = {
  projectId: string;
  /** Address of the list of inboxes. */
  base: string;
  /** If absent, the form creates an inbox. */
  webhook?: Webhook | undefined;
};

export function InboxForm(props: InboxFormProps) {
  const frame = useInboxForm(props);
  const { webhook } = props;
  const custom = frame.form.watch("custom");
  return (
    <PreviewProblems>
      <FormFrame
        of={frame}
        on="page"
        aria-label={webhook ? "Inbox settings" : "New inbox"}
        submitLabel={webhook ? "Save changes" : "Create inbox"}
      >
        <Card title="Inbox">
          <div className="flex flex-col gap-4">
            <FormText name="name" label="Name" autoComplete="off" placeholder="Payments, staging" />
            <FormLines name="description" label="Description" optional rows={2} />
            <ExpiryField />
          </div>
        </Card>
        {webhook ? <RetentionFields retention={webhook.retention} /> : null}
        <SignatureFields stored={webhook?.signature ?? null} />
        <Card title="Answer to senders" description={answerNote}>
          <div className="flex flex-col gap-5">
            <FormSwitch name="custom" label="Give an answer of my own" />
            {custom ? <AnswerFields /> : null}
          </div>
        </Card>
        <HandshakesCard />
        <PreviewCard description="What a sender would get from the inbox as it is in this form. Nothing is saved or captured.">
          <InboxPreview projectId={props.projectId} />
        </PreviewCard>
      </FormFrame>
    </PreviewProblems>
  );
}

const InboxPreview = laterComponent<InboxPreviewProps>(
  () => import("@/components/webhooks/inbox-preview").then((file) => file.InboxPreview),
  <Skeleton className="h-40 w-full" />,
);

/** An inbox's settings, kept up to date when others change them. `base`: address of the list of inboxes. */
export function InboxSettings({ webhook: given, base }: { webhook: Webhook; base: string }) {
  const { id: webhookId, projectId } = given;
  const { data: webhook = given } = useAnswer(getWebhook, { projectId, webhookId });
  return (
    <>
      <PageHeader
        title="Inbox settings"
        back={{ href: `${base}/${webhookId}`, label: webhook.name }}
        meta={<CopiedText text={useShownUrl()(webhook.url)} what="inbox URL" />}
      />
      <div className="flex max-w-3xl flex-col gap-6">
        <InboxForm projectId={projectId} base={base} webhook={webhook} />
        <Card
          title="Delete inbox"
          description="Deletes the inbox with its captured requests. Its address stops answering at once."
          flush
          actions={
            <DeleteInbox
              inbox={webhook}
              next={base}
              trigger={<Button variant="danger-outline">Delete inbox</Button>}
            />
          }
        />
      </div>
    </>
  );
}

const answerNote =
  "The usual answer is 200 with the id of the captured request. Requests are captured whatever the answer is.";

function useInboxForm({ projectId, base, webhook }: InboxFormProps) {
  const write = useWrite();
  const create = (values: InboxFormValues) => write(createWebhook, { projectId, ...inboxBody(values) });

  return useFormFrame<InboxFormValues, Webhook>({
    rules: inboxResolver,
    fieldOf: inboxField,
    start: emptyInbox(),
    edited: webhook && {
      row: webhook,
      read: { op: getWebhook, input: { projectId, webhookId: webhook.id } },
      values: inboxValues,
      fields: inboxFields,
      what: "inbox",
      anew: create,
    },
    send: (values, { changed, ifMatch }) =>
      webhook
        ? write(updateWebhook, { projectId, webhookId: webhook.id, ...changed(inboxBody) }, { ifMatch })
        : create(values),
    titled: webhook !== undefined,
    says: ({ id }) => (id === webhook?.id ? "Inbox saved" : undefined),
    next: ({ id }) => (id === webhook?.id ? undefined : `${base}/${id}`),
  });
}

const hourMs = 60 * 60 * 1000;
const shortcuts = [
  ["In an hour", hourMs],
  ["In a day", 24 * hourMs],
  ["In a week", 7 * 24 * hourMs],
] as const;

/** When an inbox stops accepting requests. Must be inside the inbox form. */
export function ExpiryField() {
  const { register, setValue, watch, formState } = useFormContext<InboxFormValues>();
  const choose = (expiry: string) =>
    setValue("expiry", expiry, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const closed = watch("expiry") !== "";
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Expires"
        optional
        hint={
          closed
            ? "From then on senders get 410 and nothing is captured."
            : "Empty: the inbox stays open. How long requests are kept is another setting."
        }
        error={asSentence("Expires", formState.errors.expiry?.message)}
        className="sm:max-w-72"
      >
        {/* The server does not know the reader's time zone, so it sends this field empty. */}
        <Input type="datetime-local" {...register("expiry")} />
      </Field>
      <div className="flex flex-wrap gap-1.5">
        {shortcuts.map(([label, ms]) => (
          <Button key={label} size="sm" onClick={() => choose(localMinute(new Date(Date.now() + ms)))}>
            {label}
          </Button>
        ))}
        <Button size="sm" variant="ghost" disabled={!closed} onClick={() => choose("")}>
          Never
        </Button>
      </div>
    </div>
  );
}

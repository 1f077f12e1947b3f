"use client";

import { AnswerFields } from "@/components/mocks/answer-fields";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopiedText } from "@/components/ui/copy-button";
import { useTabTitle } from "@/components/ui/crumb";
import { FormSwitch } from "@/components/ui/form-choices";
import { FormFrame } from "@/components/ui/form-frame";
import { FormLines, FormText } from "@/components/ui/form-text";
import { useNavigate } from "@/components/ui/navigation";
import { PageHeader } from "@/components/ui/page-header";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useToast } from "@/components/ui/toast";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { ExpiryField } from "@/components/webhooks/expiry-field";
import {
  emptyInbox,
  type InboxFormValues,
  inboxBody,
  inboxField,
  inboxFields,
  inboxResolver,
  inboxValues,
  type Webhook,
} from "@/components/webhooks/inbox-form-values";
import { DeleteInbox } from "@/components/webhooks/inbox-menu";
import { createWebhook, getWebhook, updateWebhook } from "@/lib/webhooks/contract";

export type InboxFormProps = {
  projectId: string;
  /** Address of the list of inboxes. */
  base: string;
  /** Absent: the form creates one. */
  webhook?: Webhook | undefined;
};

export function InboxForm(props: InboxFormProps) {
  const frame = useInboxForm(props);
  const { webhook } = props;
  const custom = frame.form.watch("custom");
  return (
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
      <Card title="Answer to senders" description={answerNote}>
        <div className="flex flex-col gap-5">
          <FormSwitch name="custom" label="Give an answer of my own" />
          {custom ? <AnswerFields /> : null}
        </div>
      </Card>
    </FormFrame>
  );
}

/** The settings of an inbox as they are now, whoever changes them. `base`: address of the list of inboxes. */
export function InboxSettings({ webhook: given, base }: { webhook: Webhook; base: string }) {
  const { id: webhookId, projectId } = given;
  const { data: webhook = given } = useAnswer(getWebhook, { projectId, webhookId });
  useTabTitle(webhook.name);
  return (
    <>
      <PageHeader
        title="Inbox settings"
        back={{ href: `${base}/${webhookId}`, label: webhook.name }}
        meta={<CopiedText text={webhook.url} what="inbox URL" />}
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
  const navigate = useNavigate();
  const toast = useToast();
  const write = useWrite();
  const create = (values: InboxFormValues) => write(createWebhook, { projectId, ...inboxBody(values) });
  const created = ({ id }: Webhook) => navigate(`${base}/${id}`, { unasked: true });

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
      anew: async (values) => created(await create(values)),
    },
    send: (values, { changed, ifMatch }) =>
      webhook
        ? write(updateWebhook, { projectId, webhookId: webhook.id, ...changed(inboxBody) }, { ifMatch })
        : create(values),
    done(saved) {
      if (!webhook) return created(saved);
      toast.success("Inbox saved");
    },
  });
}

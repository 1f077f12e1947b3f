"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Controller, FormProvider, useForm } from "react-hook-form";
import { AnswerFields } from "@/components/mocks/answer-fields";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { FormAlert } from "@/components/ui/form-alert";
import { asSentence, placeProblem } from "@/components/ui/form-problem";
import { useNavigate } from "@/components/ui/navigation";
import { longFormLook, SaveBar, saveByKey } from "@/components/ui/save-bar";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { Textarea } from "@/components/ui/textarea";
import { useToast } from "@/components/ui/toast";
import { useUnsavedWarning } from "@/components/ui/use-unsaved-warning";
import { ExpiryField } from "@/components/webhooks/expiry-field";
import {
  emptyInbox,
  type InboxFormValues,
  inboxBody,
  inboxField,
  inboxResolver,
  inboxValues,
  type Webhook,
} from "@/components/webhooks/inbox-form-values";
import { call } from "@/lib/operations/client";
import { createWebhook, updateWebhook } from "@/lib/webhooks/contract";

export type InboxFormProps = {
  projectId: string;
  /** Address of the list of inboxes. */
  base: string;
  /** Absent: the form creates one. */
  webhook?: Webhook | undefined;
};

export function InboxForm({ projectId, base, webhook }: InboxFormProps) {
  const { form, problem, submit } = useInboxForm({ projectId, base, webhook });
  const { isSubmitting, isDirty, errors } = form.formState;
  const custom = form.watch("custom");
  useUnsavedWarning(isDirty && !isSubmitting);

  return (
    <FormProvider {...form}>
      <form
        method="post"
        noValidate
        onSubmit={submit}
        onKeyDown={saveByKey}
        aria-label={webhook ? "Inbox settings" : "New inbox"}
        className={longFormLook}
      >
        <Card title="Inbox">
          <div className="flex flex-col gap-4">
            <TextField
              label="Name"
              autoComplete="off"
              placeholder="Payments, staging"
              error={asSentence("Name", errors.name?.message)}
              {...form.register("name")}
            />
            <Field
              label="Description"
              optional
              error={asSentence("Description", errors.description?.message)}
            >
              <Textarea rows={2} {...form.register("description")} />
            </Field>
            <ExpiryField />
          </div>
        </Card>
        <Card title="Answer to senders" description={answerNote}>
          <div className="flex flex-col gap-5">
            <Controller
              name="custom"
              control={form.control}
              render={({ field: { value, onChange, ref, onBlur } }) => (
                <Field layout="row" label="Give an answer of my own">
                  <Switch ref={ref} checked={value} onCheckedChange={onChange} onBlur={onBlur} />
                </Field>
              )}
            />
            {custom ? <AnswerFields /> : null}
          </div>
        </Card>
        <FormAlert>{problem}</FormAlert>
        <SaveBar
          label={webhook ? "Save changes" : "Create inbox"}
          unsaved={isDirty && webhook !== undefined}
          saving={isSubmitting}
        />
      </form>
    </FormProvider>
  );
}

const answerNote =
  "The usual answer is 200 with the id of the captured request. Requests are captured whatever the answer is.";

function useInboxForm({ projectId, base, webhook }: InboxFormProps) {
  const router = useRouter();
  const navigate = useNavigate();
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<InboxFormValues>({
    resolver: inboxResolver,
    defaultValues: webhook ? inboxValues(webhook) : emptyInbox(),
  });

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      if (webhook) {
        const body = inboxBody(values, webhook.expiresAt);
        const saved = await call(updateWebhook, { projectId, webhookId: webhook.id, ...body });
        form.reset(inboxValues(saved));
        toast.success("Inbox saved");
      } else {
        const created = await call(createWebhook, { projectId, ...inboxBody(values), name: values.name });
        form.reset(inboxValues(created));
        navigate(`${base}/${created.id}`);
      }
      router.refresh();
    } catch (error) {
      setProblem(placeProblem(error, form.setError, (path) => inboxField(path, values)));
    }
  });

  return { form, problem, submit };
}

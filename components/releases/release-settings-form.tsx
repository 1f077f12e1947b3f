"use client";

import { useRouter } from "next/navigation";
import { Controller } from "react-hook-form";
import { z } from "zod";
import { ChangelogCard } from "@/components/releases/changelog-card";
import { RecipientsField } from "@/components/releases/recipients-field";
import type { ReleaseSettings } from "@/components/releases/release-types";
import { RepositoriesField } from "@/components/releases/repositories-field";
import { SlackField } from "@/components/releases/slack-field";
import { Card } from "@/components/ui/card";
import { Form } from "@/components/ui/form";
import { FormAlert } from "@/components/ui/form-alert";
import { RadioSegments } from "@/components/ui/radio-segments";
import { longFormLook, SaveBar, saveByKey } from "@/components/ui/save-bar";
import { useToast } from "@/components/ui/toast";
import { useApiForm } from "@/components/ui/use-api-form";
import { useUnsavedWarning } from "@/components/ui/use-unsaved-warning";
import { call } from "@/lib/operations/client";
import { updateReleaseSettings } from "@/lib/releases/contract";

export type ReleaseSettingsFormProps = {
  projectId: string;
  settings: ReleaseSettings;
  /** Where the public page is, or would be. */
  changelogUrl: string;
  feeds: readonly { label: string; url: string }[];
  readOnly: boolean;
};

export function ReleaseSettingsForm(props: ReleaseSettingsFormProps) {
  const { settings, changelogUrl, feeds, readOnly } = props;
  const form = useSettings(props);
  const { isDirty } = form.form.formState;
  useUnsavedWarning(isDirty && !form.sending);
  return (
    <Form of={form} aria-label="Release settings" onKeyDown={saveByKey} className={longFormLook}>
      <fieldset disabled={readOnly} className="contents">
        <Card title="What the notes are made from">
          <div className="flex flex-col gap-5">
            <RepositoriesField readOnly={readOnly} />
            <Audience disabled={readOnly} />
          </div>
        </Card>
        <ChangelogCard stored={settings.changelog} url={changelogUrl} feeds={feeds} />
        <Card title="Slack" description="Releases go to one channel, by hand and once for each revision.">
          <SlackField stored={settings} />
        </Card>
        <Card title="E-mail" description="Each recipient gets a message of their own.">
          <RecipientsField readOnly={readOnly} />
        </Card>
      </fieldset>
      <FormAlert>{form.problem}</FormAlert>
      {readOnly ? null : <SaveBar label="Save changes" unsaved={isDirty} saving={form.sending} />}
    </Form>
  );
}

function Audience({ disabled }: { disabled: boolean }) {
  return (
    <Controller<Fields, "audience">
      name="audience"
      render={({ field: { value, onChange } }) => (
        <div className="flex flex-col gap-1.5">
          <p aria-hidden className="font-medium text-ink text-sm">
            Written for
          </p>
          <RadioSegments
            label="Written for"
            className="max-w-sm"
            options={audiences}
            value={value}
            onValueChange={onChange}
            disabled={disabled}
          />
          <p className="text-ink-mute text-xs">
            {value === "users"
              ? "Documentation, dependencies and maintenance are left out."
              : "Everything that changed is in the notes, maintenance too."}
          </p>
        </div>
      )}
    />
  );
}

const audiences = [
  { value: "users", label: "People who use it" },
  { value: "developers", label: "Developers" },
] as const;

const { shape } = updateReleaseSettings.body;
const Fields = z.object({
  slackWebhookUrl: shape.slackWebhookUrl.unwrap(),
  emailRecipients: shape.emailRecipients.unwrap(),
  repoUrls: shape.repoUrls.unwrap(),
  audience: shape.audience.unwrap(),
  changelog: shape.changelog.unwrap(),
});
type Fields = z.infer<typeof Fields>;

function fieldsOf({ emailRecipients, repoUrls, audience, changelog }: ReleaseSettings): Fields {
  return { slackWebhookUrl: "", emailRecipients, repoUrls, audience, changelog };
}

function useSettings({ projectId, settings }: ReleaseSettingsFormProps) {
  const router = useRouter();
  const toast = useToast();
  const form = useApiForm<Fields>({
    schema: Fields,
    start: fieldsOf(settings),
    send: async ({ slackWebhookUrl, ...fields }) => {
      const saved = await call(updateReleaseSettings, {
        projectId,
        ...fields,
        // What is not touched stays; the field never knows what is stored.
        ...(slackWebhookUrl !== "" && { slackWebhookUrl }),
      });
      form.form.reset(fieldsOf(saved));
      toast.success("Release settings saved");
      router.refresh();
    },
  });
  return form;
}

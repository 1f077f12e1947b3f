"use client";

import { Controller } from "react-hook-form";
import { z } from "zod";
import { ChangelogCard } from "@/components/releases/changelog-card";
import { RecipientsField } from "@/components/releases/recipients-field";
import type { ReleaseSettings } from "@/components/releases/release-types";
import { RepositoriesField } from "@/components/releases/repositories-field";
import { SlackField } from "@/components/releases/slack-field";
import { TokensCard } from "@/components/releases/tokens-card";
import { Card } from "@/components/ui/card";
import { FormFrame } from "@/components/ui/form-frame";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { RadioSegments } from "@/components/ui/segments";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { getReleaseSettings, updateReleaseSettings } from "@/lib/releases/settings/contract";

export type ReleaseSettingsFormProps = {
  projectId: string;
  settings: ReleaseSettings;
  /** The address of the public page, even if it is switched off. */
  changelogUrl: string;
  feeds: readonly { label: string; url: string }[];
  /** The address of the script that shows the page in other sites. */
  widgetUrl: string;
  readOnly: boolean;
};

export function ReleaseSettingsForm(props: ReleaseSettingsFormProps) {
  const { projectId, settings: given, changelogUrl, feeds, widgetUrl, readOnly } = props;
  const { data: settings = given } = useAnswer(getReleaseSettings, { projectId });
  const frame = useSettings(projectId, given);
  return (
    <FormFrame
      of={frame}
      aria-label="Release settings"
      {...(readOnly ? { className: "flex min-w-0 flex-col gap-6" } : { on: "page" })}
    >
      <fieldset disabled={readOnly} className="contents">
        <Card title="What the notes are made from">
          <div className="flex flex-col gap-5">
            <RepositoriesField readOnly={readOnly} />
            <Audience disabled={readOnly} />
          </div>
        </Card>
        <TokensCard stored={settings} />
        <ChangelogCard
          projectId={projectId}
          stored={settings}
          {...{ url: changelogUrl, feeds, widgetUrl, readOnly }}
        />
        <Card title="Slack" description="Releases go to one channel, by hand and once for each revision.">
          <SlackField stored={settings} />
        </Card>
        <Card title="E-mail" description="Each recipient gets a message of their own.">
          <RecipientsField readOnly={readOnly} />
        </Card>
      </fieldset>
    </FormFrame>
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
  githubToken: shape.githubToken.unwrap(),
  githubTokenOwners: shape.githubTokenOwners.unwrap(),
  gitlabToken: shape.gitlabToken.unwrap(),
  gitlabTokenOwners: shape.gitlabTokenOwners.unwrap(),
  emailRecipients: shape.emailRecipients.unwrap(),
  repoUrls: shape.repoUrls.unwrap(),
  audience: shape.audience.unwrap(),
  changelog: shape.changelog.unwrap(),
  accentColor: z.union([z.literal(""), shape.accentColor.unwrap().unwrap()]),
  subscriptions: shape.subscriptions.unwrap(),
});
type Fields = z.infer<typeof Fields>;

function fieldsOf(settings: ReleaseSettings): Fields {
  const { emailRecipients, repoUrls, audience, changelog, accentColor, subscriptions } = settings;
  const { githubTokenOwners, gitlabTokenOwners } = settings;
  return {
    slackWebhookUrl: "",
    githubToken: "",
    githubTokenOwners,
    gitlabToken: "",
    gitlabTokenOwners,
    emailRecipients,
    repoUrls,
    audience,
    changelog,
    accentColor: accentColor ?? "",
    subscriptions,
  };
}

const bodyOf = ({ accentColor, ...fields }: Fields) => ({ ...fields, accentColor: accentColor || null });

const lines = (values: readonly string[]) => values.join("\n");

function useSettings(projectId: string, settings: ReleaseSettings) {
  const write = useWrite();
  return useFormFrame<Fields, ReleaseSettings>({
    rules: Fields,
    edited: {
      row: settings,
      read: { op: getReleaseSettings, input: { projectId } },
      values: fieldsOf,
      fields: {
        slackWebhookUrl: "Slack address",
        githubToken: "GitHub token",
        githubTokenOwners: { label: "GitHub owners", text: lines },
        gitlabToken: "GitLab token",
        gitlabTokenOwners: { label: "GitLab owners", text: lines },
        emailRecipients: { label: "Recipients", text: lines },
        repoUrls: { label: "Repositories", text: lines },
        audience: "Written for",
        changelog: "Public page",
        accentColor: "Colour",
        subscriptions: "Subscriptions",
      },
      what: "project",
    },
    // The API never returns stored secrets. Their fields stay empty and are not sent unless they are edited.
    send: (_, { changed, ifMatch }) =>
      write(updateReleaseSettings, { projectId, ...changed(bodyOf) }, { ifMatch }),
    says: () => "Release settings saved",
  });
}

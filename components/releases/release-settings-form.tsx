"use client";

import { ExternalLink } from "lucide-react";
import { Controller, useWatch } from "react-hook-form";
import { z } from "zod";
import { RecipientsField } from "@/components/releases/recipients-field";
import type { ReleaseSettings } from "@/components/releases/release-types";
import { RepositoriesField } from "@/components/releases/repositories-field";
import { SlackField } from "@/components/releases/slack-field";
import { TokensCard } from "@/components/releases/tokens-card";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { FormSwitch } from "@/components/ui/form-choices";
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
  readOnly: boolean;
};

export function ReleaseSettingsForm(props: ReleaseSettingsFormProps) {
  const { projectId, settings: given, changelogUrl, feeds, readOnly } = props;
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
        <ChangelogCard stored={settings.changelog} url={changelogUrl} feeds={feeds} />
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
  gitlabToken: shape.gitlabToken.unwrap(),
  emailRecipients: shape.emailRecipients.unwrap(),
  repoUrls: shape.repoUrls.unwrap(),
  audience: shape.audience.unwrap(),
  changelog: shape.changelog.unwrap(),
});
type Fields = z.infer<typeof Fields>;

function fieldsOf({ emailRecipients, repoUrls, audience, changelog }: ReleaseSettings): Fields {
  return {
    slackWebhookUrl: "",
    githubToken: "",
    gitlabToken: "",
    emailRecipients,
    repoUrls,
    audience,
    changelog,
  };
}

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
        gitlabToken: "GitLab token",
        emailRecipients: { label: "Recipients", text: lines },
        repoUrls: { label: "Repositories", text: lines },
        audience: "Written for",
        changelog: "Public page",
      },
      what: "project",
    },
    // The API never returns stored secrets. Their fields stay empty and are not sent unless they are edited.
    send: (_, { changed, ifMatch }) =>
      write(updateReleaseSettings, { projectId, ...changed((fields) => fields) }, { ifMatch }),
    says: () => "Release settings saved",
  });
}

type ChangelogCardProps = {
  /** The saved setting, which may differ from the switch on screen. */
  stored: boolean;
  url: string;
  feeds: readonly { label: string; url: string }[];
};

/** The `changelog` of the surrounding Form, and the addresses of the page and its feeds. */
function ChangelogCard({ stored, url, feeds }: ChangelogCardProps) {
  const wanted = useWatch<{ changelog: boolean }, "changelog">({ name: "changelog" });
  return (
    <Card
      title="Public page"
      description="Everybody who has the address can read published releases. Drafts never show."
    >
      <div className="flex flex-col gap-4">
        <FormSwitch name="changelog" label="Show published releases on a public page" />
        <dl className="flex flex-col gap-2 text-sm">
          <Address label="Page" url={url} live={stored && wanted} />
          {feeds.map((feed) => (
            <Address key={feed.url} {...feed} live={stored && wanted} />
          ))}
        </dl>
        {stored === wanted ? null : (
          <p role="status" className="text-ink-mute text-xs">
            {wanted ? "The page is there once you save." : "The page and its feeds go when you save."}
          </p>
        )}
      </div>
    </Card>
  );
}

function Address({ label, url, live }: { label: string; url: string; live: boolean }) {
  return (
    <div className="flex min-w-0 items-start gap-3 max-sm:flex-col max-sm:gap-0.5">
      <dt className="w-16 shrink-0 text-ink-mute sm:leading-7">{label}</dt>
      <dd className="flex min-w-0 items-center gap-1">
        {live ? (
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className="min-w-0 break-all rounded-xs font-mono text-accent-ink text-xs underline-offset-2 hover:underline"
          >
            {url}
            <ExternalLink aria-hidden className="ml-1 inline size-3.5" />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          <code className="min-w-0 break-all text-xs">{url}</code>
        )}
        <CopyButton text={url} what={label === "Page" ? "page address" : `${label} address`} />
      </dd>
    </div>
  );
}

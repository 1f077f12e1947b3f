"use client";

import { ExternalLink } from "lucide-react";
import { useWatch } from "react-hook-form";
import { LogoField } from "@/components/releases/logo-field";
import type { ReleaseSettings } from "@/components/releases/release-types";
import { Card } from "@/components/ui/card";
import { CodeSnippet } from "@/components/ui/code-snippet";
import { ColorField } from "@/components/ui/color-field";
import { CopyButton } from "@/components/ui/copy-button";
import { FormSwitch } from "@/components/ui/form-choices";

export type ChangelogCardProps = {
  projectId: string;
  /** What is saved, which may differ from what the form shows. */
  stored: ReleaseSettings;
  url: string;
  feeds: readonly { label: string; url: string }[];
  /** The address of the script that shows the page in other sites. */
  widgetUrl: string;
  readOnly: boolean;
};

/** The public page in the surrounding Form: `changelog`, `accentColor`, `subscriptions`; and where it can be seen. */
export function ChangelogCard({
  projectId,
  stored: settings,
  url,
  feeds,
  widgetUrl,
  readOnly,
}: ChangelogCardProps) {
  const wanted = useWatch<{ changelog: boolean }, "changelog">({ name: "changelog" });
  const stored = settings.changelog;
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
        {wanted ? (
          <>
            <LogoField projectId={projectId} version={settings.logo} readOnly={readOnly} />
            <ColorField
              name="accentColor"
              label="Colour"
              hint="Of links and buttons. It is made darker or lighter where it could not be read."
              readOnly={readOnly}
            />
            <FormSwitch
              name="subscriptions"
              label="Let readers subscribe by e-mail"
              hint="They confirm their address first, get what you send by e-mail, and can end it by a link."
            />
            <CodeSnippet wrap label="“What’s new” in your own site" code={widgetSnippet(widgetUrl, url)} />
          </>
        ) : null}
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

/** A page may have its own button for it, and be told by an attribute of that how much is new. */
const widgetSnippet = (script: string, changelog: string) =>
  `<script async src="${script}" data-changelog="${changelog}"></script>`;

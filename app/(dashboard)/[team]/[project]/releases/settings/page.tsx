import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownAnswer } from "@/app/(dashboard)/known-list";
import { ReleaseSettingsForm } from "@/components/releases/release-settings-form";
import { ReleaseWebhooks } from "@/components/releases/release-webhooks";
import { releaseTabs } from "@/components/releases/releases-list";
import { Callout } from "@/components/ui/callout";
import { KnownAnswers } from "@/components/ui/known-answers";
import { TabbedHeader } from "@/components/ui/page-header";
import { load } from "@/lib/api/load";
import { changelogUrl, feedPaths, widgetUrl } from "@/lib/releases/changelog/address";
import { getReleaseSettings } from "@/lib/releases/settings/contract";
import { handleGetReleaseSettings } from "@/lib/releases/settings/get-release-settings";
import { handleListReleaseWebhooks } from "@/lib/releases/webhooks/list-release-webhooks";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Release settings");

export default async function ReleaseSettingsPage({ params }: Props) {
  const { team: teamSlug, project: slug } = await params;
  const { team, project } = await findProject(teamSlug, slug);
  const settings = await load(handleGetReleaseSettings, { projectId: project.id });
  const webhooks = await knownAnswer(handleListReleaseWebhooks, { projectId: project.id });
  const isAdmin = team.role === "admin";
  const place = { team: teamSlug, project: slug };
  return (
    <>
      <TabbedHeader
        title="Releases"
        tabs={releaseTabs(`/${teamSlug}/${slug}/releases`)}
        description="What release notes are made from, and where they go."
      />
      <div className="flex max-w-3xl flex-col gap-6">
        {isAdmin ? null : (
          <Callout>Only admins of {team.name} change these settings. You can look at them.</Callout>
        )}
        <KnownAnswers
          known={[{ op: getReleaseSettings, input: { projectId: project.id }, answer: settings }, webhooks]}
        >
          <ReleaseSettingsForm
            key={project.id}
            projectId={project.id}
            settings={settings}
            changelogUrl={changelogUrl(place)}
            feeds={[
              { label: "RSS", url: changelogUrl(place, feedPaths.rss) },
              { label: "Atom", url: changelogUrl(place, feedPaths.atom) },
              { label: "JSON", url: changelogUrl(place, feedPaths.json) },
            ]}
            widgetUrl={widgetUrl()}
            readOnly={!isAdmin}
          />
          <ReleaseWebhooks projectId={project.id} readOnly={!isAdmin} />
        </KnownAnswers>
      </div>
    </>
  );
}

import { cache } from "react";
import { findProject, titled } from "@/app/(dashboard)/find-project";
import { ReleaseRoom } from "@/components/releases/release-room";
import { repositoryNames } from "@/components/releases/repository-names";
import { KnownAnswers } from "@/components/ui/known-answers";
import { currentUser, load } from "@/lib/api/load";
import { changelogUrl } from "@/lib/releases/changelog/address";
import { notesPreview } from "@/lib/releases/html/notes-preview";
import { getRelease } from "@/lib/releases/notes/contract";
import { handleGetRelease } from "@/lib/releases/notes/get-release";
import { handleGetReleaseSettings } from "@/lib/releases/settings/get-release-settings";

type Props = { params: Promise<{ team: string; project: string; releaseId: string }> };

const findRelease = cache((projectId: string, releaseId: string) =>
  load(handleGetRelease, { projectId, releaseId }),
);

export const generateMetadata = ({ params }: Props) =>
  titled(async () => {
    const { team, project: slug, releaseId } = await params;
    const { project } = await findProject(team, slug);
    return `${(await findRelease(project.id, releaseId)).title} · ${project.name}`;
  });

export default async function ReleasePage({ params }: Props) {
  const { team: teamSlug, project: slug, releaseId } = await params;
  const { team, project } = await findProject(teamSlug, slug);
  const release = await findRelease(project.id, releaseId);
  const settings = await load(handleGetReleaseSettings, { projectId: project.id });
  const place = { team: teamSlug, project: slug };
  const me = await currentUser();
  const input = { projectId: project.id, releaseId };
  return (
    <KnownAnswers known={[{ op: getRelease, input, answer: release }]}>
      <ReleaseRoom
        key={release.id}
        release={release}
        settings={settings}
        names={repositoryNames(release.repoUrls)}
        base={`/${teamSlug}/${slug}/releases`}
        publicUrl={settings.changelog ? changelogUrl(place, release.id) : undefined}
        isAdmin={team.role === "admin"}
        myEmail={me?.email ?? ""}
        accountId={me?.id ?? ""}
        preview={await notesPreview(project.id, release.content)}
      />
    </KnownAnswers>
  );
}

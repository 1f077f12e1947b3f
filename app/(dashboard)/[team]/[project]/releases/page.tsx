import { ScrollText } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { releasesList, releaseTabs } from "@/components/releases/releases-list";
import { ReleasesView } from "@/components/releases/releases-view";
import { NewButton } from "@/components/ui/button";
import { operationRequest } from "@/components/ui/curl-command";
import { EmptyState } from "@/components/ui/empty-state";
import { KnownAnswers } from "@/components/ui/known-answers";
import { TabbedHeader } from "@/components/ui/page-header";
import { env } from "@/lib/platform/env/env";
import { generateRelease, listReleases } from "@/lib/releases/notes/contract";
import { handleListReleases } from "@/lib/releases/notes/list-releases";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Releases");

export default async function ReleasesPage({ params, searchParams }: Props) {
  const { team, project } = await params;
  const { id } = (await findProject(team, project)).project;
  const known = await knownList(releasesList, handleListReleases, { projectId: id }, searchParams);
  const base = `/${team}/${project}/releases`;
  return (
    <>
      <TabbedHeader
        title="Releases"
        tabs={releaseTabs(base)}
        description="Release notes from the commits of your repositories."
        actions={<NewButton href={`${base}/new`}>New release</NewButton>}
      />
      <KnownAnswers known={[known]}>
        <ReleasesView
          projectId={id}
          base={base}
          empty={
            <EmptyState
              icon={<ScrollText />}
              title="No releases yet"
              text="Choose a range of time and your repositories. The notes are written from what was committed; you edit them, publish them and send them round."
              action={<NewButton href={`${base}/new`}>Write your first release notes</NewButton>}
            >
              <CurlSteps
                label="A release from your terminal"
                keysHref={`/${team}/${project}/keys`}
                steps={firstSteps(id)}
              />
            </EmptyState>
          }
        />
      </KnownAnswers>
    </>
  );
}

function firstSteps(projectId: string) {
  const { appUrl } = env();
  const repoUrls = ["https://github.com/honojs/hono"];
  const range = { fromDate: "2026-01-01", toDate: "2026-01-31" };
  return [
    {
      label: "Write notes",
      request: operationRequest(appUrl, generateRelease, { projectId, ...range, repoUrls }),
    },
    { label: "Read them", request: operationRequest(appUrl, listReleases, { projectId }) },
  ];
}

import { Plus, ScrollText } from "lucide-react";
import { repositoryNames } from "@/app/(dashboard)/[team]/[project]/releases/repository-names";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { summaryOf } from "@/components/releases/release-types";
import { ReleasesHeader } from "@/components/releases/releases-header";
import { ReleasesTable } from "@/components/releases/releases-table";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { operationRequest } from "@/components/ui/operation-request";
import { load } from "@/lib/api/load";
import { env } from "@/lib/platform/env/env";
import { generateRelease, listReleases } from "@/lib/releases/contract";
import { handleListReleases } from "@/lib/releases/list-releases";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Releases");

export default async function ReleasesPage({ params }: Props) {
  const { team, project } = await params;
  const { id } = (await findProject(team, project)).project;
  const releases = await load(handleListReleases, { projectId: id });
  const base = `/${team}/${project}/releases`;
  const isEmpty = releases.length === 0;
  const newRelease = (
    <Button href={`${base}/new`} variant="primary">
      <Plus aria-hidden />
      {isEmpty ? "Write your first release notes" : "New release"}
    </Button>
  );
  return (
    <>
      <ReleasesHeader
        base={base}
        description="Release notes from the commits of your repositories."
        actions={isEmpty ? undefined : newRelease}
      />
      {isEmpty ? (
        <EmptyState
          icon={<ScrollText />}
          title="No releases yet"
          text="Choose a range of time and your repositories. The notes are written from what was committed; you edit them, publish them and send them round."
          action={newRelease}
        >
          <CurlSteps
            label="A release from your terminal"
            keysHref={`/${team}/${project}/keys`}
            steps={firstSteps(id)}
          />
        </EmptyState>
      ) : (
        <ReleasesTable
          projectId={id}
          releases={releases.map(summaryOf)}
          names={repositoryNames(releases.flatMap(({ repoUrls }) => repoUrls))}
          base={base}
        />
      )}
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
      private: true,
      request: operationRequest(appUrl, generateRelease, { projectId, ...range, repoUrls }),
    },
    { label: "Read them", private: true, request: operationRequest(appUrl, listReleases, { projectId }) },
  ];
}

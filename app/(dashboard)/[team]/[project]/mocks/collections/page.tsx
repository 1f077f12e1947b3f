import { Database } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { collectionsList } from "@/components/collections/collections-list";
import { CollectionsView } from "@/components/collections/collections-view";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { mockSections } from "@/components/mocks/mock-sections";
import { ProjectUrl } from "@/components/shell/url-switch";
import { NewButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { KnownAnswers } from "@/components/ui/known-answers";
import { TabbedHeader } from "@/components/ui/page-header";
import { handleListMockCollections } from "@/lib/mocks/collections/list-collections";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Collections of mocks");

export default async function CollectionsPage({ params, searchParams }: Props) {
  const { team, project } = await params;
  const {
    project: { id, referenceId },
    mockBaseUrl,
  } = await findProject(team, project);
  const known = await knownList(collectionsList, handleListMockCollections, { projectId: id }, searchParams);
  const mocks = `/${team}/${project}/mocks`;
  const base = `${mocks}/collections`;
  return (
    <KnownAnswers known={[known]}>
      <TabbedHeader
        title="Mocks"
        tabs={mockSections(mocks)}
        description="Small REST resources that keep what is written to them."
        actions={<NewButton href={`${base}/new`}>New collection</NewButton>}
        meta={<ProjectUrl url={mockBaseUrl} what="base URL" />}
      />
      <CollectionsView
        projectId={id}
        base={base}
        empty={
          <EmptyState
            icon={<Database />}
            title="No collections yet"
            text="A collection lists, gets, adds, changes and deletes objects, with filters and pages, as a real API would. A reset brings back what it began with."
            action={<NewButton href={`${base}/new`}>Create your first collection</NewButton>}
          >
            <CurlSteps
              label="A collection from your terminal"
              keysHref={`/${team}/${project}/keys`}
              steps={firstSteps(`${env().appUrl}/api/projects/${referenceId}/mock-collections`, mockBaseUrl)}
            />
          </EmptyState>
        }
      />
    </KnownAnswers>
  );
}

const first = { name: "Customers", path: "/customers", seed: [{ name: "Ada", city: "London" }] };

function firstSteps(collectionsUrl: string, mockBaseUrl: string) {
  const url = mockBaseUrl + first.path;
  return [
    { label: "Create it", request: { method: "POST", url: collectionsUrl, json: first } },
    {
      label: "Add an item",
      open: true,
      request: { method: "POST", url, json: { name: "Grace", city: "New York" } },
    },
    { label: "Filter", open: true, request: { method: "GET", url: `${url}?city=London`, flags: ["-i"] } },
  ];
}

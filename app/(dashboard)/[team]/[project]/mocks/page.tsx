import { Route } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { mocksList } from "@/components/mocks/mocks-list";
import { MocksView } from "@/components/mocks/mocks-view";
import { NewButton } from "@/components/ui/button";
import { AddressLine } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { KnownAnswers } from "@/components/ui/known-answers";
import { PageHeader } from "@/components/ui/page-header";
import { handleListMocks } from "@/lib/mocks/list-mocks";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Mocks");

export default async function MocksPage({ params, searchParams }: Props) {
  const { team, project } = await params;
  const { id, mockBaseUrl } = (await findProject(team, project)).project;
  const known = await knownList(mocksList, handleListMocks, { projectId: id }, searchParams);
  const base = `/${team}/${project}/mocks`;
  const { appUrl } = env();
  return (
    <>
      <PageHeader
        title="Mocks"
        description="Endpoints that answer what you tell them to."
        actions={<NewButton href={`${base}/new`}>New mock</NewButton>}
        meta={<AddressLine address={mockBaseUrl} what="base URL" />}
      />
      <KnownAnswers known={[known]}>
        <MocksView
          projectId={id}
          base={base}
          mockBaseUrl={mockBaseUrl}
          empty={
            <EmptyState
              icon={<Route />}
              title="No mocks yet"
              text="A mock answers one method on one path with the status, headers and body you choose."
              action={<NewButton href={`${base}/new`}>Create your first mock</NewButton>}
            >
              <CurlSteps
                label="A mock from your terminal"
                keysHref={`/${team}/${project}/keys`}
                steps={firstSteps(`${appUrl}/api/projects/${id}/mocks`, mockBaseUrl)}
              />
            </EmptyState>
          }
        />
      </KnownAnswers>
    </>
  );
}

const firstMock = { name: "List users", endpoint: "/users", responseBody: '[{"id":1,"name":"Ada"}]' };

function firstSteps(mocksUrl: string, mockBaseUrl: string) {
  return [
    { label: "Create it", request: { method: "POST", url: mocksUrl, json: firstMock } },
    {
      label: "Call it",
      open: true,
      request: { method: "GET", url: mockBaseUrl + firstMock.endpoint, flags: ["-i"] },
    },
  ];
}

import { Plus, Route } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { MocksTable } from "@/components/mocks/mocks-table";
import { AddressLine } from "@/components/ui/address-line";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { load } from "@/lib/api/load";
import { handleListMocks } from "@/lib/mocks/list-mocks";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Mocks");

export default async function MocksPage({ params }: Props) {
  const { team, project } = await params;
  const { id, mockBaseUrl } = (await findProject(team, project)).project;
  const mocks = await load(handleListMocks, { projectId: id });
  const base = `/${team}/${project}/mocks`;
  const { appUrl } = env();
  const newMock = (
    <Button href={`${base}/new`} variant="primary">
      <Plus aria-hidden />
      {mocks.length === 0 ? "Create your first mock" : "New mock"}
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Mocks"
        description="Endpoints that answer what you tell them to."
        actions={mocks.length > 0 ? newMock : undefined}
        meta={<AddressLine address={mockBaseUrl} what="base URL" />}
      />
      {mocks.length > 0 ? (
        <MocksTable mocks={mocks} base={base} mockBaseUrl={mockBaseUrl} />
      ) : (
        <EmptyState
          icon={<Route />}
          title="No mocks yet"
          text="A mock answers one method on one path with the status, headers and body you choose."
          action={newMock}
        >
          <CurlSteps
            label="A mock from your terminal"
            keysHref={`/${team}/${project}/keys`}
            steps={firstSteps(`${appUrl}/api/projects/${id}/mocks`, mockBaseUrl)}
          />
        </EmptyState>
      )}
    </>
  );
}

const firstMock = { name: "List users", endpoint: "/users", responseBody: '[{"id":1,"name":"Ada"}]' };

function firstSteps(mocksUrl: string, mockBaseUrl: string) {
  return [
    { label: "Create it", private: true, request: { method: "POST", url: mocksUrl, json: firstMock } },
    {
      label: "Call it",
      private: false,
      request: { method: "GET", url: mockBaseUrl + firstMock.endpoint, flags: ["-i"] },
    },
  ];
}

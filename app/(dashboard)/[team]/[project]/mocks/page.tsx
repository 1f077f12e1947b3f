import { Route } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownAnswer, knownList, type Search } from "@/app/(dashboard)/known-list";
import { ChaosCallout } from "@/components/mocks/chaos-callout";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { mockSections } from "@/components/mocks/mock-sections";
import { MocksActions } from "@/components/mocks/mocks-actions";
import { MocksImport } from "@/components/mocks/mocks-import";
import { mocksList } from "@/components/mocks/mocks-list";
import { MocksView } from "@/components/mocks/mocks-view";
import { RecordingCallout } from "@/components/mocks/recording-callout";
import { ProjectUrl } from "@/components/shell/url-switch";
import { NewButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ImportButton } from "@/components/ui/import-room";
import { KnownAnswers } from "@/components/ui/known-answers";
import { TabbedHeader } from "@/components/ui/page-header";
import { handleGetMockChaos } from "@/lib/mocks/chaos/handle-chaos";
import { handleGetMockProxy } from "@/lib/mocks/forwarding/handle-proxy";
import { handleListMocks } from "@/lib/mocks/list-mocks";
import { handleListMockFolders } from "@/lib/mocks/organising/list-folders";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Mocks");

export default async function MocksPage({ params, searchParams }: Props) {
  const { team, project } = await params;
  const {
    project: { id, referenceId },
    mockBaseUrl,
  } = await findProject(team, project);
  const known = await Promise.all([
    knownList(mocksList, handleListMocks, { projectId: id }, searchParams),
    knownAnswer(handleGetMockChaos, { projectId: id }),
    knownAnswer(handleGetMockProxy, { projectId: id }),
    knownAnswer(handleListMockFolders, { projectId: id }),
  ]);
  const base = `/${team}/${project}/mocks`;
  const { appUrl } = env();
  return (
    <KnownAnswers known={known}>
      <MocksImport projectId={id} base={base}>
        <TabbedHeader
          title="Mocks"
          tabs={mockSections(base)}
          description="Endpoints that answer what you tell them to."
          actions={<MocksActions projectId={id} base={base} />}
          meta={<ProjectUrl url={mockBaseUrl} what="base URL" />}
        />
        <ChaosCallout projectId={id} />
        <RecordingCallout projectId={id} base={base} />
        <MocksView
          projectId={id}
          base={base}
          mockBaseUrl={mockBaseUrl}
          empty={
            <EmptyState
              icon={<Route />}
              title="No mocks yet"
              text="A mock answers one method on one path with the status, headers and body you choose. Or import those that you have elsewhere."
              action={
                <>
                  <NewButton href={`${base}/new`}>Create your first mock</NewButton>
                  <ImportButton />
                </>
              }
            >
              <CurlSteps
                label="A mock from your terminal"
                keysHref={`/${team}/${project}/keys`}
                steps={firstSteps(`${appUrl}/api/projects/${referenceId}/mocks`, mockBaseUrl)}
              />
            </EmptyState>
          }
        />
      </MocksImport>
    </KnownAnswers>
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

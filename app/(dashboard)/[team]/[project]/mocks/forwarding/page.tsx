import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownAnswer } from "@/app/(dashboard)/known-list";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { ForwardingRoom } from "@/components/mocks/forwarding-room";
import { mockSections } from "@/components/mocks/mock-sections";
import { ProjectUrl } from "@/components/shell/url-switch";
import { KnownAnswers } from "@/components/ui/known-answers";
import { TabbedHeader } from "@/components/ui/page-header";
import { handleGetMockProxy } from "@/lib/mocks/forwarding/handle-proxy";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Forwarding");

export default async function ForwardingPage({ params }: Props) {
  const { team, project } = await params;
  const {
    project: { id, referenceId },
    mockBaseUrl,
  } = await findProject(team, project);
  const known = await knownAnswer(handleGetMockProxy, { projectId: id });
  const base = `/${team}/${project}/mocks`;
  const { appUrl } = env();
  return (
    <KnownAnswers known={[known]}>
      <TabbedHeader
        title="Mocks"
        tabs={mockSections(base)}
        description="What no mock answers can be sent on to another server."
        meta={<ProjectUrl url={mockBaseUrl} what="base URL" />}
      />
      <ForwardingRoom
        projectId={id}
        base={base}
        mockBaseUrl={mockBaseUrl}
        steps={
          <CurlSteps
            label="Forwarding from your terminal"
            keysHref={`/${team}/${project}/keys`}
            steps={firstSteps(`${appUrl}/api/projects/${referenceId}/mock-proxy`, mockBaseUrl)}
          />
        }
      />
    </KnownAnswers>
  );
}

const first = { baseUrl: "https://api.example.com/v1", recording: true };

function firstSteps(proxyUrl: string, mockBaseUrl: string) {
  return [
    { label: "Set it", request: { method: "PUT", url: proxyUrl, json: first } },
    {
      label: "Call it",
      open: true,
      request: { method: "GET", url: `${mockBaseUrl}/users`, flags: ["-i"] },
    },
  ];
}

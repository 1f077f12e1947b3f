import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { CallsRoom } from "@/components/mocks/calls-room";
import { mockSections } from "@/components/mocks/mock-sections";
import { ProjectUrl } from "@/components/shell/url-switch";
import { CodeSnippet } from "@/components/ui/code-snippet";
import { curlCommand } from "@/components/ui/curl-command";
import { TabbedHeader } from "@/components/ui/page-header";
import { load } from "@/lib/api/load";
import { handleListMockCalls } from "@/lib/mocks/calls/list-calls";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Calls");

export default async function CallsPage({ params }: Props) {
  const { team, project } = await params;
  const {
    project: { id },
    mockBaseUrl,
  } = await findProject(team, project);
  const first = await load(handleListMockCalls, { projectId: id });
  const base = `/${team}/${project}/mocks`;
  const request = curlCommand({ method: "GET", url: `${mockBaseUrl}/hello`, flags: ["-i"] });
  return (
    // Narrow screens have room for either the list's header or the detail.
    <div className="max-md:has-data-detail-open:[&>header]:hidden max-md:has-data-detail-open:[&>nav]:hidden">
      <TabbedHeader
        title="Mocks"
        tabs={mockSections(base)}
        description="What the project's mocks were asked, and what was answered."
        meta={<ProjectUrl url={mockBaseUrl} what="base URL" />}
      />
      <CallsRoom
        projectId={id}
        first={first}
        wsUrl={env().wsUrl}
        base={base}
        mockBaseUrl={mockBaseUrl}
        emptySteps={<CodeSnippet wrap label="Call a mock" code={request} />}
      />
    </div>
  );
}

import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownAnswer } from "@/app/(dashboard)/known-list";
import { OverviewRoom } from "@/components/activity/overview-room";
import { ProjectAddresses } from "@/components/activity/project-addresses";
import { ToolsCard } from "@/components/activity/tools-card";
import { KnownAnswers } from "@/components/ui/known-answers";
import { PageHeader } from "@/components/ui/page-header";
import { handleGetProjectActivity } from "@/lib/activity/get-project-activity";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Overview");

export default async function ProjectPage({ params }: Props) {
  const { team, project: slug } = await params;
  const { project, mockBaseUrl } = await findProject(team, slug);
  const { id, referenceId, name, description } = project;
  const activity = await knownAnswer(handleGetProjectActivity, { projectId: id });
  const webhookBaseUrl = mockBaseUrl.replace(/\/mock$/, "/webhook");
  const place = {
    ...{ projectId: id, referenceId, base: `/${team}/${slug}`, appUrl: env().appUrl },
    ...{ mockBaseUrl, webhookBaseUrl },
  };
  return (
    <>
      <PageHeader
        title={name}
        description={description}
        meta={
          <ProjectAddresses
            mockBaseUrl={mockBaseUrl}
            webhookBaseUrl={webhookBaseUrl}
            referenceId={referenceId}
          />
        }
      />
      <KnownAnswers known={[activity]}>
        <OverviewRoom key={id} place={place} />
      </KnownAnswers>
      <ToolsCard appUrl={place.appUrl} />
    </>
  );
}

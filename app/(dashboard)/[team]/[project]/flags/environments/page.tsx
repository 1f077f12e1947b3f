import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownAnswer } from "@/app/(dashboard)/known-list";
import { CreateEnvironment } from "@/components/flags/create-environment";
import { EnvironmentsView } from "@/components/flags/environments-view";
import { flagTabs } from "@/components/flags/flags-list";
import { Callout } from "@/components/ui/callout";
import { KnownAnswers } from "@/components/ui/known-answers";
import { TabbedHeader } from "@/components/ui/page-header";
import { handleListEnvironments } from "@/lib/environments/list-environments";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Environments");

export default async function EnvironmentsPage({ params }: Props) {
  const { team: teamSlug, project: slug } = await params;
  const { team, project } = await findProject(teamSlug, slug);
  const projectId = project.referenceId;
  const known = await knownAnswer(handleListEnvironments, { projectId });
  const base = `/${teamSlug}/${slug}/flags`;
  const isAdmin = team.role === "admin";
  return (
    <KnownAnswers known={[known]}>
      <TabbedHeader
        title="Flags"
        tabs={flagTabs(base)}
        description="Where your code runs. Calls that name no environment get the default one."
        actions={<CreateEnvironment {...{ projectId, isAdmin }} label="New environment" />}
      />
      <div className="flex flex-col gap-4">
        {isAdmin ? null : (
          <Callout>
            You can create and rename environments. Only admins of {team.name} delete or protect them, or
            choose the default.
          </Callout>
        )}
        <EnvironmentsView projectId={projectId} base={base} isAdmin={isAdmin} />
      </div>
    </KnownAnswers>
  );
}

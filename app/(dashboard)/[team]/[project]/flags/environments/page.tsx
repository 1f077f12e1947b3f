import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { CreateEnvironment } from "@/components/flags/environment-form";
import { EnvironmentsTable } from "@/components/flags/environments-table";
import { FlagsHeader } from "@/components/flags/flags-header";
import { Callout } from "@/components/ui/callout";
import { load } from "@/lib/api/load";
import { handleListEnvironments } from "@/lib/environments/list-environments";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Environments");

export default async function EnvironmentsPage({ params }: Props) {
  const { team: teamSlug, project: slug } = await params;
  const { team, project } = await findProject(teamSlug, slug);
  const projectId = project.referenceId;
  const environments = await load(handleListEnvironments, { projectId });
  const isAdmin = team.role === "admin";
  return (
    <>
      <FlagsHeader
        base={`/${teamSlug}/${slug}/flags`}
        description="Where your code runs. Calls that name no environment get the default one."
        actions={<CreateEnvironment projectId={projectId} />}
      />
      <div className="flex flex-col gap-4">
        {isAdmin ? null : (
          <Callout>
            You can create and rename environments. Only admins of {team.name} delete them or choose the
            default.
          </Callout>
        )}
        <EnvironmentsTable environments={environments} projectId={projectId} isAdmin={isAdmin} />
      </div>
    </>
  );
}

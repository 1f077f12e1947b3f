import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { keysList } from "@/components/keys/keys-list";
import { KeysRoom } from "@/components/keys/keys-room";
import { KnownAnswers } from "@/components/ui/known-answers";
import { currentUser } from "@/lib/api/load";
import { handleListApiKeys } from "@/lib/keys/list-api-keys";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "API keys");

export default async function KeysPage({ params, searchParams }: Props) {
  const { team: teamSlug, project: slug } = await params;
  const { team, project } = await findProject(teamSlug, slug);
  const projectId = project.referenceId;
  const known = await knownList(keysList, handleListApiKeys, { projectId }, searchParams);
  return (
    <KnownAnswers known={[known]}>
      <KeysRoom
        projectId={projectId}
        userId={(await currentUser())?.id ?? ""}
        adminsOf={team.role === "admin" ? undefined : team.name}
        now={new Date().toISOString()}
        appUrl={env().appUrl}
      />
    </KnownAnswers>
  );
}

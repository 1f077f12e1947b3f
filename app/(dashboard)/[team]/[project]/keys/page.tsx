import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { KeysRoom } from "@/components/keys/keys-room";
import { load } from "@/lib/api/load";
import { listFlags } from "@/lib/flags/contract";
import { handleListApiKeys } from "@/lib/keys/list-api-keys";
import { requestFor } from "@/lib/operations/operation";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "API keys");

export default async function KeysPage({ params }: Props) {
  const { team: teamSlug, project: slug } = await params;
  const { team, project } = await findProject(teamSlug, slug);
  const projectId = project.referenceId;
  const keys = await load(handleListApiKeys, { projectId });
  const { appUrl } = env();
  return (
    <KeysRoom
      keys={keys}
      projectId={projectId}
      adminsOf={team.role === "admin" ? undefined : team.name}
      now={new Date().toISOString()}
      tryUrl={appUrl + requestFor(listFlags, { projectId }).path}
    />
  );
}

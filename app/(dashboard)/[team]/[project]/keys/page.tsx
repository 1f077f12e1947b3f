import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { keysList } from "@/components/keys/keys-list";
import { KeysRoom } from "@/components/keys/keys-room";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { KnownAnswers } from "@/components/ui/known-answers";
import { operationRequest } from "@/components/ui/operation-request";
import { currentUser } from "@/lib/api/load";
import { listFlags } from "@/lib/flags/contract";
import { createApiKey } from "@/lib/keys/contract";
import { handleListApiKeys } from "@/lib/keys/list-api-keys";
import { requestFor } from "@/lib/operations/operation";
import { env } from "@/lib/platform/env/env";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "API keys");

export default async function KeysPage({ params, searchParams }: Props) {
  const { team: teamSlug, project: slug } = await params;
  const { team, project } = await findProject(teamSlug, slug);
  const projectId = project.referenceId;
  const known = await knownList(keysList, handleListApiKeys, { projectId }, searchParams);
  const { appUrl } = env();
  const email = (await currentUser())?.email ?? "you@example.com";
  return (
    <KnownAnswers known={[known]}>
      <KeysRoom
        projectId={projectId}
        adminsOf={team.role === "admin" ? undefined : team.name}
        now={new Date().toISOString()}
        tryUrl={appUrl + requestFor(listFlags, { projectId }).path}
      >
        <CurlSteps
          label="A key from your terminal"
          appUrl={appUrl}
          email={email}
          steps={[
            {
              label: "Create it",
              private: true,
              request: operationRequest(appUrl, createApiKey, { projectId, name: "CI" }),
            },
          ]}
        />
      </KeysRoom>
    </KnownAnswers>
  );
}

import { Inbox } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { knownList, type Search } from "@/app/(dashboard)/known-list";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { NewButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { KnownAnswers } from "@/components/ui/known-answers";
import { PageHeader } from "@/components/ui/page-header";
import { inboxesList } from "@/components/webhooks/inboxes-list";
import { InboxesView } from "@/components/webhooks/inboxes-view";
import { env } from "@/lib/platform/env/env";
import { handleListWebhooks } from "@/lib/webhooks/list-webhooks";

type Props = { params: Promise<{ team: string; project: string }>; searchParams: Search };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Webhooks");

export default async function WebhooksPage({ params, searchParams }: Props) {
  const { team, project } = await params;
  const { id, referenceId } = (await findProject(team, project)).project;
  const known = await knownList(inboxesList, handleListWebhooks, { projectId: id }, searchParams);
  const base = `/${team}/${project}/webhooks`;
  const { appUrl } = env();
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Addresses that show you every request they get, as it comes in."
        actions={<NewButton href={`${base}/new`}>New inbox</NewButton>}
      />
      <KnownAnswers known={[known]}>
        <InboxesView
          projectId={id}
          base={base}
          empty={
            <EmptyState
              icon={<Inbox />}
              title="No inboxes yet"
              text="An inbox has an address of its own. Whatever is sent there is kept for 12 hours: method, headers, query and body."
              action={<NewButton href={`${base}/new`}>Create your first inbox</NewButton>}
            >
              <CurlSteps
                label="An inbox from your terminal"
                keysHref={`/${team}/${project}/keys`}
                steps={[
                  {
                    label: "Create it",
                    request: {
                      method: "POST",
                      url: `${appUrl}/api/projects/${referenceId}/webhooks`,
                      json: { name: "Payments" },
                    },
                  },
                ]}
              />
            </EmptyState>
          }
        />
      </KnownAnswers>
    </>
  );
}

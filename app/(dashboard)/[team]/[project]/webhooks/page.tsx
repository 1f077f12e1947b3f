import { Inbox, Plus } from "lucide-react";
import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { CurlSteps } from "@/components/mocks/curl-steps";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { InboxesTable } from "@/components/webhooks/inboxes-table";
import { load } from "@/lib/api/load";
import { env } from "@/lib/platform/env/env";
import { handleListWebhooks } from "@/lib/webhooks/list-webhooks";

type Props = { params: Promise<{ team: string; project: string }> };

export const generateMetadata = ({ params }: Props) => projectTitle(params, "Webhooks");

export default async function WebhooksPage({ params }: Props) {
  const { team, project } = await params;
  const { id } = (await findProject(team, project)).project;
  const webhooks = await load(handleListWebhooks, { projectId: id });
  const base = `/${team}/${project}/webhooks`;
  const { appUrl } = env();
  const newInbox = (
    <Button href={`${base}/new`} variant="primary">
      <Plus aria-hidden />
      {webhooks.length === 0 ? "Create your first inbox" : "New inbox"}
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Addresses that show you every request they get, as it comes in."
        actions={webhooks.length > 0 ? newInbox : undefined}
      />
      {webhooks.length > 0 ? (
        <InboxesTable webhooks={webhooks} base={base} />
      ) : (
        <EmptyState
          icon={<Inbox />}
          title="No inboxes yet"
          text="An inbox has an address of its own. Whatever is sent there is kept for 12 hours: method, headers, query and body."
          action={newInbox}
        >
          <CurlSteps
            label="An inbox from your terminal"
            keysHref={`/${team}/${project}/keys`}
            steps={[
              {
                label: "Create it",
                private: true,
                request: {
                  method: "POST",
                  url: `${appUrl}/api/projects/${id}/webhooks`,
                  json: { name: "Payments" },
                },
              },
            ]}
          />
        </EmptyState>
      )}
    </>
  );
}

import {
  findInbox,
  type InboxParams,
  inboxTitle,
} from "@/app/(dashboard)/[team]/[project]/webhooks/find-inbox";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopiedText } from "@/components/ui/copy-button";
import { PageHeader } from "@/components/ui/page-header";
import { InboxForm } from "@/components/webhooks/inbox-form";
import { DeleteInbox } from "@/components/webhooks/inbox-menu";

type Props = { params: InboxParams };

export const generateMetadata = ({ params }: Props) => inboxTitle(params, "Settings");

export default async function InboxSettingsPage({ params }: Props) {
  const { project, webhook, base: projectBase } = await findInbox(params);
  const base = `${projectBase}/webhooks`;
  return (
    <>
      <PageHeader
        title="Inbox settings"
        back={{ href: `${base}/${webhook.id}`, label: webhook.name }}
        meta={<CopiedText text={webhook.url} what="inbox URL" />}
      />
      <div className="flex max-w-3xl flex-col gap-6">
        <InboxForm key={webhook.id} projectId={project.id} base={base} webhook={webhook} />
        <Card
          title="Delete inbox"
          description="Deletes the inbox with its captured requests. Its address stops answering at once."
          flush
          actions={
            <DeleteInbox
              inbox={{ id: webhook.id, projectId: project.id, name: webhook.name }}
              next={base}
              trigger={<Button variant="danger-outline">Delete inbox</Button>}
            />
          }
        />
      </div>
    </>
  );
}

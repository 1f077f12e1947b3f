import {
  findInbox,
  type InboxParams,
  inboxTitle,
} from "@/app/(dashboard)/[team]/[project]/webhooks/find-inbox";
import { KnownAnswers } from "@/components/ui/known-answers";
import { InboxSettings } from "@/components/webhooks/inbox-form";
import { getWebhook } from "@/lib/webhooks/contract";

type Props = { params: InboxParams };

export const generateMetadata = ({ params }: Props) => inboxTitle(params, "Settings");

export default async function InboxSettingsPage({ params }: Props) {
  const { project, webhook, base } = await findInbox(params);
  const input = { projectId: project.id, webhookId: webhook.id };
  return (
    <KnownAnswers known={[{ op: getWebhook, input, answer: webhook }]}>
      <InboxSettings key={webhook.id} webhook={webhook} base={`${base}/webhooks`} />
    </KnownAnswers>
  );
}

import {
  findInbox,
  type InboxParams,
  inboxTitle,
} from "@/app/(dashboard)/[team]/[project]/webhooks/find-inbox";
import { knownAnswer } from "@/app/(dashboard)/known-list";
import { KnownAnswers } from "@/components/ui/known-answers";
import { ForwardingRoom } from "@/components/webhooks/forwarding-room";
import { handleListForwardingRules } from "@/lib/webhooks/forwarding/list-rules";

type Props = { params: InboxParams };

export const generateMetadata = ({ params }: Props) => inboxTitle(params, "Forwarding");

export default async function ForwardingPage({ params }: Props) {
  const { project, webhook, base } = await findInbox(params);
  const address = { projectId: project.id, webhookId: webhook.id };
  const known = await knownAnswer(handleListForwardingRules, address);
  return (
    <KnownAnswers known={[known]}>
      <ForwardingRoom
        key={webhook.id}
        address={address}
        name={webhook.name}
        href={`${base}/webhooks/${webhook.id}`}
      />
    </KnownAnswers>
  );
}

import {
  findInbox,
  type InboxParams,
  inboxTitle,
} from "@/app/(dashboard)/[team]/[project]/webhooks/find-inbox";
import { KnownAnswers } from "@/components/ui/known-answers";
import { firstCaptures, listedBodyBytes } from "@/components/webhooks/capture-list";
import { InboxRoom } from "@/components/webhooks/inbox-room";
import { loadPage } from "@/lib/api/load";
import { env } from "@/lib/platform/env/env";
import { getWebhook } from "@/lib/webhooks/contract";
import { handleListRequests } from "@/lib/webhooks/list-requests";

type Props = { params: InboxParams };

export const generateMetadata = ({ params }: Props) => inboxTitle(params);

export default async function InboxPage({ params }: Props) {
  const { project, webhook, base: projectBase } = await findInbox(params);
  const base = `${projectBase}/webhooks`;
  const { items, next } = await loadPage(handleListRequests, {
    projectId: project.id,
    webhookId: webhook.id,
    bodyBytesMax: String(listedBodyBytes),
    limit: firstCaptures,
  });
  const input = { projectId: project.id, webhookId: webhook.id };
  const known = { op: getWebhook, input, answer: webhook };
  return (
    <KnownAnswers known={[known]}>
      {/* Narrow screens have room for either the list's header or the detail. */}
      <div className="max-md:has-data-detail-open:[&>header]:hidden">
        <InboxRoom
          key={webhook.id}
          webhook={webhook}
          first={{ items, next }}
          wsUrl={env().wsUrl}
          appUrl={env().appUrl}
          base={base}
          mocksBase={`${projectBase}/mocks`}
        />
      </div>
    </KnownAnswers>
  );
}

import { Settings } from "lucide-react";
import {
  findInbox,
  type InboxParams,
  inboxTitle,
} from "@/app/(dashboard)/[team]/[project]/webhooks/find-inbox";
import { StatusCode } from "@/components/mocks/http-marks";
import { Button } from "@/components/ui/button";
import { CopiedText, CopyButton } from "@/components/ui/copy-button";
import { PageHeader } from "@/components/ui/page-header";
import { listedBodyBytes } from "@/components/webhooks/capture-list";
import { firstCurl } from "@/components/webhooks/curl-of-capture";
import { InboxExpiry } from "@/components/webhooks/inbox-notices";
import { InboxRoom } from "@/components/webhooks/inbox-room";
import { load } from "@/lib/api/load";
import { env } from "@/lib/platform/env/env";
import { handleListRequests } from "@/lib/webhooks/list-requests";

type Props = { params: InboxParams };

export const generateMetadata = ({ params }: Props) => inboxTitle(params);

export default async function InboxPage({ params }: Props) {
  const { project, webhook, base: projectBase } = await findInbox(params);
  const base = `${projectBase}/webhooks`;
  const first = await load(handleListRequests, {
    projectId: project.id,
    webhookId: webhook.id,
    bodyBytesMax: String(listedBodyBytes),
  });
  return (
    // Narrow screens have room for the list's header or for the detail.
    <div className="max-md:has-data-detail-open:[&>header]:hidden">
      <PageHeader
        title={webhook.name}
        description={webhook.description}
        back={{ href: base, label: "Webhooks" }}
        actions={
          <>
            <CopyButton text={firstCurl(webhook.url)} what="curl" showLabel variant="secondary" size="md" />
            <Button href={`${base}/${webhook.id}/settings`}>
              <Settings aria-hidden />
              Settings
            </Button>
          </>
        }
        meta={
          <>
            <CopiedText text={webhook.url} what="inbox URL" />
            <span className="inline-flex items-center gap-1.5">
              answers <StatusCode code={webhook.response?.statusCode ?? 200} />
            </span>
            <InboxExpiry expiresAt={webhook.expiresAt} />
          </>
        }
      />
      <InboxRoom
        key={webhook.id}
        webhook={webhook}
        first={first}
        wsUrl={env().wsUrl}
        base={base}
        mocksBase={`${projectBase}/mocks`}
      />
    </div>
  );
}

import { StatusCode } from "@/components/mocks/status-code";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import {
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import { InboxExpiry } from "@/components/webhooks/inbox-expiry";
import type { Webhook } from "@/components/webhooks/inbox-form-values";
import { InboxRowMenu } from "@/components/webhooks/inbox-row-menu";

export type InboxesTableProps = { webhooks: readonly Webhook[]; base: string };

export function InboxesTable({ webhooks, base }: InboxesTableProps) {
  return (
    <Table label="Webhook inboxes">
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>URL</TableHeader>
        <TableHeader>Answers</TableHeader>
        <TableHeader>Open until</TableHeader>
        <TableHeader>Created</TableHeader>
        <TableHeader>
          <span className="sr-only">Actions</span>
        </TableHeader>
      </TableHead>
      <TableBody>
        {webhooks.map((webhook) => (
          <TableRow key={webhook.id}>
            <TableCell className="max-w-64">
              <span className="flex min-w-0 flex-col">
                <RowLink href={`${base}/${webhook.id}`}>{webhook.name}</RowLink>
                {webhook.description ? (
                  <span className="truncate text-ink-mute text-xs">{webhook.description}</span>
                ) : null}
              </span>
            </TableCell>
            <TableCell label="URL" className="max-w-80 font-mono text-xs">
              <span className="flex min-w-0 items-center gap-1">
                <span
                  className="min-w-0 truncate max-sm:break-all max-sm:whitespace-normal"
                  title={webhook.url}
                >
                  {webhook.url}
                </span>
                <span className="relative z-1">
                  <CopyButton text={webhook.url} what={`URL of ${webhook.name}`} />
                </span>
              </span>
            </TableCell>
            <TableCell label="Answers">
              <StatusCode code={webhook.response?.statusCode ?? 200} />
            </TableCell>
            <TableCell label="Open until" className="whitespace-nowrap">
              <InboxExpiry expiresAt={webhook.expiresAt} never="no end" />
            </TableCell>
            <TableCell label="Created" className="whitespace-nowrap">
              <RelativeTime value={webhook.createdAt} />
            </TableCell>
            <TableCell actions>
              <InboxRowMenu webhook={webhook} base={base} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

"use client";

import { Forward } from "lucide-react";
import { NewButton } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/callout";
import { EmptyState } from "@/components/ui/empty-state";
import { messageOf } from "@/components/ui/form-problem";
import { laterPopup } from "@/components/ui/later-popup";
import { PageHeader } from "@/components/ui/page-header";
import { useAnswer } from "@/components/ui/queries";
import { SkeletonRows } from "@/components/ui/waiting";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import { DeliveriesLog } from "@/components/webhooks/deliveries-log";
import { RuleCard } from "@/components/webhooks/rule-card";
import type { RuleDialogProps } from "@/components/webhooks/rule-dialog";
import { listForwardingRules } from "@/lib/webhooks/forwarding/contract";

const RuleDialog = laterPopup<RuleDialogProps>("dialog", () =>
  import("@/components/webhooks/rule-dialog").then((file) => file.RuleDialog),
);

export type ForwardingRoomProps = {
  address: InboxAddress;
  name: string;
  /** The inbox's own page. */
  href: string;
};

/** The rules by which an inbox forwards what it captures, and what came of it. */
export function ForwardingRoom({ address, name, href }: ForwardingRoomProps) {
  const { data: rules, error } = useAnswer(listForwardingRules, address);
  const create = <RuleDialog address={address} trigger={<NewButton>New rule</NewButton>} />;
  return (
    <>
      <PageHeader
        title="Forwarding"
        description="Fieldkit sends requests on to your servers by itself, and tries again where they fail."
        back={{ href, label: name }}
        actions={rules && rules.length > 0 ? create : undefined}
      />
      {error && !rules ? <FormAlert>{messageOf(error)}</FormAlert> : null}
      {!rules && !error ? <SkeletonRows label="Loading the rules" /> : null}
      {rules?.length === 0 ? <NoRules action={create} /> : null}
      {rules && rules.length > 0 ? (
        <div className="flex flex-col gap-8">
          <ul aria-label="Forwarding rules" className="grid gap-4 lg:grid-cols-2">
            {rules.map((rule) => (
              <RuleCard key={rule.id} rule={rule} address={address} />
            ))}
          </ul>
          <DeliveriesLog address={address} rules={rules} />
        </div>
      ) : null}
    </>
  );
}

const NoRules = ({ action }: { action: React.ReactNode }) => (
  <EmptyState
    icon={<Forward />}
    title="Nothing is forwarded yet"
    text="A rule sends each request that fits on to another address, with its method, headers and body: every POST below /orders to staging, say, with a token of your own. What fails is tried again for 24 hours, and each try is in the log."
    action={action}
  />
);

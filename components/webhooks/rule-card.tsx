"use client";

import { Ban, Pause, Pencil, Play, RotateCw } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { CopiedText } from "@/components/ui/copy-button";
import { messageOf } from "@/components/ui/form-problem";
import { laterPopup } from "@/components/ui/later-popup";
import { useWrite } from "@/components/ui/queries";
import { deletion, type MenuAction, RowMenu } from "@/components/ui/row-menu";
import { RelativeTime } from "@/components/ui/times";
import { useToast } from "@/components/ui/toast";
import type { InboxAddress } from "@/components/webhooks/browser-stream-parts";
import type { RuleDialogProps } from "@/components/webhooks/rule-dialog";
import {
  cancelDeliveries,
  deleteForwardingRule,
  type ForwardingRule,
  resendFailedDeliveries,
  updateForwardingRule,
} from "@/lib/webhooks/forwarding/contract";

const RuleDialog = laterPopup<RuleDialogProps>("dialog", () =>
  import("@/components/webhooks/rule-dialog").then((file) => file.RuleDialog),
);

export type RuleCardProps = { rule: ForwardingRule; address: InboxAddress };

/** A rule with how it fares, and what can be done about it. */
export function RuleCard({ rule, address }: RuleCardProps) {
  const { name, url, enabled, counts, pausedReason, lastError, failingSince } = rule;
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3.5">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <h2 className="flex flex-wrap items-center gap-2 font-medium text-ink">
            <span className="min-w-0 break-words">{name}</span>
            <RuleState rule={rule} />
          </h2>
          <span className="min-w-0 text-ink-mute text-xs">
            <CopiedText text={url} what="URL" />
          </span>
          <p className="break-words text-ink-mute text-xs">{filterWords(rule)}</p>
        </div>
        <RowMenu name={name} place="row" actions={useRuleActions(rule, address)} />
      </div>
      <p className="-mb-2 text-ink-mute text-xs">In the last 24 hours</p>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Count name="delivered" count={counts.delivered} />
        <Count name="waiting" count={counts.waiting} />
        <Count name="failed" count={counts.failed} look={counts.failed > 0 ? "text-red" : undefined} />
        {counts.skipped > 0 ? <Count name="not sent" count={counts.skipped} look="text-amber" /> : null}
      </dl>
      {!enabled && pausedReason ? (
        <Callout tone="warning" title="Paused by itself">
          {pausedReason} {lastError}
        </Callout>
      ) : null}
      {enabled && failingSince ? (
        <p className="break-words text-ink-soft text-sm">
          Failing since <RelativeTime value={failingSince} />: {lastError}
        </p>
      ) : null}
    </li>
  );
}

function RuleState({ rule: { enabled, failingSince } }: { rule: ForwardingRule }) {
  if (!enabled) return <Badge>paused</Badge>;
  return failingSince ? (
    <Badge dot tone="red">
      failing
    </Badge>
  ) : (
    <Badge dot tone="green">
      on
    </Badge>
  );
}

function Count({
  name,
  count,
  look = "text-ink",
}: {
  name: string;
  count: number;
  look?: string | undefined;
}) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dd className={`font-medium tabular-nums ${look}`}>{count.toLocaleString("en")}</dd>
      <dt className="text-ink-mute">{name}</dt>
    </div>
  );
}

/** Which requests a rule takes, in words. */
function filterWords({ filter, retries }: ForwardingRule): string {
  const { methods, path, headers, validOnly, bodyContains } = filter;
  const parts = [
    methods.length > 0 ? methods.join(", ") : "all methods",
    path ?? "",
    ...headers.map(({ name, match, value }) => `${name} ${match === "equals" ? "=" : "has"} ${value}`),
    bodyContains === null ? "" : `body has ${bodyContains}`,
    validOnly ? "valid signature" : "",
    retries ? "" : "no retries",
  ];
  return parts.filter(Boolean).join(" · ");
}

function useRuleActions(rule: ForwardingRule, address: InboxAddress): (MenuAction | false)[] {
  const write = useWrite();
  const toast = useToast();
  const { id: ruleId, name, enabled, counts } = rule;
  const input = { ...address, ruleId };
  const told = async (work: Promise<string>) => {
    try {
      toast.success(await work);
    } catch (error) {
      toast.error("That did not work", { description: messageOf(error) });
    }
  };
  const toggle = () =>
    write(updateForwardingRule, { ...input, enabled: !enabled }).then(() =>
      enabled ? "Paused" : "It goes on",
    );
  const resend = () =>
    write(resendFailedDeliveries, input).then(({ resent }) =>
      resent === 0 ? "Nothing that failed is still kept" : `${resent} sent again`,
    );
  const cancel = () => write(cancelDeliveries, input).then(({ cancelled }) => `${cancelled} cancelled`);
  return [
    {
      label: "Edit",
      icon: Pencil,
      dialog: (control) => <RuleDialog rule={rule} address={address} {...control} />,
    },
    { label: enabled ? "Pause" : "Go on", icon: enabled ? Pause : Play, onClick: () => void told(toggle()) },
    enabled && {
      label: "Send failed ones again",
      icon: RotateCw,
      reason: counts.failed === 0 ? "Nothing failed" : undefined,
      onClick: () => void told(resend()),
    },
    counts.waiting > 0 && {
      label: "Cancel what waits",
      icon: Ban,
      onClick: () => void told(cancel()),
    },
    deletion({
      what: "forwarding rule",
      name,
      consequence:
        "What waits is not sent, and its deliveries leave the log. It can be put back for 30 seconds.",
      typed: false,
      onDelete: () => write(deleteForwardingRule, input),
    }),
  ];
}

"use client";

import type { Environment } from "@/components/flags/flags-list";
import { shortValue } from "@/components/flags/value-text";
import type { GroupFlag } from "@/components/groups/groups-list";
import { decisiveText } from "@/components/targeting/decisive-text";
import { useExplanation } from "@/components/targeting/use-explanation";
import { Badge } from "@/components/ui/badge";

export type TargetedAnswerProps = {
  projectId: string;
  flag: GroupFlag;
  environment: Environment;
  subject: string;
  /** What the answer is of, for screen readers: "Checkout in Production". */
  place?: string;
};

/** What a subject gets for a flag with rules, as the server decides it. */
export function TargetedAnswer({ projectId, flag, environment, subject, place }: TargetedAnswerProps) {
  const group = { projectId, id: flag.groupId };
  const { data } = useExplanation(group, flag, {
    targetingKey: subject,
    environmentKey: environment.key,
  });
  if (!data) return <span className="text-ink-mute text-xs">Loading…</span>;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-ink-mute text-xs">
      <Badge tone={data.enabled ? "green" : "neutral"} dot>
        {place ? <span className="sr-only">{place} gives </span> : null}
        {data.enabled ? "On" : "Off"}
      </Badge>
      <span className="min-w-0 break-words">{decisiveText(data)}</span>
      {flag.type === "boolean" ? null : (
        <span className="min-w-0">
          gets <code className="break-all text-ink">{shortValue(data.value)}</code>
        </span>
      )}
    </span>
  );
}

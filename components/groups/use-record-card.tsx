"use client";

import type { Environment } from "@/components/flags/flags-list";
import { sdkInPages } from "@/components/flags/sdk-snippet";
import { inPage, openFeature, snippetsOf } from "@/components/flags/snippets";
import { UseItCard } from "@/components/flags/use-it-card";
import type { FlagRecord, GroupFlag } from "@/components/groups/groups-list";
import { resolveFlags } from "@/lib/evaluation/contract";
import { requestFor } from "@/lib/operations/operation";

export type UseRecordCardProps = {
  record: FlagRecord;
  flags: readonly GroupFlag[];
  environments: readonly Environment[];
  appUrl: string;
  keysHref: string;
};

/** Code that asks for the flags of a record. */
export function UseRecordCard({ record, flags, environments, appUrl, keysHref }: UseRecordCardProps) {
  return (
    <UseItCard
      description="One request answers for all flags of the record. The SDK hears of changes; OpenFeature’s SDKs work too."
      flags={flags}
      environmentsOf={() => environments}
      snippets={(flag, env) => {
        const url = appUrl + requestFor(resolveFlags, { recordId: record.id, env }).path;
        const question = { url, flagKey: flag.key, type: flag.type };
        const evaluation = { appUrl, flag, recordId: record.id, env };
        return [
          ...snippetsOf(question),
          inPage(question),
          sdkInPages(evaluation),
          ...openFeature(evaluation),
        ];
      }}
      keysHref={keysHref}
      inPages
    />
  );
}

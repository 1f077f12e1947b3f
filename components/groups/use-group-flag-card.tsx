"use client";

import type { Environment } from "@/components/flags/flags-list";
import { sdkInPages, sdkOnServers } from "@/components/flags/sdk-snippet";
import { openFeature } from "@/components/flags/snippets";
import { UseItCard } from "@/components/flags/use-it-card";
import type { GroupFlag } from "@/components/groups/groups-list";
import { curlCommand, keyFlag, operationRequest } from "@/components/ui/curl-command";
import { evaluateFlag } from "@/lib/ofrep/contract";

export type UseGroupFlagCardProps = {
  flags: readonly GroupFlag[];
  environments: readonly Environment[];
  /** The targeting key in the code: a record's ID or any other text. */
  subject: string;
  appUrl: string;
  keysHref: string;
};

/** Code that evaluates a flag of a group, for records and for everyone else. */
export function UseGroupFlagCard({ flags, environments, subject, appUrl, keysHref }: UseGroupFlagCardProps) {
  return (
    <UseItCard
      description="The targeting key is a record’s ID or any other text. Add attributes for rules, such as a plan."
      flags={flags}
      environmentsOf={() => environments}
      snippets={(flag, env) => {
        const evaluation = { appUrl, flag, recordId: subject, env };
        const context = { targetingKey: subject, ...(env && { env }) };
        const request = operationRequest(appUrl, evaluateFlag, { key: flag.key, context });
        return [
          { label: "curl", code: curlCommand({ ...request, flags: [keyFlag] }) },
          sdkOnServers(evaluation),
          sdkInPages(evaluation),
          ...openFeature(evaluation),
        ];
      }}
      keysHref={keysHref}
      inPages
    />
  );
}

"use client";

import { type Environment, type FlagRow, flagIn } from "@/components/flags/flags-list";
import { snippetsOf } from "@/components/flags/snippets";
import { UseItCard } from "@/components/flags/use-it-card";
import { checkFlag } from "@/lib/flags/contract";
import { requestFor } from "@/lib/operations/operation";

export type UseFlagCardProps = {
  projectId: string;
  rows: readonly FlagRow[];
  environments: readonly Environment[];
  /** The targeting key in the code. */
  subject: string;
  appUrl: string;
  keysHref: string;
};

/** Code that evaluates a global flag. */
export function UseFlagCard({ projectId, rows, environments, subject, appUrl, keysHref }: UseFlagCardProps) {
  return (
    <UseItCard
      description="Programs evaluate a flag by its key. The same targeting key always gets the same result."
      flags={rows}
      environmentsOf={(row) => environments.filter((environment) => flagIn(row, environment))}
      snippets={({ key: flagKey, flags }, env) => {
        const type = flags[0]?.type ?? "boolean";
        const asked = { projectId, flagKey, targetingKey: subject, ...(env && { env }) };
        return snippetsOf({ url: appUrl + requestFor(checkFlag, asked).path, flagKey: undefined, type });
      }}
      keysHref={keysHref}
    />
  );
}

"use client";

import { useState } from "react";
import type { Environment } from "@/components/flags/flags-list";
import { openFeature, snippetsOf } from "@/components/flags/snippets";
import { Choice, UseItCard } from "@/components/flags/use-it-card";
import type { FlagRecord, GroupFlag } from "@/components/groups/groups-list";
import { resolveFlags } from "@/lib/evaluation/contract";
import { requestFor } from "@/lib/operations/operation";

export type UseRecordCardProps = {
  record: FlagRecord;
  /** Those on the page; to find another one, the list is searched. */
  flags: readonly GroupFlag[];
  environments: readonly Environment[];
  appUrl: string;
  keysHref: string;
};

/** How code asks for the flags of a record. */
export function UseRecordCard({ record, flags, environments, appUrl, keysHref }: UseRecordCardProps) {
  const [chosenKey, setChosenKey] = useState("");
  const [environmentId, setEnvironmentId] = useState("");
  const flagKey = (flags.find(({ key }) => key === chosenKey) ?? flags[0])?.key;
  const environment = environments.find(({ id }) => id === environmentId) ?? environments[0];
  if (flagKey === undefined || !environment) return null;
  const env = environment.isDefault ? undefined : environment.key;
  const { path } = requestFor(resolveFlags, { recordId: record.id, env });
  return (
    <UseItCard
      description="One request answers for all flags of the record. OpenFeature’s SDKs work too, through OFREP."
      snippets={[
        ...snippetsOf({ url: appUrl + path, flagKey }),
        openFeature({ appUrl, flagKey, recordId: record.id, env }),
      ]}
      keysHref={keysHref}
    >
      <Choice
        label="Flag"
        options={flags.map(({ key, name }) => ({ value: key, label: name }))}
        value={flagKey}
        onValueChange={setChosenKey}
      />
      <Choice
        label="Environment"
        options={environments.map(({ id, name }) => ({ value: id, label: name }))}
        value={environment.id}
        onValueChange={setEnvironmentId}
      />
    </UseItCard>
  );
}

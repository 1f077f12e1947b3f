"use client";

import { useState } from "react";
import { type Environment, type FlagRow, flagIn } from "@/components/flags/flags-list";
import { snippetsOf } from "@/components/flags/snippets";
import { Choice, UseItCard } from "@/components/flags/use-it-card";
import { checkFlag } from "@/lib/flags/contract";
import { requestFor } from "@/lib/operations/operation";

export type UseFlagCardProps = {
  /** Those on the page; to find another one, the list is searched. */
  rows: readonly FlagRow[];
  environments: readonly Environment[];
  projectId: string;
  appUrl: string;
  keysHref: string;
  /** For whom the snippets ask. */
  subject: string;
};

/** How code asks for a global flag. */
export function UseFlagCard({ rows, environments, projectId, appUrl, keysHref, subject }: UseFlagCardProps) {
  const [flagKey, setFlagKey] = useState("");
  const [environmentId, setEnvironmentId] = useState("");
  const row = rows.find(({ key }) => key === flagKey) ?? rows[0];
  const places = environments.filter((environment) => row && flagIn(row, environment));
  const place = places.find(({ id }) => id === environmentId) ?? places[0];
  if (!row || !place) return null;
  const { path } = requestFor(checkFlag, {
    projectId,
    flagKey: row.key,
    targetingKey: subject || "tenant-1",
    ...(!place.isDefault && { env: place.key }),
  });
  return (
    <UseItCard
      description="A program asks for a flag by its key. With a targeting key, a subject always gets the same answer."
      snippets={snippetsOf({ url: appUrl + path, flagKey: undefined })}
      keysHref={keysHref}
    >
      <Choice
        label="Flag"
        options={rows.map(({ key, name }) => ({ value: key, label: name }))}
        value={row.key}
        onValueChange={setFlagKey}
      />
      <Choice
        label="Environment"
        options={places.map(({ id, name }) => ({ value: id, label: name }))}
        value={place.id}
        onValueChange={setEnvironmentId}
      />
    </UseItCard>
  );
}

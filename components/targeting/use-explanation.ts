"use client";

import type { Group, GroupFlag } from "@/components/groups/groups-list";
import { useAnswer } from "@/components/ui/queries";
import { explainFlag } from "@/lib/evaluation/explain/contract";
import type { CallInput } from "@/lib/operations/operation";

/** Seldom, because a page may ask for many; after each write on it, too. */
const watchMs = 15_000;

type Explained = Omit<CallInput<typeof explainFlag>, "projectId" | "groupId" | "groupFlagId">;

/** The result of a flag for one subject as the server evaluates it, and the reasons for it. */
export function useExplanation(
  { projectId, id: groupId }: Pick<Group, "projectId" | "id">,
  { id: groupFlagId }: Pick<GroupFlag, "id">,
  { targetingKey, ...explained }: Explained,
  options: { keepPrevious?: boolean } = {},
) {
  const input = { projectId, groupId, groupFlagId, ...(targetingKey && { targetingKey }), ...explained };
  return useAnswer(explainFlag, input, { watch: watchMs, ...options });
}

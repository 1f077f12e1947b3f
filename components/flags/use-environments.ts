"use client";

import type { Environment } from "@/components/flags/flags-list";
import { useAnswer } from "@/components/ui/queries";
import { listEnvironments } from "@/lib/environments/contract";

const none: Environment[] = [];

/** The environments of a project, the default one first. */
export const useEnvironments = (projectId: string): readonly Environment[] =>
  useAnswer(listEnvironments, { projectId }).data ?? none;

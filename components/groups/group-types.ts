import type { getGroup, getGroupFlag } from "@/lib/groups/contract";
import type { Output } from "@/lib/operations/operation";
import type { getRecord, listOverrides } from "@/lib/records/contract";

export type Group = Output<typeof getGroup>;
export type GroupFlag = Output<typeof getGroupFlag>;
export type FlagRecord = Output<typeof getRecord>;
export type Override = Output<typeof listOverrides>[number];

import type { FlagRecord } from "@/components/groups/group-types";

/** What a list shows of a record; its metadata can be long and stays where it is. */
export type RecordName = Pick<FlagRecord, "id" | "name" | "createdAt">;

export const toRecordName = ({ id, name, createdAt }: FlagRecord): RecordName => ({ id, name, createdAt });

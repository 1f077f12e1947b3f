import { routes } from "@/lib/api/next-routes";
import { handleCreateRecord } from "@/lib/records/create-record";
import { handleListRecords } from "@/lib/records/list-records";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListRecords, handleCreateRecord);

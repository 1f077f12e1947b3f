import { routes } from "@/lib/api/next-routes";
import { handleDeleteRecord } from "@/lib/records/delete-record";
import { handleGetRecord } from "@/lib/records/get-record";
import { handleUpdateRecord } from "@/lib/records/update-record";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetRecord,
  handleUpdateRecord,
  handleDeleteRecord,
);

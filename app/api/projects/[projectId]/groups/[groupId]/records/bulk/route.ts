import { routes, routesAlso } from "@/lib/api/next-routes";
import { handleDeleteRecord } from "@/lib/records/delete-record";
import { handleGetRecord } from "@/lib/records/get-record";
import { handleImportRecords } from "@/lib/records/import-records";
import { handleUpdateRecord } from "@/lib/records/update-record";

const own = routes(handleImportRecords);

// A record may have the id that this path ends with.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routesAlso(
  own,
  { recordId: "bulk" },
  handleGetRecord,
  handleUpdateRecord,
  handleDeleteRecord,
);

import { routes } from "@/lib/api/next-routes";
import { handleDeleteFlag } from "@/lib/flags/delete-flag";
import { handleGetFlag } from "@/lib/flags/get-flag";
import { handleUpdateFlag } from "@/lib/flags/update-flag";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetFlag,
  handleUpdateFlag,
  handleDeleteFlag,
);

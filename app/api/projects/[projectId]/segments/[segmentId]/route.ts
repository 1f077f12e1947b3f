import { routes } from "@/lib/api/next-routes";
import { handleDeleteSegment } from "@/lib/segments/delete-segment";
import { handleGetSegment } from "@/lib/segments/get-segment";
import { handleUpdateSegment } from "@/lib/segments/update-segment";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetSegment,
  handleUpdateSegment,
  handleDeleteSegment,
);

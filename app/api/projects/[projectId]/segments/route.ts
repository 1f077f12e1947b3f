import { routes } from "@/lib/api/next-routes";
import { handleCreateSegment } from "@/lib/segments/create-segment";
import { handleListSegments } from "@/lib/segments/list-segments";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListSegments,
  handleCreateSegment,
);

import { routes } from "@/lib/api/next-routes";
import { handleDeleteReleaseAttachment } from "@/lib/releases/delete-release-attachment";
import { handleGetReleaseAttachment } from "@/lib/releases/get-release-attachment";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetReleaseAttachment,
  handleDeleteReleaseAttachment,
);

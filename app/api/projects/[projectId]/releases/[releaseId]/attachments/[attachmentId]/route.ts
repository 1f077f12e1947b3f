import { routes } from "@/lib/api/next-routes";
import { handleDeleteReleaseAttachment } from "@/lib/releases/attachments/delete-release-attachment";
import { handleGetReleaseAttachment } from "@/lib/releases/attachments/get-release-attachment";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetReleaseAttachment,
  handleDeleteReleaseAttachment,
);

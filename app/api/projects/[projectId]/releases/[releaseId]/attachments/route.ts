import { routes } from "@/lib/api/next-routes";
import { handleAddReleaseAttachment } from "@/lib/releases/attachments/add-release-attachment";
import { handleListReleaseAttachments } from "@/lib/releases/attachments/list-release-attachments";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListReleaseAttachments,
  handleAddReleaseAttachment,
);

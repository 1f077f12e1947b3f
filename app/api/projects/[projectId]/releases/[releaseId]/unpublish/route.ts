import { routes } from "@/lib/api/next-routes";
import { handleUnpublishRelease } from "@/lib/releases/notes/unpublish-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleUnpublishRelease);

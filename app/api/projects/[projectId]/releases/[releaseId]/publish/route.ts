import { routes } from "@/lib/api/next-routes";
import { handlePublishRelease } from "@/lib/releases/notes/publish-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handlePublishRelease);

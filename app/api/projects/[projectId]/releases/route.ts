import { routes } from "@/lib/api/next-routes";
import { handleListReleases } from "@/lib/releases/notes/list-releases";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListReleases);

import { routes } from "@/lib/api/next-routes";
import { handleListReleases } from "@/lib/releases/list-releases";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListReleases);

import { routes } from "@/lib/http/next-routes";
import { handleListReleases } from "@/lib/releases/list-releases";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListReleases);

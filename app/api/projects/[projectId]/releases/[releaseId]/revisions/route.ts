import { routes } from "@/lib/api/next-routes";
import { handleListReleaseRevisions } from "@/lib/releases/notes/list-release-revisions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListReleaseRevisions);

import { routes } from "@/lib/api/next-routes";
import { handleListReleaseCommits } from "@/lib/releases/notes/list-release-commits";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListReleaseCommits);

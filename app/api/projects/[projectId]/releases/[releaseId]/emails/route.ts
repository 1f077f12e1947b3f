import { routes } from "@/lib/api/next-routes";
import { handleListReleaseEmails } from "@/lib/releases/delivery/list-release-emails";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListReleaseEmails);

import { routes } from "@/lib/api/next-routes";
import { handleGetReleaseRecipients } from "@/lib/releases/delivery/get-release-recipients";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetReleaseRecipients);

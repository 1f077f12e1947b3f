import { routes } from "@/lib/api/next-routes";
import { handleSendReleaseToSlack } from "@/lib/releases/delivery/send-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSendReleaseToSlack);

import { routes } from "@/lib/api/next-routes";
import { handleSendReleaseByEmail } from "@/lib/releases/delivery/send-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSendReleaseByEmail);

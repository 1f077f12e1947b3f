import { routes } from "@/lib/api/next-routes";
import { handleSendReleaseTest } from "@/lib/releases/delivery/send-release";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSendReleaseTest);

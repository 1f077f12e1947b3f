import { routes } from "@/lib/api/next-routes";
import { handleListDeliveries } from "@/lib/webhooks/forwarding/list-deliveries";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListDeliveries);

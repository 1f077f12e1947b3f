import { routes } from "@/lib/api/next-routes";
import { handleCreateStreamTicket } from "@/lib/webhooks/create-stream-ticket";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleCreateStreamTicket);

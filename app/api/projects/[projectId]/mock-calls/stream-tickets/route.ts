import { routes } from "@/lib/api/next-routes";
import { handleCreateCallsTicket } from "@/lib/webhooks/create-calls-ticket";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleCreateCallsTicket);

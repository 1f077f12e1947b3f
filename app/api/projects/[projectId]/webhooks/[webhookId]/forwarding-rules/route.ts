import { routes } from "@/lib/api/next-routes";
import { handleCreateForwardingRule } from "@/lib/webhooks/forwarding/change-rules";
import { handleListForwardingRules } from "@/lib/webhooks/forwarding/list-rules";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleListForwardingRules,
  handleCreateForwardingRule,
);

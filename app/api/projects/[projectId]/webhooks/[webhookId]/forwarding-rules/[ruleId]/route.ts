import { routes } from "@/lib/api/next-routes";
import {
  handleDeleteForwardingRule,
  handleUpdateForwardingRule,
} from "@/lib/webhooks/forwarding/change-rules";
import { handleGetForwardingRule } from "@/lib/webhooks/forwarding/list-rules";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleGetForwardingRule,
  handleUpdateForwardingRule,
  handleDeleteForwardingRule,
);

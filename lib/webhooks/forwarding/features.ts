import type { AnyImplementation } from "@/lib/operations/implement";
import {
  handleCreateForwardingRule,
  handleDeleteForwardingRule,
  handleUpdateForwardingRule,
} from "./change-rules";
import { handleGetDelivery, handleListDeliveries } from "./list-deliveries";
import { handleGetForwardingRule, handleListForwardingRules } from "./list-rules";
import { handleCancelDeliveries, handleResendDelivery, handleResendFailedDeliveries } from "./resend";

export const forwardingFeatures: readonly AnyImplementation[] = [
  ...[handleListForwardingRules, handleCreateForwardingRule, handleGetForwardingRule],
  ...[handleUpdateForwardingRule, handleDeleteForwardingRule],
  ...[handleResendFailedDeliveries, handleCancelDeliveries],
  ...[handleListDeliveries, handleGetDelivery, handleResendDelivery],
];

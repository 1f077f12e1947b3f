import { routes } from "@/lib/api/next-routes";
import {
  handleConfirmSubscriber,
  handleShowSubscriberConfirmation,
} from "@/lib/releases/subscribers/confirm-subscriber";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleShowSubscriberConfirmation,
  handleConfirmSubscriber,
);

import { routes } from "@/lib/api/next-routes";
import {
  handleConfirmReleaseSubscription,
  handleShowReleaseConfirmation,
} from "@/lib/releases/delivery/release-subscription";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleShowReleaseConfirmation,
  handleConfirmReleaseSubscription,
);

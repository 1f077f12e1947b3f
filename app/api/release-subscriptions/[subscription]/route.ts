import { routes } from "@/lib/api/next-routes";
import {
  handleEndReleaseSubscription,
  handleShowReleaseSubscription,
} from "@/lib/releases/delivery/release-subscription";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(
  handleShowReleaseSubscription,
  handleEndReleaseSubscription,
);

import { routes } from "@/lib/api/next-routes";
import { handleSubscribeToReleases } from "@/lib/releases/subscribers/subscribe";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSubscribeToReleases);

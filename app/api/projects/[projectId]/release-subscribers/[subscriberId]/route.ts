import { routes } from "@/lib/api/next-routes";
import { handleRemoveReleaseSubscriber } from "@/lib/releases/subscribers/list-subscribers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleRemoveReleaseSubscriber);

import { routes } from "@/lib/api/next-routes";
import { handleListOverrides } from "@/lib/records/list-overrides";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListOverrides);

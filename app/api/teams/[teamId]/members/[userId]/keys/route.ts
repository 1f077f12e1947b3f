import { routes } from "@/lib/api/next-routes";
import { handleListMemberKeys } from "@/lib/keys/list-member-keys";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListMemberKeys);

import { routes } from "@/lib/api/next-routes";
import { handleListRepositoryRefs } from "@/lib/releases/repositories/list-repository-refs";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleListRepositoryRefs);

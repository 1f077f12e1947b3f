import { routes } from "@/lib/api/next-routes";
import { handleSearch } from "@/lib/search/search";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleSearch);

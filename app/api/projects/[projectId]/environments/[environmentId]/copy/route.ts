import { routes } from "@/lib/api/next-routes";
import { handleCopyEnvironment } from "@/lib/flag-moves/copy-environment";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleCopyEnvironment);

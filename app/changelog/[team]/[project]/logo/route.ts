import { pageRoute } from "@/lib/api/next-routes";
import { serveLogo } from "@/lib/releases/changelog/serve-files";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageRoute(serveLogo);

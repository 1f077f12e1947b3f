import { readingRoute } from "@/lib/api/next-routes";
import { serveFont } from "@/lib/releases/changelog/serve-files";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readingRoute((request) =>
  serveFont(request, { params: {} }),
);

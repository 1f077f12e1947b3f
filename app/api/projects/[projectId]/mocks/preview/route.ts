import { routes } from "@/lib/api/next-routes";
import { handlePreviewMock } from "@/lib/mocks/preview/preview-mock";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handlePreviewMock);

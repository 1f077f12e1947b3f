import { routes } from "@/lib/api/next-routes";
import { handleResetMock } from "@/lib/mocks/reset-mock";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleResetMock);

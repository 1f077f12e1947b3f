import { routes } from "@/lib/api/next-routes";
import { handleGetMockCall } from "@/lib/mocks/calls/get-call";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleGetMockCall);

import { routes } from "@/lib/api/next-routes";
import { handleVerifyMockCalls } from "@/lib/mocks/calls/verify-calls";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleVerifyMockCalls);

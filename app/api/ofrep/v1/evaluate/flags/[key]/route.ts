import { routes } from "@/lib/api/next-routes";
import { handleEvaluateFlag } from "@/lib/ofrep/evaluate-flags";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleEvaluateFlag);

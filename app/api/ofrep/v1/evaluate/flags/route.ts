import { routes } from "@/lib/api/next-routes";
import { handleEvaluateFlags } from "@/lib/ofrep/evaluate-flags";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleEvaluateFlags);

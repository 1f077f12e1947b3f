import { routes } from "@/lib/api/next-routes";
import { handleEvaluateFlags } from "@/lib/evaluation/ofrep";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleEvaluateFlags);

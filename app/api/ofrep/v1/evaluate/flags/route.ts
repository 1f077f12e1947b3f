import { handleEvaluateFlags } from "@/lib/evaluation/ofrep";
import { routes } from "@/lib/http/next-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleEvaluateFlags);

import { routes } from "@/lib/api/next-routes";
import { handleExplainFlag } from "@/lib/evaluation/explain-flag";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(handleExplainFlag);

import { readingRoute } from "@/lib/api/next-routes";
import { answerForStream } from "@/lib/api/stream-address";

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readingRoute(answerForStream);

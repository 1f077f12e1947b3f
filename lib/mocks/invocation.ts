import type { PublicRequest } from "@/lib/operations/public-request";
import type { MockTable } from "./served-mocks";

/** What of a request to a project decides its answer. */
export type Invocation = {
  projectId: string;
  matcher: MockTable["matcher"];
  /** The request target after `/api/mock`, percent-encoded, without query. */
  rawPath: string;
  request: PublicRequest;
};

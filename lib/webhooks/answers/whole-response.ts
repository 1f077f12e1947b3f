import type { StoredInboxResponse } from "@/db/schema/webhooks";
import type { InboxResponse } from "./contract";

/** What holds where an answer is older than a field. */
const older = {
  bodyEncoding: "text",
  templated: false,
  delayDistribution: null,
  bytesPerSecond: null,
  fault: null,
} as const;

export const wholeResponse = (stored: StoredInboxResponse | null): InboxResponse | null =>
  stored && { ...stored, ...older, ...stored };

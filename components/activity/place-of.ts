import type { Activity } from "@/components/activity/traffic-words";

type Change = Activity["changes"][number];

/** The page where what was changed is looked at; that of the trail for what is gone or has none. */
export function placeOf({ operation, subjectKind, subjectId }: Change, base: string): string {
  if (operation.startsWith("delete") || !subjectId) return `${base}/audit`;
  switch (subjectKind) {
    case "mock":
      return `${base}/mocks/${subjectId}`;
    case "webhook":
      return `${base}/webhooks/${subjectId}`;
    case "release":
      return `${base}/releases/${subjectId}`;
    case "group":
      return `${base}/flags/groups/${subjectId}`;
    case "flag":
      return `${base}/flags`;
    case "environment":
      return `${base}/flags/environments`;
    case "segment":
      return `${base}/flags/segments`;
    case "key":
      return `${base}/keys`;
    case "project":
      return `${base}/settings`;
    case "releaseSettings":
      return `${base}/releases/settings`;
    default:
      return `${base}/audit`;
  }
}

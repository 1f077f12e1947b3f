import type { Release } from "@/components/releases/release-types";
import { Badge, type Tone } from "@/components/ui/badge";
import { Spinner } from "@/components/ui/spinner";

type State = Pick<Release, "status" | "errorMessage" | "revision">;

/** One word for where a release stands; a generation that came to nothing is one of them. */
export function ReleaseStatus({ release }: { release: State }) {
  if (release.status === "processing") {
    return (
      <Badge tone="blue">
        <Spinner className="size-3" />
        Being written
      </Badge>
    );
  }
  const { tone, label } = looks[hasFailed(release) ? "failed" : release.status];
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  );
}

/** Without notes, because they could not be written. */
export const hasFailed = ({ status, errorMessage, revision }: State) =>
  status === "draft" && errorMessage !== null && revision === 0;

const looks: Record<"failed" | "draft" | "published", { tone: Tone; label: string }> = {
  failed: { tone: "red", label: "Failed" },
  draft: { tone: "amber", label: "Draft" },
  published: { tone: "green", label: "Published" },
};

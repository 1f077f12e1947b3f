import { bucketText, type Explanation } from "@/components/flags/explain-rollout";
import { Badge } from "@/components/ui/badge";

/** What a subject gets, and why. Read out when it changes. */
export function AnswerLine({ subject, answer }: { subject: string; answer: Explanation }) {
  return (
    <p role="status" className="flex min-w-0 items-start gap-2 text-ink-soft text-xs">
      <Badge tone={answer.on ? "green" : "neutral"} dot>
        {answer.on ? "On" : "Off"}
      </Badge>
      <span className="min-w-0 pt-px">
        <code className="break-all text-ink">{subject}</code> is in bucket{" "}
        <span className="text-ink tabular-nums">{bucketText(answer.bucket)}</span>, {answer.reason}
      </span>
    </p>
  );
}

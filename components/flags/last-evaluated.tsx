import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/times";

/** When a flag was asked for last. */
export const LastEvaluated = ({ at }: { at: string | null | undefined }) =>
  at ? <RelativeTime value={at} /> : <span className="text-ink-mute">Never</span>;

/** The latest of the flags of a row. */
export const latestOf = (flags: readonly { lastEvaluatedAt: string | null }[]): string | null =>
  flags.reduce<string | null>(
    (last, { lastEvaluatedAt: at }) => (at && (!last || at > last) ? at : last),
    null,
  );

/** Tags of a flag below its name: a few, and how many more there are. */
export function FlagTags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  const more = tags.length - tagsMax;
  return (
    <ul aria-label="Tags" className="flex min-w-0 flex-wrap gap-1">
      {tags.slice(0, tagsMax).map((tag) => (
        <li key={tag} className="min-w-0 max-w-full">
          <Badge>
            <span className="truncate">{tag}</span>
          </Badge>
        </li>
      ))}
      {more > 0 ? <li className="text-ink-mute text-xs">and {more} more</li> : null}
    </ul>
  );
}

const tagsMax = 4;

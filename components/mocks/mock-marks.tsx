import {
  Braces,
  Dices,
  File,
  Layers,
  ListOrdered,
  type LucideIcon,
  Snail,
  Timer,
  Unplug,
  Webhook,
} from "lucide-react";
import { type MarkKind, marksOf } from "@/components/mocks/mark-words";
import type { MockSummary } from "@/components/mocks/mocks-list";

const icons: Record<MarkKind, LucideIcon> = {
  responses: Layers,
  sequence: ListOrdered,
  random: Dices,
  template: Braces,
  file: File,
  fault: Unplug,
  chance: Timer,
  slow: Snail,
  callbacks: Webhook,
};

/** What a mock does besides giving one answer, as small icons. */
export function MockMarks({ mock }: { mock: MockSummary }) {
  return marksOf(mock).map(({ kind, text, count }) => {
    const Icon = icons[kind];
    return (
      <span
        key={kind}
        role="img"
        aria-label={text}
        title={text}
        // Above the row's link, or the pointer would not find the title.
        className="relative z-1 inline-flex items-center gap-0.5 text-ink-mute text-xs tabular-nums"
      >
        <Icon aria-hidden className="size-3.5" />
        {count !== undefined && count > 1 ? count : null}
      </span>
    );
  });
}

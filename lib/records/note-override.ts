import type { Ctx } from "@/lib/operations/context";
import { noteTrail } from "@/lib/operations/trail";
import { type OverrideRow, toOverride } from "./to-override";

type Of = Parameters<typeof toOverride>[1] & {
  record: { id: string; name: string | null };
  flag: { id: string };
};
type Change = Record<"before" | "after", OverrideRow | undefined>;

/** Tells the trail what became of an override, which has no id of its own: it is named by record, flag and environment. */
export function noteOverride(ctx: Pick<Ctx, "trail">, { before, after }: Change, of: Of): void {
  const { record, flag, environment } = of;
  noteTrail(ctx, {
    before: before && toOverride(before, of),
    after: after && toOverride(after, of),
    unchanged: !before && !after,
    subject: {
      id: `${record.id}/${flag.id}`,
      name: `${record.name ?? record.id}: ${flag.key} in ${environment.name}`,
    },
  });
}

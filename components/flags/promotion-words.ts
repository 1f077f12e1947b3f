import type { promoteFlags } from "@/lib/flag-moves/contract";
import type { Output } from "@/lib/operations/operation";

export type Promotion = Output<typeof promoteFlags>;

/** How many flags of the target a promotion writes. */
export const writtenBy = ({ created, updated }: Pick<Promotion, "created" | "updated">) => created + updated;

/** "2 change, 1 is new, 1 stays as it is, 1 can’t be promoted." */
export function countsText({ created, updated, unchanged, refused }: Counts): string {
  const parts = [
    [updated, "changes", "change"],
    [created, "is new", "are new"],
    [unchanged, "is the same already", "are the same already"],
    [refused, "can’t be promoted", "can’t be promoted"],
  ] as const;
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return `${said.join(", ")}.`;
}

type Counts = Pick<Promotion, "created" | "updated" | "unchanged" | "refused">;

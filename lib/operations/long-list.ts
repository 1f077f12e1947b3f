import { z } from "zod";
import { longLists } from "@/lib/platform/budgets/budgets";

/** The items of a long list as they came: to parse all at once would hold the thread, and take much memory. */
export class UnreadItems {
  /** @param items each as JSON */
  constructor(readonly items: readonly Uint8Array[]) {}
}

/** A list of up to `longLists.itemsMax` items in the body of an operation that names it as its `longList`. */
export function longList<Item extends z.ZodObject>(item: Item, what: string) {
  const { itemsMax } = longLists;
  const error = `must be a list of 1 to ${itemsMax} ${what}`;
  const { $schema: _, ...items } = z.toJSONSchema(item, { io: "input" });
  const isList = (given: unknown) =>
    given instanceof UnreadItems && given.items.length > 0 && given.items.length <= itemsMax;
  const list = z
    .custom<UnreadItems>(isList, { error })
    .meta({ type: "array", minItems: 1, maxItems: itemsMax, items });
  return list as unknown as z.ZodType<UnreadItems, z.input<Item>[]>;
}

import { z } from "zod";
import { query } from "@/lib/platform/budgets/budgets";
import { countMax } from "./operation";

const { namesMax } = query;

const Limit = wholeNumber(1, 1000);
const Cursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,1000}$/, { error: "must be a cursor from a Link header" })
  .meta({ description: "where the page begins, from the Link header of the page before" });

/** Query of a list that has pages, but no search or sorting. */
export const pagedQuery = {
  limit: Limit.optional().meta({ description: "rows of a page at most, 1000 unless stated" }),
  cursor: Cursor.optional(),
};

type Abilities<Sort extends string> = {
  /** Fields to sort by, each both ways. */
  sorts: readonly Sort[];
  /** The list's own order, newest first unless stated. */
  sortedBy?: Direction<Sort>;
  /** What `q` searches, in words. */
  searched: string;
};
type Direction<Sort extends string> = Sort | `-${Sort}`;

/** Query of a list of `item` that is searched, sorted, counted and cut to some fields. */
export function listQuery<Shape extends z.core.$ZodLooseShape, const Sort extends string>(
  item: z.ZodObject<Shape>,
  { sorts, sortedBy, searched }: Abilities<Sort>,
) {
  const directions: Direction<Sort>[] = sorts.flatMap((name) => [name, `-${name}` as const]);
  return {
    ...pagedQuery,
    q: Words.optional().meta({
      description: `words, at most ten, all of which occur in ${searched}, in any letter case`,
    }),
    sort: z
      .enum(directions, { error: `must be one of ${directions.join(", ")}` })
      .default((sortedBy ?? "-createdAt") as never)
      .meta({ description: "field to sort by, with - in front from the last to the first" }),
    fields: fieldsOf(Object.keys(item.shape) as (keyof Shape & string)[]),
    count: Truth.optional().meta({
      description: `whether X-Total-Count says how many rows match; beyond ${countMax} it is ${countMax}+`,
    }),
  };
}

const Words = z
  .string()
  .trim()
  .max(200, { error: "must have at most 200 characters" })
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .refine((words) => words.length <= 10, { error: "must have at most ten words" });

function fieldsOf<Field extends string>(names: readonly Field[]) {
  const error = `must be some of ${names.join(", ")}`;
  const Fields = z.array(z.enum(names, { error })).max(namesMax, { error });
  return z.preprocess(commaSeparated, Fields).optional().meta({
    description:
      "Fields of each row to return, besides its id. The response then has no others, although the schema of a row requires them.",
  });
}

/** Names with commas in between, also of a repeated parameter. Cut where there are too many for any list of them. */
export function commaSeparated(given: string | readonly string[]): string[] {
  const names = [given].flat().flatMap((part) => part.split(",", namesMax + 1));
  return names.slice(0, namesMax + 1);
}

/** A boolean as queries write it. */
export const Truth = z.preprocess(
  (given: boolean | "true" | "false") => (given === "true" ? true : given === "false" ? false : given),
  z.boolean({ error: "must be true or false" }),
);

/** A whole number as queries write it, in decimal digits; leading zeros do no harm. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.preprocess(
    (given: number | string) =>
      typeof given === "string" && /^\d{1,15}$/.test(given) ? Number(given) : given,
    z.int({ error }).min(min, { error }).max(max, { error }),
  );
}

import { z } from "zod";
import { commaSeparated } from "./list-fields";

/** How many tags something has at most, and how long each is. */
export const tagLimits = { tags: 20, tagChars: 50 };
const limits = tagLimits;

export const controlCharacter = /\p{Cc}/u;

/** What tags and folders are the same by: nobody means two things by `Billing` and `billing`. */
export const sameName = (name: string): string => name.toLowerCase();

const Tag = z
  .string({ error: "must be a text" })
  .trim()
  .min(1, { error: "must not be empty" })
  .max(limits.tagChars, { error: `must have at most ${limits.tagChars} characters` })
  .refine((tag) => !controlCharacter.test(tag) && !tag.includes(","), {
    error: "must have no commas, line breaks or other control characters",
  });

const tagsProblem = `must have at most ${limits.tags} tags`;

/** Labels in any order, which is kept. */
export const Tags = z
  .custom<string[]>((given) => Array.isArray(given), { error: "must be a list of texts" })
  .refine((given) => given.length <= limits.tags, { error: tagsProblem, abort: true })
  .pipe(z.array(Tag))
  .superRefine((tags, context) => {
    const seen = new Set<string>();
    for (const [at, tag] of tags.entries()) {
      if (seen.has(sameName(tag))) {
        const message = "must not be there twice, letter case aside";
        context.addIssue({ code: "custom", path: [at], message });
      }
      seen.add(sameName(tag));
    }
  })
  .meta({ type: "array", items: { type: "string" }, maxItems: limits.tags });

/** A repeated parameter, or names with commas between: all of them. */
export const TagFilter = z
  .preprocess(
    commaSeparated,
    z
      .array(
        z
          .string()
          .trim()
          .max(limits.tagChars, { error: `must have at most ${limits.tagChars} characters` }),
      )
      .max(limits.tags, { error: tagsProblem }),
  )
  .transform((tags) => tags.filter(Boolean));

import { z } from "zod";
import { commaSeparated } from "@/lib/operations/list-fields";
import { operation } from "@/lib/operations/operation";

export const organisingLimits = { tags: 20, tagChars: 50, folderChars: 200 };
const limits = organisingLimits;

const control = /\p{Cc}/u;

/** What tags and folders are the same by: nobody means two things by `Billing` and `billing`. */
export const sameName = (name: string): string => name.toLowerCase();

const Tag = z
  .string({ error: "must be a text" })
  .trim()
  .min(1, { error: "must not be empty" })
  .max(limits.tagChars, { error: `must have at most ${limits.tagChars} characters` })
  .refine((tag) => !control.test(tag) && !tag.includes(","), {
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

/** Where a mock is filed: names with slashes between them, or an empty text for nowhere. */
export const Folder = z
  .string({ error: "must be a text" })
  .max(limits.folderChars, { error: `must have at most ${limits.folderChars} characters` })
  .transform((given, context) => {
    const problem = folderProblem(given);
    if (!problem) return trimmedFolder(given);
    context.issues.push({ code: "custom", message: problem, input: given });
    return z.NEVER;
  });

const trimmedFolder = (given: string): string => {
  const names = given.split("/").map((name) => name.trim());
  return names.length === 1 ? (names[0] ?? "") : names.join("/");
};

function folderProblem(given: string): string | undefined {
  if (control.test(given)) return "must have no line breaks or other control characters";
  const names = trimmedFolder(given).split("/");
  return names.length > 1 && names.includes("")
    ? "must have a name on each side of a slash, as in Payments/Refunds"
    : undefined;
}

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

export const FolderFilter = z
  .string({ error: "must be given once" })
  .trim()
  .max(limits.folderChars, { error: `must have at most ${limits.folderChars} characters` });

/** How many folders, and how many tags, are named: those of the most mocks. */
export const namedMax = 1000;

const count = z.int().meta({ description: "mocks" });

export const listMockFolders = operation({
  id: "listMockFolders",
  method: "GET",
  path: "/api/projects/:projectId/mock-folders",
  tag: "Mocks",
  summary: "List the folders and tags of a project's mocks",
  access: "project",
  output: z.object({
    folders: z.array(
      z.object({
        folder: z.string().meta({ description: "empty for mocks that are in none" }),
        count: count.meta({ description: "mocks in the folder itself" }),
      }),
    ),
    tags: z.array(z.object({ tag: z.string(), count })),
  }),
});

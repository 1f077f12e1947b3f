import { z } from "zod";
import { operation } from "@/lib/operations/operation";
import { controlCharacter } from "@/lib/operations/tags";

/** Characters of a folder with all that it is in. */
export const folderChars = 200;

/** Where a mock is filed: names with slashes between them, or an empty text for nowhere. */
export const Folder = z
  .string({ error: "must be a text" })
  .max(folderChars, { error: `must have at most ${folderChars} characters` })
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
  if (controlCharacter.test(given)) return "must have no line breaks or other control characters";
  const names = trimmedFolder(given).split("/");
  return names.length > 1 && names.includes("")
    ? "must have a name on each side of a slash, as in Payments/Refunds"
    : undefined;
}

export const FolderFilter = z
  .string({ error: "must be given once" })
  .trim()
  .max(folderChars, { error: `must have at most ${folderChars} characters` });

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

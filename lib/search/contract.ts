import { z } from "zod";
import { operation } from "@/lib/operations/operation";

export const FoundKind = z.enum([
  ...["project", "mock", "collection", "webhook", "flag", "group", "record", "release", "key", "person"],
] as const);
export type FoundKind = z.output<typeof FoundKind>;

export const Found = z
  .object({
    kind: FoundKind,
    id: z.string().meta({ description: "of a flag, its key" }),
    name: z.string(),
    detail: z.string().meta({ description: "what else tells it apart: an endpoint, a key, an address" }),
    teamSlug: z.string(),
    projectSlug: z.string().nullable().meta({ description: "null for people" }),
    groupId: z.string().nullable().meta({ description: "of a record" }),
  })
  .meta({ id: "Found" });

const { charsMax, wordsMax } = { charsMax: 200, wordsMax: 10 };

export const search = operation({
  id: "search",
  method: "GET",
  path: "/api/search",
  tag: "Search",
  summary: "Find things and people by their names",
  access: "session",
  query: z.object({
    q: z
      .string({ error: "must be given" })
      .trim()
      .min(1, { error: "must not be empty" })
      .max(charsMax, { error: `must have at most ${charsMax} characters` })
      .transform((text) => text.split(/\s+/))
      .refine((words) => words.length <= wordsMax, { error: "must have at most ten words" })
      .meta({ description: "words, at most ten, all of which occur in a thing's name or key" }),
    projectId: z.string().max(100, { error: "must have at most 100 characters" }).optional().meta({
      description: "UUID or public reference id: also what is in this project, and its team's people",
    }),
  }),
  output: z.array(Found),
  errors: ["not_found", "forbidden"],
});

import type { createMock } from "@/lib/mocks/contract";
import type { CallInput } from "@/lib/operations/operation";
import type { GivenFiles } from "./given-files";

/** A mock as `createMock` takes it. */
export type MockFields = Omit<CallInput<typeof createMock>, "projectId">;

/** What has become of one entry of a document, such as an operation, a route or a mapping. */
export type Outcome =
  | {
      mock: MockFields;
      /** What could not be taken over, each a short sentence. */
      notes: string[];
    }
  /** Why it can't be a mock. */
  | { skipped: string };

export type Converted = Outcome & {
  /** Which entry, for people: "GET /users (listUsers)". */
  source: string;
};

/**
 * Reads a document of one format. Never throws for what is in it.
 * @param document the parsed JSON or YAML; the text itself where the format is a text
 * @param files those that came with it
 */
export type Converter = (document: unknown, files?: GivenFiles) => Converted[];

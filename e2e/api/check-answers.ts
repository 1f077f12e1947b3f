import { afterAll } from "vitest";
import { checkAnswers } from "./client";

// A setup file of Vitest: the files of a worker share their modules, so that an `afterAll` in `client.ts` would run for
// the first file alone.
afterAll(checkAnswers);

import { expect, test } from "vitest";
import type { DeletionKind } from "@/lib/deletions/contract";
import { thingsOf } from "./offer-undo";

const of = (kind: DeletionKind, itemId: string, name: string) => ({ kind, itemId, name });

test.each([
  [[of("mock", "1", "List users")], "Mock “List users”"],
  [[of("mock", "1", "Same"), of("mock", "2", "Same")], "2 mocks"],
  [[of("flag", "1", "Beta"), of("flag", "2", "Beta")], "Flag “Beta”"],
  [[of("flag", "1", "Beta"), of("flag", "2", "Beta"), of("flag", "3", "Gamma")], "2 flags"],
  [[of("mock", "1", "A"), of("group", "2", "B")], "2 things"],
])("%j are called %s", (deletions, words) => expect(thingsOf(deletions)).toBe(words));

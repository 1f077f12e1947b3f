import { expect, it } from "vitest";
import { escapeMarkdown } from "../facts/markdown";
import { notesText } from "./notes-text";

it("the text of what others wrote is what they wrote", () => {
  const words = "a_b *c* [d](https://e.example) <f> `g` #h & \\i";
  expect(notesText(escapeMarkdown(words))).toBe(words);
});

import type { Template } from "liquidjs";
import { LRUCache } from "lru-cache";
import { carryOut } from "@/lib/platform/workers/carry-out";
import { parseTemplate } from "./engine/template-engine";
import { fakerRandomness } from "./fake/faker-randomness";
import { renderProgram } from "./render-program";
import { renderTexts } from "./render-texts";

/** Templates that were parsed, by their text. Where it is all markup, a character of it takes 140 bytes. */
const parsed = new LRUCache<string, Template[]>({
  max: 1000,
  maxSize: 512 * 1024,
  sizeCalculation: (_, text) => text.length + 1,
});

export default carryOut(renderProgram, (input) =>
  renderTexts(input, fakerRandomness, (text) => {
    const known = parsed.get(text) ?? parseTemplate(text);
    parsed.set(text, known);
    return known;
  }),
);

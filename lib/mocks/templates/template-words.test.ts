import { expect, test } from "vitest";
import { templateEngine } from "./engine/template-engine";
import { templateProblem } from "./template-problem";
import { filters, tags } from "./template-words";

test("filters and tags are those of the engine", () => {
  const engine = templateEngine();
  const names = (words: typeof filters) => words.map(({ label }) => label).sort();
  expect(names(filters)).toEqual(Object.keys(engine.filters).sort());
  const inner = /^(end|else$|elsif$|when$)/;
  expect(names(tags).filter((name) => !inner.test(name))).toEqual(
    Object.keys(engine.tags)
      .filter((name) => name !== "#")
      .sort(),
  );
  for (const { label } of tags.filter(({ label }) => inner.test(label))) {
    expect(templateProblem(`{% ${label} %}`)?.message).toMatch(/does not belong here/);
  }
});

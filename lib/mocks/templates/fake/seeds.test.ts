import { describe, expect, test } from "vitest";
import { now, render } from "../fixtures/render";

/** One of everything that is random. */
const everything = [
  "{{ uuid }} {{ 'person.fullName' | fake }} {{ 'number.int' | fake }} {{ 'date.recent' | fake }}",
  "{{ 'string.uuid' | fake }} {{ 'string.ulid' | fake }} {{ 'internet.jwt' | fake }} {{ 'lorem.text' | fake }}",
  "{{ 1 | random_int: 1000000000 }} {{ (1..1000) | one_of }} {{ (1..1000) | sample }} {{ (1..50) | sample: 50 }}",
  "{{ 'helpers.shuffle' | fake: chars | join }}{% repeat 1, 1000 %}.{% endrepeat %}",
].join("\n");
const template = `{% assign chars = 'a,b,c,d,e,f,g,h' | split: ',' %}${everything}`;

describe("random values", () => {
  test("are others each time without a seed, also after somebody's seed", () => {
    const texts = [render(template), render(template)];
    render(template, { seed: "abc" });
    texts.push(render(template));
    render(`{% seed 'abc' %}${template}`);
    texts.push(render(template));
    expect(new Set(texts).size).toBe(4);
  });

  test("are the same with the same seed, whatever was rendered before, and on other days", () => {
    const text = render(template, { seed: "abc" });
    render(template);
    expect(render(template, { seed: "abc" })).toBe(text);
    expect(render(template, { seed: "abc", now: now + 90 * 86_400_000 })).toBe(text);
    expect(render(template, { seed: "abd" })).not.toBe(text);
  });

  test("follow a seed in the template from there on", () => {
    const seeded = `{% seed request.params.id %}${template}`;
    const text = render(seeded);
    expect(render(seeded)).toBe(text);
    expect(render(seeded, { seed: "other" })).toBe(text);
    expect(render(`{{ uuid }}{% seed '7' %}${template}`).endsWith(text)).toBe(true);
    expect(render(seeded, { data: { params: { id: "8" } } })).not.toBe(text);
    const [first, second] = render("{% seed 1 %}{{ uuid }} {% seed 1 %}{{ uuid }}").split(" ");
    expect(first).toBe(second);
  });

  test("differ within one text, seeded or not", () => {
    for (const seed of ["abc", null]) {
      const [first, second] = render("{{ uuid }} {{ uuid }}", { seed }).split(" ");
      expect(first).not.toBe(second);
    }
  });

  test("of dates are around the time of the request, and around a fixed day with a seed", () => {
    const year = "{{ 'date.recent' | fake | date: '%Y' }}";
    const at = Date.UTC(2031, 5, 15);
    expect(render(year, { now: at })).toBe("2031");
    expect(render(year, { now: at, seed: "a" })).toBe("2025");
    expect(render(`{% seed 'a' %}{{ 'date.recent' | fake: refDate: now | date: '%Y' }}`, { now: at })).toBe(
      "2031",
    );
  });
});

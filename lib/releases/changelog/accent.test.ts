import { expect, it } from "vitest";
import { accentOf } from "./accent";

const channels = ["00", "33", "80", "cc", "ff"];
const colours = channels.flatMap((red) =>
  channels.flatMap((green) => channels.map((blue) => `#${red}${green}${blue}`)),
);

/** The page's grounds, as style.ts has them, in light from 0 to 1. */
const grounds = { light: luminance("oklch(0.981 0.003 165)"), dark: luminance("oklch(0.168 0.008 180)") };

it("can be read on both grounds, whatever the colour", () => {
  for (const colour of colours) {
    const { light, dark } = accentOf(colour);
    expect(contrast(luminance(light), grounds.light), `${colour} on light`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(luminance(dark), grounds.dark), `${colour} on dark`).toBeGreaterThanOrEqual(4.5);
  }
});

it.each([
  ["#0000ff", "oklch(0.452 0.313 264.052)"],
  ["#008000", "oklch(0.5 0.177 142.495)"],
])("keeps the hue of %s", (hex, light) => {
  expect(accentOf(hex).light).toBe(light);
});

const contrast = (one: number, other: number) =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Relative luminance as WCAG 2 has it, of what a screen shows: channels beyond its range are cut. */
function luminance(css: string): number {
  const [lightness = 0, chroma = 0, hue = 0] = (css.match(/[\d.]+/g) ?? []).map(Number);
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const small = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  const red = cut(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * small);
  const green = cut(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * small);
  const blue = cut(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * small);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

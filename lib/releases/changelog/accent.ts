/** A project's colour as the public pages use it, for a light and a dark ground: legible on both. */
export type Accent = { light: string; dark: string };

/** Bounds of the lightness that text in the colour has, by the ground. Contrast is 4.5 and more within them. */
const lightnessMax = 0.5;
const lightnessMin = 0.76;

/**
 * Keeps the hue of `#rrggbb`, and moves its lightness to where it can be read. By OKLCH, in which colours of the same
 * lightness look equally bright (Björn Ottosson, "A perceptual color space for image processing").
 */
export function accentOf(hex: string): Accent {
  const { lightness, chroma, hue } = oklchOf(hex);
  const css = (moved: number) => `oklch(${short(moved)} ${short(chroma)} ${short(hue)})`;
  return {
    light: css(Math.min(lightness, lightnessMax)),
    dark: css(Math.max(lightness, lightnessMin)),
  };
}

const short = (value: number) => String(Math.round(value * 1000) / 1000);

function oklchOf(hex: string): { lightness: number; chroma: number; hue: number } {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(hex.slice(at, at + 2), 16)),
  );
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const small = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * small;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * small;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * small;
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return { lightness, chroma: Math.hypot(a, b), hue: (degrees + 360) % 360 };
}

/** A channel of sRGB, 0 to 255, as light. */
function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

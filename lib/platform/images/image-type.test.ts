import { expect, it } from "vitest";
import { imageTypeOf } from "./image-type";

const bytes = (text: string) => Buffer.from(text, "latin1");

it.each([
  ["PNG", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"],
  ["JPEG", "\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"],
  ["GIF", "GIF89a\x01\0\x01\0", "image/gif"],
  ["WebP", "RIFF\x24\0\0\0WEBPVP8 ", "image/webp"],
  ["AVIF", "\0\0\0\x20ftypavif\0\0\0\0", "image/avif"],
  ["SVG", '<svg xmlns="http://www.w3.org/2000/svg">', undefined],
  ["HTML that names a type", "<html>GIF89a", undefined],
  ["a cut PNG", "\x89PNG", undefined],
  ["a sound in RIFF", "RIFF\x24\0\0\0WAVEfmt ", undefined],
  ["nothing", "", undefined],
])("%s", (_, text, type) => {
  expect(imageTypeOf(bytes(text))).toBe(type);
});

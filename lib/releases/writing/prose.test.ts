import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainProse } from "./prose";

describe("what a model says", () => {
  test.each([
    ["Carts keep their totals.", "Carts keep their totals."],
    ["Node.js 20.19 and socket.io 4 are needed", "Node.js 20.19 and socket.io 4 are needed"],
    ["Reads config.yaml and `lib/mail.ts` again", "Reads config.yaml and `lib/mail.ts` again"],
    ["Prices in €, 日本語 and العربية", "Prices in €, 日本語 and العربية"],
    ["Half the price: 1 < 2 and a > b", "Half the price: 1 < 2 and a > b"],
    ["The defaced banner is gone (#12), see a1b2c3d", "The defaced banner is gone, see"],
    ["**Bold** [claims](https://evil.example/x) here", "Bold claims here"],
    ["See https://evil.example/a?b=c.", "See"],
    ["![x](data:image/png;base64,AA) Icons", "x Icons"],
    ["Write to mailto:eve@evil.example or eve@evil.example", "Write to or"],
    ["Thanks @eve and @acme/team, @here", "Thanks eve and acme/team, here"],
    ["<script>alert(1)</script>Faster", "alert(1)Faster"],
    ["<scr<script>ipt>Faster", "Faster"],
    ["Log in at evil.com/login", "Log in at"],
    ["&lt;img src=x&gt; Images", "img src=x Images"],
    ["one\n\n# two\u2028three\u0000", "one # two three"],
    ["\u202eevil\u200b text", "evil text"],
    ["---", ""],
    ["  \n ", ""],
  ])("%j becomes %j", (said, plain) => {
    expect(plainProse(said, 300)).toBe(plain);
  });

  test("is cut at its limit", () => {
    expect(plainProse("word ".repeat(200), 50)).toMatch(/^(word )+word…$/);
    expect(plainProse("a".repeat(100_000), 50)).toHaveLength(50);
  });

  const hostile = fc.constantFrom(
    "https://evil.example/x",
    "HTTP://EVIL.example",
    "[a](//evil.example)",
    "![a](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
    "</p><script>",
    "<!-- ",
    "-->",
    "@eve",
    "@acme/team",
    "<@U123>",
    "<!channel>",
    "eve@evil.example",
    "www.evil.example",
    "ｈｔｔｐｓ://evil.example",
    "javascript:alert(1)",
    "```",
    "\n# ",
    "\u202e",
    "htt\u200bps://evil.example",
    "#12",
    "0123abc4",
    "[",
    "](",
    "<",
    ">",
    "(",
    ")",
    " ",
    "@",
    "/",
    ":",
  );
  const prose = fc
    .array(fc.oneof({ weight: 3, arbitrary: hostile }, fc.string({ unit: "grapheme", maxLength: 6 })), {
      maxLength: 12,
    })
    .map((parts) => parts.join(""));

  test("never holds an address, a tag, a mention or a second line", () => {
    fc.assert(
      fc.property(prose, (said) => {
        const plain = plainProse(said, 300);
        expect(plain).not.toMatch(/[a-z][a-z0-9+.-]*:\/\/\S|\bwww\.\S|javascript:\S|mailto:\S/i);
        expect(plain).not.toMatch(/<[a-z!/?][^<>]*>|```|\*\*/i);
        expect(plain).not.toMatch(/@[\p{L}\p{N}_]/u);
        expect(plain).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
        expect(plain).not.toMatch(/\]\(/);
        expect(plainProse(plain, 300)).toBe(plain);
      }),
    );
  });

  test("is read in time that does not explode", () => {
    for (const part of ["[", "(", "<", "a.", "a@", "&#", "**", "http", "]("]) {
      const start = performance.now();
      plainProse(part.repeat(100_000), 300);
      expect(performance.now() - start).toBeLessThan(3000);
    }
  });
});

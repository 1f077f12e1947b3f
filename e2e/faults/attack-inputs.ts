export const MiB = 1024 ** 2;
/** A JSON body just below the limit of one MiB, with as many parts as fit. */
export const filled = (before: string, part: (n: number) => string, after: string) => {
  let text = before;
  for (let n = 0; text.length < MiB - 200; n++) text += `${n === 0 ? "" : ","}${part(n)}`;
  return text + after;
};
export const mock = (rest: string) => `{"name":"M","endpoint":"/attack",${rest}}`;
export const multipart = (names: number) =>
  `${Array.from(
    { length: names },
    (_, n) => `--b\r\ncontent-disposition: form-data; name="${n}"\r\n\r\n1\r\n`,
  ).join("")}--b--\r\n`;
/** What a navigation says of the page it leaves, as long as a head may be. */
export const trees = [
  `${'["",{"":'.repeat(1700)}["",{}]${"}]".repeat(1700)}`.slice(0, 15_000),
  `${'["",{"":'.repeat(1480)}["",{}]${"}]".repeat(1480)}`,
  `["",{${Array.from({ length: 1200 }, (_, n) => `"${n}":["",{}]`).join(",")}}]`,
  "[".repeat(15_000),
];
/** Believed, some of these would skip the middleware, render another page or wait for a body. */
export const internals = {
  "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware",
  "x-middleware-invoke": "1",
  "x-middleware-rewrite": "/api/teams",
  "x-invoke-path": "/_error",
  "x-invoke-status": "500",
  "x-nextjs-data": "1",
  "x-matched-path": "/_error",
  "next-resume": "1",
  "next-router-segment-prefetch": "/_tree",
};
export const hostileNotes = [
  "[".repeat(50_000),
  "*a_ ".repeat(20_000),
  "> ".repeat(5000),
  "`".repeat(9) + "` `` ".repeat(15_000),
  `${"|a".repeat(10_000)}\n${"|-".repeat(10_000)}\n${"|b".repeat(10_000)}`,
  "<a href='".repeat(10_000),
];

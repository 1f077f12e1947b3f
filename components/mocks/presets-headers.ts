export type HeaderPreset = { name: string; value: string };

const named = (name: string, values: readonly string[]): HeaderPreset[] =>
  values.map((value) => ({ name, value }));

/** Headers that answers often have, as they are offered. */
export const headerPresets: readonly { label: string; headers: readonly HeaderPreset[] }[] = [
  {
    label: "Content",
    headers: named("Content-Type", [
      "application/json",
      "application/problem+json",
      "text/html; charset=utf-8",
      "application/xml",
      "text/plain; charset=utf-8",
      "text/csv; charset=utf-8",
      "text/event-stream",
    ]),
  },
  {
    label: "Caching",
    headers: [...named("Cache-Control", ["no-store", "public, max-age=3600"]), ...named("ETag", ['"v1"'])],
  },
  {
    label: "Others",
    headers: [
      { name: "Location", value: "/users/1" },
      { name: "Retry-After", value: "30" },
      { name: "Set-Cookie", value: "session=abc123; Path=/; HttpOnly; Secure; SameSite=Lax" },
      { name: "WWW-Authenticate", value: 'Bearer realm="api"' },
      { name: "Link", value: '</users?page=2>; rel="next"' },
      { name: "Content-Disposition", value: 'attachment; filename="report.csv"' },
    ],
  },
];

const presets = headerPresets.flatMap(({ headers }) => headers);

/** What the name of a header may be completed to. */
export const headerNames: readonly string[] = [
  ...new Set([
    ...presets.map(({ name }) => name),
    ...[
      "Access-Control-Allow-Origin",
      "Content-Language",
      "Expires",
      "Last-Modified",
      "Vary",
      "X-Request-Id",
    ],
  ]),
].sort();

/** What the value of a header may be completed to. */
export const valuesOfHeader = (name: string): string[] =>
  presets.filter((each) => each.name.toLowerCase() === name.trim().toLowerCase()).map(({ value }) => value);

/** Whether an answer has such a header once: another value takes the place of the first. */
export const isSingle = (name: string): boolean => !/^(set-cookie|link|www-authenticate)$/i.test(name);

/** Status codes that answers often have, with their reason phrases. */
export const commonCodes = [
  [200, "OK"],
  [201, "Created"],
  [202, "Accepted"],
  [204, "No content"],
  [206, "Partial content"],
  [301, "Moved permanently"],
  [302, "Found"],
  [304, "Not modified"],
  [307, "Temporary redirect"],
  [308, "Permanent redirect"],
  [400, "Bad request"],
  [401, "Unauthorized"],
  [402, "Payment required"],
  [403, "Forbidden"],
  [404, "Not found"],
  [405, "Method not allowed"],
  [409, "Conflict"],
  [410, "Gone"],
  [412, "Precondition failed"],
  [413, "Content too large"],
  [415, "Unsupported media type"],
  [418, "I'm a teapot"],
  [422, "Unprocessable content"],
  [429, "Too many requests"],
  [500, "Internal server error"],
  [501, "Not implemented"],
  [502, "Bad gateway"],
  [503, "Service unavailable"],
  [504, "Gateway timeout"],
] as const;

const classes: Record<string, string> = { 2: "Success", 3: "Redirect", 4: "Client error", 5: "Server error" };

/** What a status code means, as it is typed; empty for what is none. */
export function phraseOfStatus(typed: string): string {
  const code = typed.trim();
  const known = commonCodes.find(([each]) => String(each) === code)?.[1];
  return known ?? (/^\d{3}$/.test(code) ? (classes[code.charAt(0)] ?? "") : "");
}

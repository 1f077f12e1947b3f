/** The page of sessions that the account page shows. The server uses the same, so that the browser has it. */
export const sessionsShown = { limit: 50, sort: "-lastSeenAt" as const };

/** Whether a host is this machine by its name, as in an installation that only its operator uses. */
export const isLocal = (hostname: string): boolean =>
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(hostname);

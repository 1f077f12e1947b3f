/** The path of a project on the app's host, for programs that can't resolve the project's host. The browser uses it, too. */
export const pathPrefix = (label: string): string => `/p/${label}`;

/** Remembers which of a project's two URLs somebody wants to see: `path` or `host`. */
export const urlsCookie = "fieldkit.urls";

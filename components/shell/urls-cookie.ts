/** Remembers which of a project's two URLs this browser shows: `path` or `host`. */
export const urlsCookie = "fieldkit.urls";

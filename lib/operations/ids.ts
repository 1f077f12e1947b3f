const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether an id in a path can be that of a row. A malformed id is treated like an unknown one. */
export const isGuid = (id: string) => guid.test(id);

/** Whether an id in a path can be a public reference id. */
export const isKsuid = (id: string) => /^[0-9A-Za-z]{27}$/.test(id);

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a path's id can be a row's at all; a malformed one is as unknown as any other. */
export const isGuid = (id: string) => guid.test(id);

/** Whether a path's id can be a public reference id. */
export const isKsuid = (id: string) => /^[0-9A-Za-z]{27}$/.test(id);

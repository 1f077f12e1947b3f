/** The `application_name` of connections for queries that many wait for: the embedded database answers them first. */
export const quickName = "fieldkit quick";

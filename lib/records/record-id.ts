import KSUID from "ksuid";

/** An id for a record that came without one. */
export const newRecordId = ({ prefix }: { prefix: string }) => `${prefix}-${KSUID.randomSync().string}`;

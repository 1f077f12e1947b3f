import { singleton } from "../singleton";

/**
 * Whether the database is known not to answer. `db` says so; whoever has an old answer gives that instead of asking.
 */
export const databaseOutage = (): { isOn: boolean } => singleton("database outage", () => ({ isOn: false }));

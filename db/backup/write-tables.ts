/** Runs after `npm run db:generate`: records the tables of new migrations and deletes older snapshots. */
import { migrationsFolder } from "../migrate";
import { recordTables } from "./record-tables";

recordTables(migrationsFolder());

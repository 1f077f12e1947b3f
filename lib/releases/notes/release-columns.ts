import { getTableColumns } from "drizzle-orm";
import { releases } from "@/db/schema/releases";

const { commits: _, ...others } = getTableColumns(releases);

/** All but the commits: there are thousands, and reading them takes time that nobody else has. */
export const releaseColumns = others;

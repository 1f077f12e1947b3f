import { slugOf } from "@/lib/operations/slug";

const slugMax = 54;

/** The address that a project's name suggests. */
export const slugFrom = (name: string): string => slugOf(name, slugMax);

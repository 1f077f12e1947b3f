import { provideBus } from "@/lib/platform/bus/bus";
import { Link, parentOfThisProcess } from "./link";

/**
 * Makes this process, which was forked, part of its parent's installation. It ends with its parent, however that ends,
 * and leaves signals to it: terminals and service managers send them to all processes at once, and the parent decides in
 * which order they end.
 */
export function joinParent(): Link {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  process.once("disconnect", () => process.exit(0));
  const link = new Link(parentOfThisProcess());
  provideBus(link.bus);
  return link;
}
